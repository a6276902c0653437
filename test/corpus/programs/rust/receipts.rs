//! Receipts: `/items?item=N` answers the receipt of sale N, which the second version signs with a digest.

mod server;
#[path = "vendor/sha256.rs"]
mod sha256;

use std::fmt::Write;

const LINES: u32 = 900;

fn write_receipt(sale: u32) -> String {
    let mut text = format!("RECEIPT {sale}\n");
    let mut total = 0;
    for line in 0..LINES {
        let cents = 100 + (sale * 131 + line * 977) % 20_000;
        total += cents;
        writeln!(text, "article {:05} {cents:>8}", (sale * 7 + line * 31) % 90_000).expect("a text takes every line");
    }
    writeln!(text, "TOTAL {total}").expect("a text takes every line");
    text
}

/// One digest for each copy: of the customer, the till, the office and the tax.
fn sign(receipt: &str) -> String {
    let mut signatures = String::new();
    for copy in ["customer", "till", "office", "tax"] {
        write!(signatures, "{copy} ").expect("a text takes every line");
        for byte in sha256::digest(format!("{copy}\n{receipt}").as_bytes()) {
            write!(signatures, "{byte:02x}").expect("a text takes every line");
        }
        signatures.push('\n');
    }
    signatures
}

fn main() -> std::io::Result<()> {
    server::serve(|sale| {
        let receipt = write_receipt(sale);
        if server::SECOND {
            sign(&receipt) + &receipt
        } else {
            receipt
        }
    })
}
