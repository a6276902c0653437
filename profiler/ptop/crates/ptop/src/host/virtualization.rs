//! Whether the machine is a virtual one, and whose.

use std::fs;

/// `none`, or the hypervisor; `other` for one without a name here. `None` when nothing says.
pub fn virtualization() -> Option<&'static str> {
    // Xen runs guests in which the processor does not say so.
    if text_of("/sys/hypervisor/type").is_some_and(|text| text == "xen") {
        return Some("xen");
    }
    by_processor().or_else(by_device_tree).or_else(by_firmware)
}

/// Name by the signature that the processor gives of its hypervisor.
#[cfg(any(target_arch = "x86_64", test))]
fn by_signature(signature: &[u8]) -> &'static str {
    match signature {
        b"KVMKVMKVM\0\0\0" | b"Linux KVM Hv" => "kvm",
        b"TCGTCGTCGTCG" => "qemu",
        b"XenVMMXenVMM" => "xen",
        b"VMwareVMware" => "vmware",
        b"Microsoft Hv" => "microsoft",
        b"VBoxVBoxVBox" => "virtualbox",
        b"bhyve bhyve " => "bhyve",
        b"ACRNACRNACRN" => "acrn",
        b"QNXQVMBSQG\0\0" => "qnx",
        b" lrpepyh  vr" | b"prl hyperv  " => "parallels",
        _ => "other",
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(clippy::unnecessary_wraps, reason = "other processors do not say it")]
fn by_processor() -> Option<&'static str> {
    use std::arch::x86_64::__cpuid;

    /// Set for guests.
    const IS_GUEST: u32 = 1 << 31;
    /// The first leaf of a hypervisor. One that also plays another's has its own a step further.
    const LEAF: u32 = 0x4000_0000;
    const STEP: u32 = 0x100;

    #[allow(unused_unsafe, reason = "older compilers call it unsafe")]
    let ask = |leaf: u32| {
        // SAFETY: every x86-64 processor has the instruction, and answers leaves it does not have as well.
        unsafe { __cpuid(leaf) }
    };
    if ask(1).ecx & IS_GUEST == 0 {
        return Some("none");
    }
    let named = |leaf: u32| {
        let answer = ask(leaf);
        by_signature([answer.ebx, answer.ecx, answer.edx].map(u32::to_le_bytes).as_flattened())
    };
    let own = named(LEAF + STEP);
    Some(match named(LEAF) {
        "microsoft" if own != "other" => own,
        first => first,
    })
}

#[cfg(not(target_arch = "x86_64"))]
fn by_processor() -> Option<&'static str> {
    None
}

/// Of machines that are described by a tree of devices.
fn by_device_tree() -> Option<&'static str> {
    let node = text_of("/proc/device-tree/hypervisor/compatible");
    node.map(|text| by_compatible(&text)).or_else(|| {
        // The machine that QEMU and others make up has no other model.
        text_of("/proc/device-tree/compatible").filter(|text| text.contains("linux,dummy-virt")).map(|_| "other")
    })
}

fn by_compatible(compatible: &str) -> &'static str {
    let known = [("kvm", "kvm"), ("xen", "xen"), ("vmware", "vmware")];
    known.iter().find(|(part, _)| compatible.contains(part)).map_or("other", |(_, name)| name)
}

/// By what the firmware says who made the machine.
fn by_firmware() -> Option<&'static str> {
    let field = |name: &str| text_of(&format!("/sys/class/dmi/id/{name}"));
    Some(by_maker(&field("sys_vendor")?, &field("product_name").unwrap_or_default()))
}

fn by_maker(vendor: &str, product: &str) -> &'static str {
    match (vendor, product) {
        ("Amazon EC2", product) if product.contains("metal") => "none",
        ("Amazon EC2" | "Google" | "KVM" | "Red Hat" | "OpenStack Foundation" | "Alibaba Cloud" | "KubeVirt", _) => {
            "kvm"
        }
        ("QEMU", _) => "qemu",
        ("Xen", _) => "xen",
        ("Microsoft Corporation", "Virtual Machine") => "microsoft",
        ("innotek GmbH", _) => "virtualbox",
        ("Apple Inc.", product) if product.contains("Virtualization") => "apple",
        (vendor, product) if vendor.starts_with("VMware") || product.starts_with("VMware") => "vmware",
        (vendor, _) if vendor.starts_with("Parallels") => "parallels",
        (_, product) if product.contains("KVM") => "kvm",
        _ => "none",
    }
}

/// `None` when it is empty or cannot be read. Texts of the tree end with a zero byte.
fn text_of(path: &str) -> Option<String> {
    let bytes = fs::read(path).ok()?;
    let text = String::from_utf8_lossy(&bytes).trim_matches(['\0', '\n', ' ']).to_owned();
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::{by_compatible, by_maker, by_signature, virtualization};

    #[test]
    fn a_hypervisor_is_known_by_what_it_calls_itself() {
        for (signature, name) in [
            (b"KVMKVMKVM\0\0\0", "kvm"),
            (b"Microsoft Hv", "microsoft"),
            (b"XenVMMXenVMM", "xen"),
            (b"VMwareVMware", "vmware"),
            (b"unheard of..", "other"),
        ] {
            assert_eq!(by_signature(signature), name);
        }
    }

    #[test]
    fn makers_of_machines_and_of_virtual_ones_are_distinguished() {
        for (vendor, product, name) in [
            ("Amazon EC2", "c7g.large", "kvm"),
            ("Amazon EC2", "c7g.metal", "none"),
            ("Google", "Google Compute Engine", "kvm"),
            ("Microsoft Corporation", "Virtual Machine", "microsoft"),
            ("Microsoft Corporation", "Surface Pro", "none"),
            ("VMware, Inc.", "VMware20,1", "vmware"),
            ("QEMU", "QEMU Virtual Machine", "qemu"),
            ("Apple Inc.", "Apple Virtualization Generic Platform", "apple"),
            ("Dell Inc.", "PowerEdge R740", "none"),
        ] {
            assert_eq!(by_maker(vendor, product), name, "{vendor} {product}");
        }
    }

    #[test]
    fn a_tree_of_devices_names_its_hypervisor() {
        assert_eq!(
            (by_compatible("linux,kvm"), by_compatible("xen,xen-4.17"), by_compatible("x")),
            ("kvm", "xen", "other")
        );
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn this_machine_says_the_same_as_its_kernel() {
        let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").expect("readable");
        let is_guest = cpuinfo.lines().any(|line| line.starts_with("flags") && line.contains(" hypervisor"));
        assert_eq!(virtualization() != Some("none"), is_guest);
        assert!(virtualization().is_some());
    }
}
