/**
 * Judges stored captures: `node bench/verdicts/judge-captures.ts --out DIR`. Of captures of one version it counts how
 * often a report finds anything; of planted changes it says what was found of each. Occasions are as they were taken:
 * the spacing is the business of a control plane.
 */
import betaQuantile from '@stdlib/stats-base-dists-beta-quantile';
import { compare } from '../../profiler/witness/say/compare.ts';
import type { ComparedCapture } from '../../profiler/witness/judge/comparable/counted-captures.ts';
import { Diff } from '../../profiler/witness/diff/diff.ts';
import { renderBrought, renderFinding } from '../../profiler/witness/say/text/render-headline.ts';
import { findFindings } from '../../profiler/witness/say/findings/find-findings.ts';
import type { Finding } from '../../profiler/witness/diff/summary.ts';
import { totalKey } from '../../profiler/witness/diff/read-diff.ts';
import { vectorOf } from '../../profiler/witness/bundle/vector/vector-of.ts';
import { type ListedComparison, listPlanted, listSameVersion, loadRatio, readSides } from './comparisons.ts';
import { readIndex } from './capture-index.ts';
import { readOptions } from './read-options.ts';
import { variants } from './variants.ts';

const { out: folder } = readOptions(process.argv.slice(2), {});
const entries = readIndex(folder);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

type Claim = Pick<Finding, 'axis' | 'key' | 'state'>;

function judge(comparison: ListedComparison): Diff {
  const { baseline, head } = readSides(folder, comparison);
  const toCapture = (bundle: (typeof head)[number]): ComparedCapture => ({
    ref: {
      request_id: bundle.request.request_id,
      bundle_id: bundle.request.request_id,
      version: bundle.request.version,
      requested_at: bundle.request.requested_at,
      instance: bundle.instance,
    },
    vector: vectorOf(bundle),
  });
  const [before, ...baselineReplicates] = baseline.map(toCapture);
  const [after, ...headReplicates] = head.map(toCapture);
  if (before === undefined || after === undefined) throw new Error(`a side of ${comparison.variant} has no capture`);
  const diff = compare({
    workload: comparison.server,
    env: 'bench',
    baseline: before,
    baselineReplicates,
    head: after,
    headReplicates,
    choice: { why: 'captured in turn', skipped: [] },
    spacingMs: 0,
  });
  // What a control plane would not send is no answer.
  return Diff.parse(diff);
}

/** Everything that is said to differ: what the headline lists or counts, and each row that it has as part of another. */
function claimsOf({ axes }: Diff): Claim[] {
  const judged = axes.flatMap(({ axis, changes, totals }) =>
    [...changes, ...(totals?.change === undefined ? [] : [{ key: totalKey, change: totals.change }])]
      .filter(({ change }) => change === 'changed' || change === 'stopped')
      .map(({ key, change }) => ({ axis, key, state: change === 'stopped' ? 'stopped' : 'changed' }) as const),
  );
  return [...judged, ...findFindings(axes).findings.filter(({ state }) => state === 'new')];
}

function printFalse(claims: readonly Claim[]): void {
  for (const { axis, key, state } of claims) print(`  FALSE ${state}: ${axis}: ${key}`);
}

function printRate(what: string, wrong: number, reports: number): void {
  const low = wrong === 0 ? 0 : betaQuantile(0.025, wrong, reports - wrong + 1);
  const high = wrong === reports ? 1 : betaQuantile(0.975, wrong + 1, reports - wrong);
  print(`reports with ${what}: ${wrong} of ${reports} (95 % interval ${low.toFixed(3)} to ${high.toFixed(3)})`);
}

const found: Claim[][] = [];
for (const comparison of listSameVersion(entries, 3)) {
  const diff = judge(comparison);
  const claims = claimsOf(diff);
  found.push(claims);
  const load = `load ×${loadRatio(comparison).toFixed(2)} (from the captures ×${diff.load_factor?.toFixed(2) ?? '?'})`;
  print(
    `${comparison.server} ${found.length}: ${load}, ${diff.summary.judged} judged, ${diff.summary.undecided} undecided`,
  );
  printFalse(claims);
}
if (found.length > 0) {
  const withAny = (isWanted: (claim: Claim) => boolean): number => found.filter((some) => some.some(isWanted)).length;
  printRate(
    'a false change or stop',
    withAny(({ state }) => state !== 'new'),
    found.length,
  );
  printRate(
    'a false new key',
    withAny(({ state }) => state === 'new'),
    found.length,
  );
  printRate(
    'any false finding',
    withAny(() => true),
    found.length,
  );
}

for (const comparison of listPlanted(entries)) {
  const diff = judge(comparison);
  const isChange = variants.find(({ name }) => name === comparison.variant)?.isChange === true;
  print(`${comparison.variant} (load ×${loadRatio(comparison).toFixed(2)}; ${isChange ? 'a change' : 'no change'})`);
  print(`  ${diff.summary.sentence}`);
  for (const finding of diff.summary.findings) {
    print(`    ${renderFinding(finding)} ${renderBrought(finding)}`.trimEnd());
  }
  if (!isChange) printFalse(claimsOf(diff));
}
