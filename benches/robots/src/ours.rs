//! Whole paths by photofinish's own checker.

use std::rc::Rc;

use anyhow::Result;

use crate::contender::Contender;
use crate::data::Data;

/// The checker, first in the table; none as long as there is no such thing.
pub fn contender(_data: &Rc<Data>) -> Result<Option<Box<dyn Contender>>> {
    Ok(None)
}
