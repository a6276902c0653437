//! The content of a target list, by the rules that the Profiler's control process has too
//! (`profiler/host/boot/target-list.ts`): strict, so that a misspelt key cannot widen it; never everything.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};

/// Entries of a list at most.
const MAX_TARGETS: usize = 10_000;
/// UTF-16 units of a name at most: as the control process counts them.
const MAX_NAME: usize = 255;

/// The processes that may be measured.
#[derive(Debug)]
pub struct TargetList {
    /// Namespaces by workload; `None` is any.
    entries: HashMap<String, Vec<Option<String>>>,
    count: usize,
}

impl TargetList {
    /// Reads the content of a file.
    ///
    /// # Errors
    /// The first thing that is wrong, as a sentence without its full stop. It may end in the record of a capture, which
    /// leaves the machine, so nothing of the list is repeated.
    pub fn parse(bytes: &[u8]) -> Result<TargetList, String> {
        let list: List = serde_json::from_slice(bytes).map_err(|error| describe(&error))?;
        if list.targets.is_empty() {
            return Err("targets is empty: nothing could be measured".to_owned());
        }
        if list.targets.len() > MAX_TARGETS {
            return Err(format!("targets has more than {MAX_TARGETS} entries"));
        }
        let mut seen = HashSet::new();
        for (index, target) in list.targets.iter().enumerate() {
            target.check(&format!("targets[{index}]"))?;
            if !seen.insert((&target.workload, &target.namespace)) {
                return Err(format!("targets[{index}].workload repeats an earlier entry"));
            }
        }
        let count = list.targets.len();
        let mut entries: HashMap<String, Vec<Option<String>>> = HashMap::new();
        for Target { workload, namespace } in list.targets {
            entries.entry(workload).or_default().push(namespace);
        }
        Ok(TargetList { entries, count })
    }

    /// Namespaces of the entries with this workload, `None` for any; empty when it is not listed.
    pub fn namespaces_of(&self, workload: &[u8]) -> &[Option<String>] {
        let name = std::str::from_utf8(workload).ok();
        name.and_then(|name| self.entries.get(name)).map_or(&[], Vec::as_slice)
    }

    /// How many entries it has.
    pub fn count(&self) -> usize {
        self.count
    }
}

fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = if !error.is_data() {
        "it is not JSON"
    } else if text.starts_with("unknown field") {
        "it has a key that a target list does not have"
    } else if text.starts_with("duplicate field") {
        "a key is given twice"
    } else if text.starts_with("missing field `targets`") {
        "targets is missing"
    } else if text.starts_with("missing field") {
        "workload is missing in an entry"
    } else {
        "a value has the wrong type: targets is an array of objects, workload and namespace are texts"
    };
    format!("{what} (line {}, column {})", error.line(), error.column())
}

struct List {
    targets: Vec<Target>,
}

struct Target {
    workload: String,
    namespace: Option<String>,
}

impl Target {
    fn check(&self, place: &str) -> Result<(), String> {
        if self.workload == "*" {
            return Err(format!("{place}.workload is \"*\"; a wildcard would list every process of the node"));
        }
        for (key, text) in [("workload", Some(&self.workload)), ("namespace", self.namespace.as_ref())] {
            let Some(text) = text else { continue };
            if text.is_empty() {
                return Err(format!("{place}.{key} must not be empty"));
            }
            if text.encode_utf16().count() > MAX_NAME {
                return Err(format!("{place}.{key} must have at most {MAX_NAME} characters"));
            }
        }
        Ok(())
    }
}

/// An object with known keys, each at most once. What serde derives would also accept an array in its place.
trait Strict: Default {
    fn take<'de, A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error>;
}

struct StrictVisitor<T>(PhantomData<T>);

impl<'de, T: Strict> Visitor<'de> for StrictVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut made = T::default();
        while let Some(key) = map.next_key::<String>()? {
            made.take(&key, &mut map)?;
        }
        Ok(made)
    }
}

fn once<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    place: &mut Option<T>,
    key: &'static str,
    map: &mut A,
) -> Result<(), A::Error> {
    if place.is_some() {
        return Err(A::Error::duplicate_field(key));
    }
    *place = Some(map.next_value()?);
    Ok(())
}

#[derive(Default)]
struct ListKeys(Option<Vec<Target>>);

impl Strict for ListKeys {
    fn take<'de, A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        match key {
            "targets" => once(&mut self.0, "targets", map),
            other => Err(A::Error::unknown_field(other, &["targets"])),
        }
    }
}

