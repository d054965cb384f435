//! Half-spaces: closed forms, bad input, contacts at the start, and random bodies against an oracle of their own.

mod answers;
mod oracle;
mod random;
mod rests;
