//! The list of all orders in the docs is written from their table.
#![allow(clippy::unwrap_used)]

use pursuit_of_glory::orders::Order;
use std::path::Path;

#[test]
fn the_page_of_orders_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/orders.md");
    let source = "rust_core/pursuit_of_glory/src/order.rs";
    let page =
        engine::orders::page::<Order>("Pursuit of Glory: orders", source, "place", Order::TAKERS);
    if std::env::var_os("RENEW").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(&path).unwrap_or_default(),
        page,
        "RENEW=1 writes it"
    );
}