#[derive(Default)]
struct TargetKeys(Option<String>, Option<String>);

impl Strict for TargetKeys {
    fn take<'de, A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        match key {
            "workload" => once(&mut self.0, "workload", map),
            "namespace" => once(&mut self.1, "namespace", map),
            other => Err(A::Error::unknown_field(other, &["workload", "namespace"])),
        }
    }
}

impl<'de> Deserialize<'de> for List {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<List, D::Error> {
        let ListKeys(targets) = from.deserialize_map(StrictVisitor(PhantomData))?;
        Ok(List { targets: targets.ok_or_else(|| D::Error::missing_field("targets"))? })
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Target, D::Error> {
        let TargetKeys(workload, namespace) = from.deserialize_map(StrictVisitor(PhantomData))?;
        Ok(Target { workload: workload.ok_or_else(|| D::Error::missing_field("workload"))?, namespace })
    }
}

#[cfg(test)]
mod tests {
    use super::TargetList;

    #[test]
    fn entries_are_found_by_their_whole_name() {
        let text =
            br#"{"targets":[{"workload":"app"},{"workload":"db","namespace":"a"},{"workload":"db","namespace":"b"}]}"#;
        let list = TargetList::parse(text).expect("it is a list");
        assert_eq!((list.count(), list.namespaces_of(b"app")), (3, &[None][..]));
        assert_eq!(list.namespaces_of(b"db"), [Some("a".to_owned()), Some("b".to_owned())]);
        for other in [&b"ap"[..], b"App", b"", b"*", b"\xff"] {
            assert!(list.namespaces_of(other).is_empty());
        }
    }

    #[test]
    fn whatever_is_not_exactly_a_list_is_refused_and_named() {
        let long = format!(r#"{{"targets":[{{"workload":"{}"}}]}}"#, "x".repeat(256));
        let many = format!(r#"{{"targets":[{}]}}"#, vec![r#"{"workload":"a"}"#; 10_001].join(","));
        for (text, named) in [
            ("", "not JSON (line 1, column 0)"),
            ("[]", "wrong type"),
            ("{}", "targets is missing"),
            (r#"{"targets":{}}"#, "wrong type"),
            (r#"{"targets":[]}"#, "targets is empty"),
            (r#"{"targets":["app"]}"#, "wrong type"),
            (r#"{"targets":[["app"]]}"#, "wrong type"),
            (r#"{"targets":[{}]}"#, "workload is missing"),
            (r#"{"targets":[{"workload":"*"}]}"#, "targets[0].workload is \"*\""),
            (r#"{"targets":[{"workload":""}]}"#, "targets[0].workload"),
            (r#"{"targets":[{"workload":7}]}"#, "wrong type"),
            (r#"{"targets":[{"workload":"a","namespace":null}]}"#, "wrong type"),
            (r#"{"targets":[{"workload":"a","namespace":""}]}"#, "targets[0].namespace"),
            (r#"{"targets":[{"workload":"a","comment":"b"}]}"#, "a key that a target list does not have (line 1"),
            (r#"{"targets":[{"workload":"a"}],"all":true}"#, "a key that a target list does not have"),
            (r#"{"targets":[{"workload":"a","workload":"b"}]}"#, "a key is given twice"),
            (r#"{"targets":[],"targets":[{"workload":"a"}]}"#, "a key is given twice"),
            (r#"{"targets":[{"workload":"a"},{"workload":"a"}]}"#, "targets[1].workload repeats"),
            (r#"{"targets":[{"workload":"a"}]} {}"#, "not JSON"),
            (&long, "255"),
            (&many, "10000"),
        ] {
            let refused = TargetList::parse(text.as_bytes()).expect_err(text);
            assert!(refused.contains(named), "{text:.80}: {refused}");
        }
        for text in [
            r#"{"targets":"canary"}"#,
            r#"{"targets":[{"workload":"a","canary":1}]}"#,
            r#"{"targets":[{"workload":["canary"]}]}"#,
            r#"{"targets":[{"workload":"canary"},{"workload":"canary"}]}"#,
        ] {
            let refused = TargetList::parse(text.as_bytes()).expect_err(text);
            assert!(!refused.contains("canary"), "{refused}");
        }
        assert!(TargetList::parse(b"{\"targets\":[{\"workload\":\"\xff\"}]}").is_err());
    }
}
