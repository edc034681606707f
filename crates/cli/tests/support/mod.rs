//! What the server's tests use, too.

#[allow(dead_code, reason = "these tests need less of it")]
#[path = "../../../server/tests/server/support/machine.rs"]
pub mod machine;
#[allow(dead_code, reason = "these tests need less of it")]
#[path = "../../../server/tests/server/support/postgres.rs"]
pub mod postgres;
