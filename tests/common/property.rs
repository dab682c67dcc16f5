//! How property tests are run.

use proptest::test_runner::{Config, RngSeed};

/// So many cases, the same ones every time. `PROPTEST_CASES` asks for another number of them, new ones each time.
pub fn cases(usual: u32) -> Config {
    let mut config = Config::default();
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = usual;
        config.rng_seed = RngSeed::Fixed(0x7215);
    }
    config.failure_persistence = None;
    config
}
