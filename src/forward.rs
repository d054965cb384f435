//! How pointers pass on what is asked of what they point to.

/// Writes methods of a trait for a pointer: each asks what the pointer points to.
macro_rules! pass_on {
    ($(fn $method:ident(&self $(, $argument:ident: $type:ty)*) $(-> $output:ty)?;)*) => {$(
        #[inline]
        fn $method(&self $(, $argument: $type)*) $(-> $output)? {
            (**self).$method($($argument),*)
        }
    )*};
}

pub(crate) use pass_on;
