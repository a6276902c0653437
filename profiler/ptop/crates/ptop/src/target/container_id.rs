//! The container of a process, by the names that container runtimes give cgroups.

/// Hexadecimal digits of an id.
const DIGITS: usize = 64;
/// Between what a runtime puts before an id and the id.
const SEPARATORS: [char; 2] = ['-', ':'];
/// Before the id of the container that is watched, in the name of the cgroup of the program that watches it.
const WATCHERS: &str = "conmon";

/// The id of the innermost container in the path of a process's cgroup, or else in another line of its
/// `/proc/<pid>/cgroup`: each of the older hierarchies has a path of its own.
pub fn container_id(path: &str, lines: &str) -> Option<String> {
    let paths = lines.lines().filter_map(|line| line.splitn(3, ':').nth(2));
    std::iter::once(path).chain(paths).find_map(|path| path.rsplit('/').find_map(id_in)).map(str::to_owned)
}

/// In `docker-<id>.scope`, `cri-containerd-<id>.scope`, `libpod-<id>.scope`, `kubepods-pod:cri-containerd:<id>`, `<id>`.
fn id_in(name: &str) -> Option<&str> {
    let name = name.strip_suffix(".scope").unwrap_or(name);
    let (before, id) = name.rsplit_once(SEPARATORS).unwrap_or(("", name));
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    (id.len() == DIGITS && id.bytes().all(is_digit) && !before.ends_with(WATCHERS)).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::container_id;

    const ID: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    const OTHER: &str = "fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210";

    #[test]
    fn each_container_runtime_has_its_own_names() {
        let pod = "/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod1_2.slice";
        let user = "/user.slice/user-1000.slice/user@1000.service";
        for (runtime, path) in [
            ("Docker, systemd", format!("/system.slice/docker-{ID}.scope")),
            ("Docker, cgroupfs", format!("/docker/{ID}")),
            ("Docker, cgroupfs, a parent of its own", format!("/builds/7/{ID}")),
            ("Docker without root", format!("{user}/app.slice/docker-{ID}.scope")),
            ("Docker in a container of Docker", format!("/docker/{OTHER}/docker/{ID}")),
            ("systemd in a container", format!("/docker/{ID}/system.slice/ssh.service")),
            ("containerd of Kubernetes, systemd", format!("{pod}/cri-containerd-{ID}.scope")),
            ("containerd of Kubernetes, cgroupfs", format!("/kubepods/besteffort/pod0f7a/{ID}")),
            (
                "containerd below its own service",
                format!("/system.slice/containerd.service/kubepods-pod0f7a.slice:cri-containerd:{ID}"),
            ),
            ("containerd, its default namespace", format!("/default/{ID}")),
            ("nerdctl, systemd", format!("/system.slice/nerdctl-{ID}.scope")),
            ("CRI-O, systemd", format!("{pod}/crio-{ID}.scope")),
            ("CRI-O, systemd, below its scope", format!("{pod}/crio-{ID}.scope/container")),
            ("CRI-O, cgroupfs", format!("/kubepods/burstable/pod0f7a/crio-{ID}")),
            ("podman, systemd", format!("/machine.slice/libpod-{ID}.scope")),
            ("podman, systemd, below its scope", format!("/machine.slice/libpod-{ID}.scope/container")),
            (
                "podman, in a pod",
                format!("/machine.slice/machine-libpod_pod_{OTHER}.slice/libpod-{ID}.scope/container"),
            ),
            ("podman without root", format!("{user}/user.slice/libpod-{ID}.scope/container")),
            ("podman, cgroupfs", format!("/libpod_parent/libpod-{ID}")),
            ("podman, cgroupfs, in a pod", format!("/libpod_parent/{OTHER}/libpod-{ID}")),
            ("Amazon ECS", format!("/ecs/0123456789abcdef0123456789abcdef/{ID}")),
            ("seen from another container", format!("/../cri-containerd-{ID}.scope")),
            ("an innermost container", format!("/docker/{OTHER}/system.slice/docker-{ID}.scope")),
        ] {
            assert_eq!(container_id(&path, "").as_deref(), Some(ID), "{runtime}: {path}");
            // On the older hierarchies, where the unified one has no controller or is not there.
            let older = format!("12:pids:{path}\n11:cpu,cpuacct:{path}\n1:name=systemd:{path}\n");
            for lines in [older.clone(), format!("{older}0::/\n")] {
                assert_eq!(container_id("/", &lines).as_deref(), Some(ID), "{runtime}: {lines}");
            }
        }
    }

    #[test]
    fn other_paths_have_none() {
        for path in [
            "/".to_owned(),
            String::new(),
            "/system.slice/ssh.service".to_owned(),
            format!("/docker/{}", &ID[1..]),
            format!("/docker/{ID}0"),
            format!("/docker/{}", ID.to_uppercase()),
            format!("/docker/{}g", &ID[1..]),
            // The program that watches a container is not in it.
            format!("/machine.slice/libpod-conmon-{ID}.scope"),
            format!("/kubepods.slice/crio-conmon-{ID}.scope"),
            format!("/kubepods/burstable/pod0f7a/crio-conmon-{ID}"),
            // What containers of a pod have in common.
            format!("/machine.slice/machine-libpod_pod_{ID}.slice"),
            "/kubepods.slice/kubepods-pod1_2.slice".to_owned(),
        ] {
            assert_eq!(container_id(&path, ""), None, "{path}");
        }
    }

    #[test]
    fn a_hierarchy_of_its_own_tells_where_the_path_does_not() {
        let lines = format!("9:name=systemd:/docker/{ID}\n8:memory:/\n0::/\n");
        assert_eq!(container_id("/", &lines).as_deref(), Some(ID));
        assert_eq!(container_id(&format!("/docker/{OTHER}"), &lines).as_deref(), Some(OTHER));
    }
}
