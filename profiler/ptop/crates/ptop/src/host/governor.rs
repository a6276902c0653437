//! Who decides how fast the CPUs run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Where the kernel shows the groups of CPUs that change their frequency together.
const GROUPS: &str = "/sys/devices/system/cpu/cpufreq";

/// The governor; where CPUs have different ones, all of them in the order of their names, joined by `+`. `None` where the
/// kernel does not change frequencies.
pub fn governor() -> Option<String> {
    governors(Path::new(GROUPS))
}

fn governors(groups: &Path) -> Option<String> {
    let names = fs::read_dir(groups).ok()?.filter_map(|group| {
        // A group whose CPUs are all offline has none.
        let text = fs::read_to_string(group.ok()?.path().join("scaling_governor")).ok()?;
        let name = text.trim();
        (!name.is_empty()).then(|| name.to_owned())
    });
    let names: BTreeSet<String> = names.collect();
    (!names.is_empty()).then(|| names.into_iter().collect::<Vec<_>>().join("+"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::governors;

    /// What is found where groups have these governors.
    fn of(name: &str, groups: &[Option<&str>]) -> Option<String> {
        let root = std::env::temp_dir().join(format!("ptop-governor-{}-{name}", std::process::id()));
        for (number, governor) in groups.iter().enumerate() {
            let group = root.join(format!("policy{number}"));
            fs::create_dir_all(&group).expect("the temporary directory is writable");
            if let Some(text) = governor {
                fs::write(group.join("scaling_governor"), text).expect("it is ours");
            }
        }
        let found = governors(&root);
        let _ = fs::remove_dir_all(root);
        found
    }

    #[test]
    fn equal_governors_are_one_and_others_are_joined_in_order() {
        assert_eq!(of("equal", &[Some("schedutil\n"), Some("schedutil\n")]).as_deref(), Some("schedutil"));
        assert_eq!(
            of("mixed", &[Some("schedutil\n"), Some("performance\n"), None]).as_deref(),
            Some("performance+schedutil")
        );
    }

    #[test]
    fn a_machine_whose_frequencies_do_not_change_has_none() {
        assert_eq!(of("none", &[]), None);
        assert_eq!(of("offline", &[None, Some("\n")]), None);
    }
}
