//! Static judgement of a position: what the lines still promise to each side. Uses the rules only.

pub mod windows;

pub use windows::Windows;
