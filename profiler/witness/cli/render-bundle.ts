/** One capture as plain text: what was measured and what was not, with the largest keys of each axis. */
import type { Bundle, BundleAxis } from '../bundle/record/bundle.ts';
import type { AxisId } from '../bundle/record/collector-record.ts';
import { printable } from '../../../src/core/text/hidden-characters.ts';
import { renderNumber } from '../diff/write-value.ts';

const shownKeys = 5;

/** What amounts are of, for axes whose keys all count the same; other keys say it themselves. */
const unitOf: Partial<Record<AxisId, string>> = {
  cpu_time: 'ns',
  cpu_stacks: 'samples',
  syscalls: 'calls',
  files: 'opens',
  file_changes: 'changes',
  file_io: 'calls',
  processes: 'events',
  signals: 'signals',
  executable_memory: 'calls',
  capabilities: 'checks',
};

export function renderBundle(bundle: Bundle): string {
  const { request, host, window, target, probes, instance } = bundle;
  const measured = probes.filter(({ state }) => state === 'measured').length;
  const lines = [
    `${request.workload} ${request.version}${request.env === '' ? '' : ` in ${request.env}`}, ${request.kind}`,
    ...(bundle.recorded ? ['RECORDED: a replay of a recorded capture; nothing was measured on this machine.'] : []),
    `requested by ${request.requested_by} at ${request.requested_at}, captured by ${instance}`,
    `${renderNumber(window.measured_ns / 1e9)} s from ${window.start_wall}`,
    `${host.kernel} ${host.arch}, ${host.online_cpus} CPUs, ${host.cpu_model}`,
    `${measured} of ${probes.length} probes measured`,
    '',
    'PROCESSES',
    ...target.processes.map(({ pid, comm, exe_path: path, build_id: build }) => {
      return `  ${pid} ${comm}  ${path}${build === undefined ? '' : `  build ${build}`}`;
    }),
    ...bundle.axes.flatMap((axis) => ['', ...renderAxis(axis)]),
  ];
  return lines.map(printable).join('\n');
}

function renderAxis(axis: BundleAxis): string[] {
  const title = `${axis.axis.toUpperCase()} (${axis.state})`;
  const why = axis.why.map((one) => `  ${one}`);
  if (axis.state === 'missing') return [title, ...why];
  const unit = unitOf[axis.axis] === undefined ? '' : ` ${unitOf[axis.axis]}`;
  const keys = axis.features.toSorted((a, b) => b.amount - a.amount).slice(0, shownKeys);
  const hidden = axis.features.length - keys.length;
  return [
    title,
    ...why,
    ...keys.map((feature) => `  ${feature.amount}${unit}  ${feature.key}`),
    ...(hidden > 0 ? [`  … and ${hidden} more keys`] : []),
    ...(axis.features.length === 0 ? ['  measured, and nothing was seen'] : []),
  ];
}
