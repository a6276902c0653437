/** One difference with every kind of axis and every state, as the comparison would word it. */
import type { AxisDiff, Change, Diff } from '../../profiler/witness/diff/diff.ts';
import type { Observation } from '../../profiler/witness/diff/verdict.ts';
import { answer } from '../../profiler/witness/say/answer/answer.ts';
import { findFindings } from '../../profiler/witness/say/findings/find-findings.ts';
import { groupFindings } from '../../profiler/witness/say/findings/group-findings.ts';
import { addTestable } from '../../profiler/witness/say/summary/notes.ts';
import { sayIdentity } from '../../profiler/witness/say/summary/say-identity.ts';
import { summarise } from '../../profiler/witness/say/summary/summarise.ts';
import { sayConfirmation } from '../../profiler/witness/say/summary/summary-facts.ts';
import type { CaptureRecord } from '../../src/control/api/api.ts';
import { judgeAxes, missingOf, ownRateOf, type Scenario, seedConfirmation, work } from './seed-verdicts.ts';

const complete: AxisDiff['head'] = { state: 'complete', why: [] };

function seen(rate: number, captures: number, of: number): Observation {
  return { seen: true, rate, count: Math.round(rate * 60 * captures), captures, of };
}

function unseen(of: number): Observation {
  return { seen: false, below: 3 / (60 * of), of };
}

/** Durations around this power of two of nanoseconds, the longest of them far above it. */
function lasted(power: number, count: number, captures: number): Observation {
  const between = (percent: number, above: number) => ({
    percent,
    from: 2 ** (power + above),
    to: 2 ** (power + above + 1),
  });
  const quantiles = [between(50, 0), between(90, 2), ...(count < 100 ? [] : [between(99, 5)])];
  return { seen: true, rate: 2 ** (power + 0.7), count, captures, of: captures, quantiles };
}

const noFloor =
  'no noise floor: 1 replicate of 2.14.0 missing; request them (kind replicate). Until then these are measurements, not a verdict.';

function functions(): Change[] {
  const named: Change[] = [
    {
      key: 'checkout::price_basket (checkout-api)',
      change: 'not_judged',
      before: seen(11.2, 3, 3),
      after: seen(33.9, 1, 1),
      place: { file: 'src/pricing/basket.rs', line: 41 },
    },
    {
      key: 'std::sys::alloc::realloc (checkout-api)',
      change: 'not_judged',
      before: seen(6.4, 3, 3),
      after: seen(7.1, 1, 1),
    },
    {
      key: 'checkout::tax::rate_for_region (checkout-api)',
      change: 'not_judged',
      before: unseen(3),
      after: seen(0.9, 1, 1),
    },
    { key: 'epoll_wait (libc.so.6)', change: 'not_judged', before: seen(4.8, 3, 3), after: seen(4.1, 1, 1) },
  ];
  const rest = Array.from({ length: 36 }, (_, index): Change => ({
    key: `checkout::handlers::step_${String(index + 1).padStart(2, '0')} (checkout-api)`,
    change: 'not_judged',
    before: seen(3.1 - index * 0.07, 3, 3),
    after: seen(3 - index * 0.068, 1, 1),
  }));
  return [...named, ...rest];
}

function axes(): AxisDiff[] {
  const compared = { state: 'compared' as const, baseline: complete, head: complete, caveats: [] };
  return [
    {
      ...compared,
      axis: 'cpu_time',
      source: 'cpu_time',
      kind: 'scalar',
      unit: 'CPU ms/s',
      no_noise_floor: noFloor,
      totals: { before: 52.4, after: 81.8 },
      changes: [{ key: 'thread worker', change: 'not_judged', before: seen(51, 3, 3), after: seen(80.2, 1, 1) }],
      unchanged: 0,
    },
    {
      ...compared,
      axis: 'cpu_stacks',
      source: 'cpu_stacks',
      kind: 'rate',
      unit: 'CPU ms/s',
      no_noise_floor: noFloor,
      caveats: ['98.7 % of stacks are whole; the rest end in code without unwind information.'],
      totals: { before: 40.8, after: 64.9 },
      changes: functions(),
      unchanged: 0,
    },
    {
      ...compared,
      axis: 'files',
      source: 'files',
      kind: 'set',
      unit: 'opens/s',
      changes: [
        {
          key: '/etc/checkout/tax-rules-{n}.json read',
          change: 'new',
          before: unseen(3),
          after: seen(0.066, 1, 1),
          first_seen_sec: 13,
        },
        { key: '/var/log/checkout/audit.log write', change: 'not_seen', before: seen(0.21, 3, 3), after: unseen(1) },
      ],
      unchanged: 31,
    },
    {
      ...compared,
      axis: 'file_io',
      source: 'file_io',
      kind: 'rate',
      unit: 'bytes/s',
      no_noise_floor: noFloor,
      totals: { before: 0, after: 270 },
      changes: [
        {
          key: 'read /etc/checkout/tax-rules-{n}.json',
          change: 'not_judged',
          before: { seen: true, count: 0, rate: 0, captures: 0, of: 3 },
          after: seen(270, 1, 1),
        },
      ],
      unchanged: 0,
    },
    {
      ...compared,
      axis: 'network',
      source: 'network',
      kind: 'set',
      unit: 'events/s',
      changes: [
        {
          key: 'connect tcp 10.4.0.0/16 port 8443',
          change: 'new',
          before: unseen(3),
          after: seen(1.4, 1, 1),
          first_seen_sec: 0.8,
        },
      ],
      unchanged: 6,
    },
    {
      ...compared,
      axis: 'syscall_names',
      source: 'syscalls',
      kind: 'set',
      unit: 'calls/s',
      changes: [],
      unchanged: 41,
    },
    {
      ...compared,
      axis: 'network_round_trips',
      source: 'network',
      kind: 'distribution',
      unit: 'ns',
      no_noise_floor: noFloor,
      caveats: ['1 key has fewer than 10 durations on a side and cannot be compared'],
      changes: [
        {
          key: 'connect tcp 10.4.7.20 port 5432',
          change: 'not_judged',
          before: lasted(17, 61_204, 3),
          after: lasted(19, 20_388, 1),
        },
        {
          key: 'connect tcp 10.4.7.31 port 6379',
          change: 'not_judged',
          before: lasted(16, 812, 3),
          after: lasted(16, 74, 1),
        },
      ],
      unchanged: 0,
    },
    {
      axis: 'syscalls',
      source: 'syscalls',
      kind: 'rate',
      unit: 'calls/s',
      state: 'not_comparable',
      reason:
        '2.13.4: measured; 2.14.0: not measured (syscalls.sys_enter: tracefs is not mounted at /sys/kernel/tracing.)',
      baseline: complete,
      head: { state: 'missing', why: ['syscalls.sys_enter: tracefs is not mounted at /sys/kernel/tracing.'] },
      caveats: [],
      changes: [],
      unchanged: 0,
    },
  ];
}

