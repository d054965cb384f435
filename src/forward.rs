//! Methods that call those of what a pointer points to, or of a field.

// inlined without exception: a body behind a pointer is to be as fast as the body
/// Writes the methods of a trait for a pointer, or for a body with another one inside: each calls the method of what the
/// pointer points to, or of the field.
macro_rules! pass_on {
    (to $field:ident: $(fn $method:ident(&self $(, $argument:ident: $type:ty)*) $(-> $output:ty)?;)*) => {$(
        #[inline(always)]
        fn $method(&self $(, $argument: $type)*) $(-> $output)? {
            self.$field.$method($($argument),*)
        }
    )*};
    ($(fn $method:ident(&self $(, $argument:ident: $type:ty)*) $(-> $output:ty)?;)*) => {$(
        #[inline(always)]
        fn $method(&self $(, $argument: $type)*) $(-> $output)? {
            (**self).$method($($argument),*)
        }
    )*};
}

pub(crate) use pass_on;
