//! What a file of Perl is called wherever it is installed.

/// Folders in which libraries are installed; behind some of them come a version and a machine.
const LIBRARIES: [&str; 6] = ["/perl5/", "/perl/", "/perl-base/", "/site_perl/", "/vendor_perl/", "/core_perl/"];
/// The folder in which a program has libraries of its own.
const OWN_LIBRARY: &str = "/lib/";
/// The end of a library's name.
const LIBRARY: &str = ".pm";
/// What the texts are called that a program evaluates: with a number, which grows.
const TEXT: &str = "(eval ";
const TEXT_NAME: &str = "(eval)";

/// The part of a file's path that does not depend on where it was installed: for a library what `require` calls it,
/// else its own name. A library outside all folders of libraries is known by its package.
pub(super) fn module_of<'a>(path: &'a str, package: &str) -> &'a str {
    if path.starts_with(TEXT) {
        return TEXT_NAME;
    }
    let own = &path[path.rfind('/').map_or(0, |slash| slash + 1)..];
    let behind = |folder: &&str| path.rfind(folder).map(|start| start + folder.len());
    if let Some(start) = LIBRARIES.iter().filter_map(behind).max() {
        return behind_machine(&path[start..]);
    }
    if !path.ends_with(LIBRARY) {
        return own;
    }
    match behind(&OWN_LIBRARY) {
        Some(start) => &path[start..],
        None => by_package(path, package).unwrap_or(own),
    }
}

/// What the path of a file is for the record: of a text that was evaluated none that grows without end.
pub(super) fn path_of(path: &str) -> &str {
    if path.starts_with(TEXT) { TEXT_NAME } else { path }
}

/// The base name.
pub(super) fn name_of(module: &str) -> &str {
    module.rsplit('/').next().unwrap_or(module)
}

/// Without the version and the machine at the beginning.
fn behind_machine(path: &str) -> &str {
    let mut rest = path;
    while let Some((folder, behind)) = rest.split_once('/') {
        let is_version = folder.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        if !is_version && !folder.contains("-linux") {
            break;
        }
        rest = behind;
    }
    rest
}

/// Of `/srv/Shop/Order.pm` with the package `Shop::Order::Item`: `Shop/Order.pm`.
fn by_package<'a>(path: &'a str, package: &str) -> Option<&'a str> {
    let parts: Vec<&str> = package.split("::").filter(|part| !part.is_empty()).collect();
    (1..=parts.len()).rev().find_map(|count| {
        let wanted = format!("/{}{LIBRARY}", parts[..count].join("/"));
        path.ends_with(&wanted).then(|| &path[path.len() - wanted.len() + 1..])
    })
}

#[cfg(test)]
mod tests {
    use super::{module_of, path_of};

    #[test]
    fn a_file_is_named_the_same_wherever_it_is_installed() {
        for (path, package, module) in [
            ("/usr/share/perl/5.36/JSON/PP.pm", "JSON::PP", "JSON/PP.pm"),
            ("/usr/share/perl5/Moo/Object.pm", "Moo::Object", "Moo/Object.pm"),
            ("/usr/lib/x86_64-linux-gnu/perl-base/List/Util.pm", "List::Util", "List/Util.pm"),
            ("/usr/lib/x86_64-linux-gnu/perl/5.36/threads.pm", "threads", "threads.pm"),
            ("/usr/local/lib/perl5/site_perl/5.36.0/x86_64-linux-gnu/DBI.pm", "DBI::st", "DBI.pm"),
            ("/home/a/perl5/lib/perl5/x86_64-linux-thread-multi/Moose.pm", "Moose", "Moose.pm"),
            ("/srv/shop/lib/Shop/Order.pm", "Shop::Order", "Shop/Order.pm"),
            ("/srv/shop/Shop/Order.pm", "Shop::Order::Item", "Shop/Order.pm"),
            ("/srv/shop/Shop/Order.pm", "Other", "Order.pm"),
            ("/srv/shop/lib/tool.pl", "main", "tool.pl"),
            ("tool.pl", "main", "tool.pl"),
            ("-e", "main", "-e"),
            ("(eval 17)", "main", "(eval)"),
            ("/x/perl5/", "", ""),
            ("", "", ""),
        ] {
            assert_eq!(module_of(path, package), module, "{path}");
        }
        assert_eq!((path_of("(eval 17)"), path_of("/a/b.pl")), ("(eval)", "/a/b.pl"));
    }
}
