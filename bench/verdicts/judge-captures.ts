/**
 * Judges stored captures: `node bench/verdicts/judge-captures.ts --out DIR`. Of captures of one version it counts how
 * often a report finds anything; of planted changes it says what was found of each. Occasions are as they were taken:
 * the spacing is the business of a control plane.
 */
import betaQuantile from '@stdlib/stats-base-dists-beta-quantile';
import { compare, type ComparedCapture } from '../../profiler/witness/compare.ts';
import type { Diff } from '../../profiler/witness/diff.ts';
import { renderBrought, renderFinding } from '../../profiler/witness/render-headline.ts';
import { totalKey } from '../../profiler/witness/total-key.ts';
import { vectorOf } from '../../profiler/witness/vector/vector-of.ts';
import { type ListedComparison, listPlanted, listSameVersion, loadRatio, readSides } from './comparisons.ts';
import { readIndex } from './capture-index.ts';
import { readOptions } from './read-options.ts';
import { variants } from './variants.ts';

const { out: folder } = readOptions(process.argv.slice(2), {});
const entries = readIndex(folder);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

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
  return compare({
    workload: comparison.server,
    env: 'bench',
    baseline: before,
    baselineReplicates,
    head: after,
    headReplicates,
    choice: { why: 'captured in turn', skipped: [] },
    spacingMs: 0,
  });
}

/** Claims: what is new is an observation and no claim. */
const claimsOf = ({ axes }: Diff): string[] =>
  axes.flatMap(({ axis, changes, totals }) =>
    [...changes, ...(totals?.change === undefined ? [] : [{ key: totalKey, change: totals.change }])]
      .filter(({ change }) => change === 'changed' || change === 'stopped')
      .map(({ key }) => `${axis}: ${key}`),
  );

const same = listSameVersion(entries, 3);
let [wrong, reports] = [0, 0];
for (const comparison of same) {
  const diff = judge(comparison);
  const claims = claimsOf(diff);
  reports += 1;
  if (claims.length > 0) wrong += 1;
  const load = `load ×${loadRatio(comparison).toFixed(2)} (from the captures ×${diff.load_factor?.toFixed(2) ?? '?'})`;
  print(`${comparison.server} ${reports}: ${load}, ${diff.summary.judged} judged, ${diff.summary.undecided} undecided`);
  for (const claim of claims) print(`  FALSE ${claim}`);
}
if (reports > 0) {
  const low = wrong === 0 ? 0 : betaQuantile(0.025, wrong, reports - wrong + 1);
  const high = wrong === reports ? 1 : betaQuantile(0.975, wrong + 1, reports - wrong);
  print(`reports with a false finding: ${wrong} of ${reports} (95 % interval ${low.toFixed(3)} to ${high.toFixed(3)})`);
}

for (const comparison of listPlanted(entries)) {
  const diff = judge(comparison);
  const isChange = variants.find(({ name }) => name === comparison.variant)?.isChange === true;
  print(`${comparison.variant} (load ×${loadRatio(comparison).toFixed(2)}; ${isChange ? 'a change' : 'no change'})`);
  print(`  ${diff.summary.sentence}`);
  for (const finding of diff.summary.findings) {
    print(`    ${renderFinding(finding)} ${renderBrought(finding)}`.trimEnd());
  }
  if (!isChange) for (const claim of claimsOf(diff)) print(`  FALSE ${claim}`);
}
