//! A target that does each kind of thing exactly n times is counted exactly n times, or short by as many
//! as the loss counters say. `farol bench --only completeness` does the same more often.

use serde_json::Value;

use crate::harness::{Known, probe, record_of, rows};

/// What the target must do, and what must then be in the record.
const KINDS: &str = include_str!("../../../bench/completeness.json");

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("no {name} in {value}"))
}

/// The sum of the counts of the rows, or their number where a row is one of what is counted.
fn counted(record: &Value, kind: &Value) -> u64 {
    let path = kind["list"].as_array().expect("a path");
    let list = path.iter().fold(record, |value, key| &value[key.as_str().expect("a key")]);
    let wanted: Vec<(String, String)> = kind["rows"]
        .as_object()
        .expect("fields")
        .iter()
        .map(|(key, value)| (key.clone(), value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
        .collect();
    let fields: Vec<(&str, &str)> = wanted.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    rows(list, &fields).iter().map(|row| row.get("count").map_or(1, |count| count.as_u64().expect("a count"))).sum()
}

#[test]
fn everything_is_counted_or_counted_as_lost() {
    let kinds: Value = serde_json::from_str(KINDS).expect("JSON");
    let kinds = kinds.as_array().expect("a list");
    let record = record_of("completeness", Known::start(), &axes(kinds), |target| {
        for command in kinds.iter().flat_map(|kind| kind["commands"].as_array().expect("commands")) {
            target.does(command.as_str().expect("a command"));
        }
    });
    for kind in kinds {
        let probe = probe(&record, text(kind, "probe"));
        assert_eq!(probe["state"], "measured", "{probe}");
        let lost: u64 = ["drops", "missed"].iter().map(|name| probe[*name].as_u64().expect("a number")).sum();
        let (times, counted) = (kind["times"].as_u64().expect("a number"), counted(&record, kind));
        let missing = times.checked_sub(counted);
        assert!(missing == Some(0) || missing == Some(lost), "{}: {counted} of {times}, {lost} lost", kind["kind"]);
    }
}

/// Those that have a kind, as the command line takes them.
fn axes(kinds: &[Value]) -> String {
    let mut axes: Vec<&str> =
        kinds.iter().filter_map(|kind| (kind["list"][0] == "axes").then(|| kind["list"][1].as_str())?).collect();
    axes.dedup();
    axes.join(",")
}
