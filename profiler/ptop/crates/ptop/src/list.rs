//! `ptop probes`.

use serde::Serialize;

use crate::exit::Failure;
use crate::help::print;
use crate::registry::{Manifest, PROBES};

#[derive(Serialize)]
struct Row {
    id: &'static str,
    axis: &'static str,
    required: bool,
    mechanism: String,
    capability: &'static [&'static str],
    mount: &'static str,
    cost: &'static str,
}

impl Row {
    fn of(manifest: &Manifest) -> Row {
        Row {
            id: manifest.id,
            axis: manifest.axis,
            required: manifest.required,
            mechanism: format!("{}:{}", manifest.attach.kind, manifest.attach.symbol),
            capability: manifest.capabilities,
            mount: manifest.mount,
            cost: manifest.cost,
        }
    }
}

#[derive(Serialize)]
struct List {
    probes: Vec<Row>,
}

/// Prints every probe this program was built with.
///
/// # Errors
/// When standard output is closed.
pub fn print_probes(json: bool) -> Result<(), Failure> {
    let probes: Vec<Row> = PROBES.iter().map(Row::of).collect();
    if json {
        let text = serde_json::to_string(&List { probes }).map_err(Failure::internal)?;
        return print(&format!("{text}\n"));
    }
    let mut text = String::new();
    for row in probes {
        text.push_str(&format!(
            "{:14} {:11} {}\n{:14} needs CAP_{}; mount: {}; cost: {}\n",
            row.id,
            row.axis,
            row.mechanism,
            "",
            row.capability.join(", CAP_"),
            row.mount,
            row.cost
        ));
    }
    print(&text)
}
