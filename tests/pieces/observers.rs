//! Searches that are watched.

use super::*;
use photofinish::Solution;
use photofinish::pieces::{BoxPair, PiecesObserver};

/// Follows a search, and checks that its steps fit together.
#[derive(Default)]
struct Watch {
    /// Up to when all has been told.
    told: f64,
    walk: Option<Span<f64>>,
    walks: u32,
    boxes: u64,
    asked: Vec<(u32, u32)>,
    shortened: u32,
    found: Vec<PieceContact<f64, 3>>,
}

impl Watch {
    /// The span of the latest walk is told of, and this one follows it.
    fn follows(&mut self, during: Span<f64>) {
        self.told = self.walk.take().map_or(self.told, |walk| walk.end());
        assert_eq!(during.start(), self.told);
    }
}

impl PiecesObserver<f64, 3> for Watch {
    fn apart(&mut self, during: Span<f64>) {
        self.follows(during);
        self.told = during.end();
    }

    fn walk(&mut self, during: Span<f64>) {
        self.follows(during);
        self.walk = Some(during);
        self.walks += 1;
    }

    fn shortened(&mut self, end: f64) {
        let walk = self.walk.expect("a walk is shortened");
        assert!(end < walk.end());
        self.walk = Some(Span::new(walk.start(), end).unwrap());
        self.shortened += 1;
    }

    fn settled(&mut self, _: BoxPair, by: &CertifiedInterval<f64, 3>) {
        let walk = self.walk.expect("boxes are settled in a walk");
        assert_eq!((by.start, by.end), (walk.start(), walk.end()));
        assert!(by.margin > 0.0);
        self.boxes += 1;
    }

    fn split(&mut self, _: BoxPair) {
        self.boxes += 1;
    }

    fn asked(
        &mut self,
        pieces: (u32, u32),
        span: Span<f64>,
        _: &Result<Solution<f64, 3>, QueryError>,
    ) {
        assert!(self.walk.is_some(), "pieces are asked about in a walk");
        assert_eq!((span.start(), span.end()), (0.0, 1.0));
        assert!(
            !self.asked.contains(&pieces),
            "once, over the whole interval"
        );
        self.asked.push(pieces);
    }

    fn found(&mut self, contact: &PieceContact<f64, 3>) {
        self.found.push(*contact);
    }
}

/// Every step is shown, and the counts are those of the statistics. The answer is that of the search that nobody
/// watches.
#[test]
fn all_steps_are_shown() {
    let mut random = random(41);
    let (mut shortened, mut hits) = (0, 0);
    for case in 0..20 {
        let (a, b) = (star::<f64>(&mut random, 20), star::<f64>(&mut random, 15));
        let turns = [0.0, 0.4, 2.0][case % 3];
        let a = MovingPieces::new(&a, flight(&mut random, turns));
        let b = MovingPieces::new(&b, spin(&mut random, turns));
        let (query, mut watch, mut front) = (Query::new(), Watch::default(), Front::new());
        let watched = query.first_contact_observed(&a, &b, 0.0..=1.0, &mut front, &mut watch);
        let watched = watched.unwrap();
        let mut alone = query.first_contact(&a, &b, 0.0..=1.0).unwrap();
        // a search that nobody watches looks at more boxes first, or at fewer in all
        alone.statistics = watched.statistics;
        assert_eq!(watched, alone);
        assert_eq!(watch.walks, watched.statistics.spans);
        let asked = watch.asked.len() as u64;
        assert_eq!(asked, watched.statistics.piece_queries);
        // single pieces that are asked about are neither settled nor split
        assert!(watch.boxes <= watched.statistics.box_pairs);
        let told = watch.walk.map_or(watch.told, |walk| walk.end());
        if let Some(contact) = watched.contact {
            hits += 1;
            assert!(watch.found.contains(&contact));
            assert!(told >= contact.time);
        } else {
            assert!(watch.found.is_empty());
            assert_eq!(told, 1.0);
        }
        shortened += watch.shortened;
    }
    assert!(shortened > 0 && hits > 3, "{shortened} {hits}");
}