/** `undefined` when the sides cannot be found among the pushed captures. */
export function seedDiff(
  captures: readonly CaptureRecord[],
  from: string | undefined,
  to: string | undefined,
  scenario: Scenario = 'bare',
): Diff | undefined {
  const heads = captures.filter(({ status, kind }) => status === 'pushed' && kind === 'head');
  const head = heads.find(({ version }) => to === undefined || version === to);
  if (head === undefined) return undefined;
  const baseline = heads.find(({ version, requested_at: at }) =>
    from === undefined ? version !== head.version && at < head.requested_at : version === from,
  );
  if (baseline === undefined) return undefined;
  const refOf = ({ request_id, version, requested_at }: CaptureRecord) => ({
    request_id,
    version,
    requested_at,
    bundle_id: `bundle-${request_id}`,
    instance: 'profiler-node-a',
  });
  const replicatesOf = (wanted: string) =>
    captures
      .filter(({ version, kind, status }) => version === wanted && kind === 'replicate' && status === 'pushed')
      .map(refOf);
  const compared = judgeAxes(axes(), scenario);
  const found = findFindings(compared);
  const missing = missingOf(scenario);
  const confirmation = seedConfirmation(scenario, head.requested_at);
  const versions = { from: baseline.version, to: head.version };
  return {
    workload: head.workload,
    env: head.env,
    baseline: refOf(baseline),
    baseline_replicates: replicatesOf(baseline.version),
    head: refOf(head),
    head_replicates: replicatesOf(head.version),
    baseline_choice: {
      why:
        from === undefined
          ? `${baseline.version} is the latest version captured before ${head.version}`
          : `version ${from} was asked for`,
      skipped: [{ version: '2.13.5', request_id: 'cap_oom', why: 'its outcome is failed' }],
    },
    load_factor: 1.07,
    work_per_second: work,
    caveats: scenario === 'bare' ? ['CPU model differs: EPYC 7B13 and EPYC 9B14'] : [],
    recorded: head.recorded || baseline.recorded,
    identity: 'different',
    identity_basis: describeBasis(baseline.version, head.version),
    spacing_ms: 900_000,
    confirmation,
    summary: summarise({
      ...versions,
      ...found,
      answer: answer({
        workload: head.workload,
        ...versions,
        ...found,
        axes: compared,
        work,
        hasVerdict: found.judged > 0 && missing.verdict === 0,
      }),
      findings: groupFindings(found.findings, { axes: compared, work }),
      notComparable: compared.flatMap(({ axis, state, reason = '' }) =>
        state === 'compared' ? [] : [{ axis, reason }],
      ),
      replicatesNeeded:
        missing.confirmed === 0 || confirmation.state === 'closed'
          ? []
          : [
              {
                version: head.version,
                for_verdict: missing.verdict,
                for_confirmed: missing.confirmed,
                duration_sec: head.duration_sec,
                warmup_sec: head.warmup_sec,
                ...(head.image !== undefined && { image: head.image }),
              },
            ],
      isSameBinary: false,
      ...ownRateOf(scenario),
      testable: addTestable(compared.flatMap(({ testable }) => testable ?? [])),
      ...sayConfirmation(confirmation, found.findings),
    }),
    axes: compared,
  };
}

function describeBasis(from: string, to: string): Diff['identity_basis'] {
  const ran = (build: string): Diff['identity_basis']['head'] => ({
    by: 'executables',
    executables: [`/usr/bin/checkout-api ${build}`],
    runtimes: [],
  });
  const [baseline, head] = [ran('1f2e3d4c5b6a'), ran('9a8b7c6d5e4f')];
  return {
    baseline,
    head,
    sentences: sayIdentity({ version: from, basis: baseline }, { version: to, basis: head }, { identity: 'different' }),
  };
}
