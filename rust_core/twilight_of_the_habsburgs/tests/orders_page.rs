//! The list of all orders in the docs is written from their table.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use twilight_of_the_habsburgs::orders::Order;

#[test]
fn the_page_of_orders_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/twilight_of_the_habsburgs/orders.md");
    let source = "rust_core/twilight_of_the_habsburgs/src/order.rs";
    let page = engine::orders::page::<Order>(
        "Twilight of the Habsburgs: orders",
        source,
        "hex",
        Order::TAKERS,
    );
    if std::env::var_os("RENEW").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(&path).unwrap_or_default(),
        page,
        "RENEW=1 writes it"
    );
}
