//! Searches that are watched.

use photofinish::pieces::{
    BoxPair, Front, MovingPieces, PieceContact, Pieces, PiecesObserver, Tree,
};
use photofinish::{CertifiedInterval, Query, QueryError, Solution, Span};

use crate::bodies::{flight, random, spin, star};

/// Follows a search, and checks that its steps fit together.
struct Watch<'t> {
    trees: [&'t Tree<f64, 3>; 2],
    /// Up to when all has been told.
    told: f64,
    walk: Option<Span<f64>>,
    walks: u32,
    boxes: u64,
    asked: u64,
    shortened: u32,
    found: Vec<PieceContact<f64, 3>>,
}

impl<'t> Watch<'t> {
    fn new(trees: [&'t Tree<f64, 3>; 2]) -> Self {
        Self {
            trees,
            told: 0.0,
            walk: None,
            walks: 0,
            boxes: 0,
            asked: 0,
            shortened: 0,
            found: Vec::new(),
        }
    }

    /// The span of the latest walk is told of.
    fn end_walk(&mut self) {
        if let Some(walk) = self.walk.take() {
            self.told = walk.end();
        }
    }
}

impl PiecesObserver<f64, 3> for Watch<'_> {
    fn apart(&mut self, during: Span<f64>) {
        self.end_walk();
        assert_eq!(during.start(), self.told);
        self.told = during.end();
    }

    fn walk(&mut self, during: Span<f64>) {
        self.end_walk();
        assert_eq!(during.start(), self.told);
        self.walk = Some(during);
        self.walks += 1;
    }

    fn shortened(&mut self, end: f64) {
        let walk = self.walk.expect("a walk is shortened");
        assert!(end < walk.end());
        self.walk = Some(Span::new(walk.start(), end).unwrap());
        self.shortened += 1;
    }

    fn given_up(&mut self) {
        self.walk = None;
    }

    fn settled(&mut self, boxes: BoxPair, by: &CertifiedInterval<f64, 3>) {
        let walk = self.walk.expect("boxes are settled in a walk");
        assert_eq!((by.start, by.end), (walk.start(), walk.end()));
        assert!(by.margin > 0.0 && (by.direction.norm() - 1.0).abs() < 1e-12);
        assert!(self.trees[0].bounds(boxes.a).is_some() && self.trees[1].bounds(boxes.b).is_some());
        self.boxes += 1;
    }

    fn split(&mut self, boxes: BoxPair) {
        let [a, b] =
            [self.trees[0].bounds(boxes.a), self.trees[1].bounds(boxes.b)].map(Option::unwrap);
        assert!(a.children.is_some() || b.children.is_some());
        self.boxes += 1;
    }

    fn asked(
        &mut self,
        pieces: (u32, u32),
        during: Span<f64>,
        answer: &Result<Solution<f64, 3>, QueryError>,
    ) {
        assert!(
            (pieces.0 as usize) < self.trees[0].pieces()
                && (pieces.1 as usize) < self.trees[1].pieces()
        );
        let walk = self.walk.expect("pieces are asked about in a walk");
        assert!(during == walk || (during.start(), during.end()) == (0.0, 1.0));
        assert!(answer.is_ok());
        self.asked += 1;
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
    for case in 0..60 {
        let (a, b) = (star::<f64>(&mut random, 20), star::<f64>(&mut random, 15));
        let turns = [0.0, 0.4, 2.0][case % 3];
        let a = MovingPieces::new(&a, flight(&mut random, turns));
        let b = MovingPieces::new(&b, spin(&mut random, turns));
        let query = Query::new();
        let mut watch = Watch::new([a.pieces().tree(), b.pieces().tree()]);
        let mut front = Front::new();
        let watched = query
            .first_contact_observed(&a, &b, 0.0..=1.0, &mut front, &mut watch)
            .unwrap();
        assert_eq!(watched, query.first_contact(&a, &b, 0.0..=1.0).unwrap());
        watch.end_walk();
        assert_eq!(watch.walks, watched.statistics.spans);
        assert_eq!(watch.asked, watched.statistics.piece_queries);
        // single pieces that are asked about are neither settled nor split
        assert!(watch.boxes <= watched.statistics.box_pairs);
        match watched.contact {
            Some(contact) => {
                hits += 1;
                assert!(watch.found.contains(&contact));
                assert!(watch.told >= contact.time);
            }
            None => {
                assert!(watch.found.is_empty());
                assert_eq!(watch.told, 1.0);
            }
        }
        shortened += watch.shortened;
    }
    assert!(shortened > 3 && hits > 8, "{shortened} {hits}");
}
