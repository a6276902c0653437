import { capabilities, type Capability } from '../../profiler/host/boot/capabilities.ts';
import { judgeBoot } from '../../profiler/host/boot/judge-boot.ts';
import { healthyBoot as healthyProfiler } from '../../profiler/host/boot/healthy-boot.ts';
import { code, codes, type Page, renderTable, toPage } from './page.ts';
import { type Probe, readProbes } from './read-probes.ts';

export function render(): Page[] {
  const probes = readProbes();
  return [
    toPage('capabilities.md', 'profiler/host/boot/capabilities.ts and profiler/ptop/probes/*/probe.toml', [
      '# Capabilities of the collector',
      'One file, `ptop`, has exactly the five capabilities below. The process that is connected to the network has none. The Profiler refuses to boot when one is missing, and when the file has another one.',
      'No probe needs more than three. The other two open files for the names of functions. Every capability is effective from the admission of a capture until its record is written; the target list and the output file are opened without them.',
      renderTable(
        ['capability', 'bit', 'what the collector does with it', 'lost without it', 'probes that need it'],
        capabilities.map((one) => [
          `[${code(`CAP_${one.name}`)}](#cap_${one.name.toLowerCase()})`,
          String(one.bit),
          one.purpose,
          one.cost,
          countOf(one, probes),
        ]),
      ),
      ...capabilities.flatMap((one) => renderOne(one, probes)),
      '## What each probe costs',
      'Costs are for the measured process unless they say otherwise. A probe that is measured only when it is named costs nothing before.',
      renderTable(
        ['probe', 'axis', 'capabilities', 'attaches to', 'cost', 'not known without it'],
        probes.map((probe) => [
          `${code(probe.id)}${probe.on_request ? ' (only when it is named)' : ''}`,
          code(probe.axis),
          codes(probe.capabilities),
          code(`${probe.attach.kind}:${probe.attach.symbol}`),
          probe.cost,
          probe.absent,
        ]),
      ),
    ]),
  ];
}

function renderOne(one: Capability, probes: readonly Probe[]): string[] {
  const users = probes.filter((probe) => probe.capabilities.includes(one.name));
  const refusals = [refusalWithout(one, 'bounding set'), refusalWithout(one, 'file')];
  return [
    `## CAP_${one.name}`,
    `Needed ${one.purpose}.`,
    users.length === 0
      ? 'No probe needs it: every axis is measured without it, and functions have no names where it was needed.'
      : `Needed by ${users.length === probes.length ? 'every probe' : codes(users.map(({ id }) => id))}.`,
    renderTable(
      ['where it is missing', 'what the Profiler says', 'what to do'],
      refusals.map(({ where, cause, fix, code: name }) => [where, `${cause} (${code(name)})`, fix]),
    ),
    withoutProfiler(users.length, probes.length),
    // The search needs it, and only then is there anything to measure.
    ...(one.name === 'SYS_PTRACE' ? [searchRefusal] : []),
  ];
}

/** profiler/ptop/crates/ptop/tests/privilege.rs has these results. */
function withoutProfiler(users: number, all: number): string {
  if (users === 0) return 'Run by hand without it, `ptop capture` measures every axis.';
  const state = 'the state `failed` with the reason `missing_capability`';
  if (users === all) {
    return `Run by hand without it, \`ptop capture\` gives every probe ${state}, measures nothing, and ends with status 3.`;
  }
  return `Run by hand without it, \`ptop capture --pid\` gives these probes ${state}. The other ${all - users} measure.`;
}

const searchRefusal =
  'Run by hand without it, `ptop processes` ends with status 3: a search that cannot read executables would leave out processes without a word. The Profiler finds listed processes by this search.';

function countOf({ name }: Capability, probes: readonly Probe[]): string {
  const count = probes.filter((probe) => probe.capabilities.includes(name)).length;
  if (count === 0) return 'none';
  return count === probes.length ? 'all' : `${count} of ${probes.length}`;
}

/** The words of the boot itself, from facts in which only this capability is missing. */
function refusalWithout({ bit }: Capability, where: 'bounding set' | 'file') {
  const { own, collector } = healthyProfiler;
  if (collector.state !== 'started') throw new Error('a healthy Profiler starts its collector');
  const without = (mask: bigint): bigint => mask & ~(1n << BigInt(bit));
  const facts =
    where === 'file'
      ? { ...healthyProfiler, collector: { ...collector, permitted: without(collector.permitted) } }
      : { ...healthyProfiler, own: { ...own, bounding: without(own.bounding) } };
  const [refusal, ...more] = judgeBoot(facts).refusals;
  if (refusal === undefined || more.length > 0) throw new Error(`one refusal was expected for bit ${bit}`);
  return { where, ...refusal };
}
