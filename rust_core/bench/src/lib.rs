//! Benchmarks of the core: `cargo bench -p lexbelli-bench`.
