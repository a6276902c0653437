//! The walk over all processes. One that ends meanwhile is left out.

use std::io;
use std::path::Path;

use super::report::{FoundProcess, Report};
use crate::arguments::ProcessRequest;
use crate::processes::{ProcessDirectory, compare, find_name, has_ended};
use crate::target::Stat;

/// This program and the one that started it, which are never a target: their pids as `proc` shows them.
///
/// # Errors
/// When procfs is not mounted there.
pub fn own_family(proc: &Path) -> io::Result<[u32; 2]> {
    let stat = Stat::parse(&std::fs::read(proc.join("self/stat"))?);
    let stat = stat.ok_or_else(|| io::Error::other("its self/stat has another form"))?;
    Ok([stat.pid, stat.parent])
}

/// Visits every process but those left out, in the order of their pids.
///
/// # Errors
/// When `proc` cannot be listed.
pub fn find(proc: &Path, request: &ProcessRequest, left_out: [u32; 2]) -> io::Result<Report> {
    let mut report = Report::default();
    for pid in list(proc)?.into_iter().filter(|pid| !left_out.contains(pid)) {
        match examine(proc, pid, request) {
            Ok(Some(process)) => report.add(process),
            Ok(None) => {}
            Err(error) if has_ended(&error) => {}
            Err(_) => report.counts.unread += 1,
        }
    }
    Ok(report)
}

/// The process when it has the asked name, whatever its namespace says.
fn examine(proc: &Path, pid: u32, request: &ProcessRequest) -> io::Result<Option<FoundProcess>> {
    let process = ProcessDirectory::open(proc, pid)?;
    let Some(matched_by) = find_name(&process, request.workload.as_bytes())? else { return Ok(None) };
    let namespace = compare(&process, pid, &request.namespaces);
    let stat = process.stat()?;
    Ok(stat.map(|stat| FoundProcess { pid, start_ticks: stat.start_ticks, matched_by, namespace }))
}

fn list(proc: &Path) -> io::Result<Vec<u32>> {
    let mut pids = Vec::new();
    for entry in std::fs::read_dir(proc)? {
        pids.extend(entry?.file_name().to_str().and_then(|name| name.parse::<u32>().ok()));
    }
    pids.sort_unstable();
    Ok(pids)
}
