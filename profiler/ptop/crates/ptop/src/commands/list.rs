//! `ptop probes`.

use serde::Serialize;

use crate::collector::exit::{Failure, print};
use crate::registry::{Manifest, PROBES};

#[derive(Serialize)]
struct Row {
    id: &'static str,
    axis: &'static str,
    required: bool,
    on_request: bool,
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
            on_request: manifest.on_request,
            mechanism: format!("{}:{}", manifest.attach.kind, manifest.attach.symbol),
            capability: manifest.capabilities,
            mount: manifest.mount,
            cost: manifest.cost,
        }
    }

    fn line(&self) -> String {
        let Row { id, axis, mechanism, mount, cost, .. } = self;
        let when = if self.on_request { " (only when its axis is named)" } else { "" };
        let capabilities = self.capability.join(", CAP_");
        format!(
            "{id:14} {axis:11} {mechanism}{when}\n{:14} needs CAP_{capabilities}; mount: {mount}; cost: {cost}\n",
            ""
        )
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
    let lines: Vec<String> = probes.iter().map(Row::line).collect();
    print(&lines.concat())
}
