//! The arguments of `processes` and of `targets`.

use super::command::{Command, ListChoice, ProcessRequest};
use super::values::{choose, chosen, file, name, sentence, wrong};
use crate::collector::exit::Failure;

pub(super) fn parse_processes(parser: &mut lexopt::Parser) -> Result<Command, Failure> {
    use lexopt::prelude::*;
    let (mut list, mut workload, mut namespaces, mut json) = (None, None, Vec::new(), false);
    while let Some(argument) = parser.next().map_err(|error| wrong(sentence(&error)))? {
        match argument {
            Long("targets") => choose(&mut list, ListChoice::File(file(parser)?))?,
            Long("unlisted") => choose(&mut list, ListChoice::Unlisted)?,
            Long("workload") if workload.is_none() => workload = Some(name(parser, "--workload")?),
            Long("workload") => return Err(wrong("--workload is given twice; one name is looked for at a time.")),
            Long("namespace") => namespaces.push(name(parser, "--namespace")?),
            Long("json") => json = true,
            other => return Err(wrong(sentence(&other.unexpected()))),
        }
    }
    let workload = workload.ok_or_else(|| wrong("--workload is needed."))?;
    Ok(Command::Processes(ProcessRequest { workload, namespaces, list: chosen(list)?, json }))
}

pub(super) fn parse_targets(parser: &mut lexopt::Parser) -> Result<Command, Failure> {
    use lexopt::prelude::*;
    let (mut list, mut json) = (None, false);
    while let Some(argument) = parser.next().map_err(|error| wrong(sentence(&error)))? {
        match argument {
            Long("targets") => choose(&mut list, ListChoice::File(file(parser)?))?,
            Long("json") => json = true,
            other => return Err(wrong(sentence(&other.unexpected()))),
        }
    }
    Ok(Command::Targets { list: chosen(list)?, json })
}
