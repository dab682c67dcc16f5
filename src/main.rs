//! The `tris` program.
fn main() {}
