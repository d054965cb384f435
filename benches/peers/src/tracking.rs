//! Bodies that move a little between queries about them at rest: what does remembering the last answer save?
//!
//! Reading order: [`path`], what is asked; [`contender`], who answers; [`tables`], what is printed.

pub mod contender;
pub mod path;
pub mod tables;
