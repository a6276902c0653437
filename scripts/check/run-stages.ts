/** Runs the gates of a layer, and says at the end what failed or was skipped and why, where the time went, and the three counts. */
import { writeFileSync } from 'node:fs';
import { renderFailure, type VitestReport } from './failures.ts';
import { root } from './gates.ts';
import { type Gate, type GateEnd, runStage } from './run-gates.ts';
import type { Layer } from './test-files.ts';

/** Lanes that run side by side. */
export type Stage = readonly (readonly Gate[])[];

export interface Run {
  readonly layer: Layer;
  /** What installing and compiling took before the first gate. */
  readonly preparedSeconds: number;
  readonly reports: readonly VitestReport[];
}

const shownFiles = 10;

/** Stages one after the other, the lanes of each side by side. Returns the exit status. */
export async function runStages(stages: readonly Stage[], { layer, preparedSeconds, reports }: Run): Promise<number> {
  const startedMs = performance.now();
  const ends: GateEnd[] = [];
  for (const lanes of stages) ends.push(...(await runStage(lanes, (text) => void process.stdout.write(text))));
  const total = { passed: 0, failed: 0, skipped: 0 };
  const red: string[] = [];
  const seen: string[] = [];
  for (const { name, tally } of ends) {
    const { passed, failed, skipped, failures = [], leftToDeep = 0, whySkipped } = tally;
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    if (failed > 0) red.push(name);
    if (whySkipped !== undefined) seen.push(`– ${name} was skipped: ${whySkipped}`);
    if (leftToDeep > 0) seen.push(`– ${leftToDeep} of the ${name} are left to ./farol test --deep`);
    seen.push(...failures.map(renderFailure));
  }
  const wholeSeconds = preparedSeconds + (performance.now() - startedMs) / 1000;
  const times = [
    `where the time of the layer ${layer} went`,
    ...renderTimes([['preparation', preparedSeconds], ...ends.map(({ name, seconds }) => [name, seconds] as const)]),
    ...renderTimes([['whole layer', wholeSeconds]]),
  ].join('\n');
  const reasons = [...(red.length > 0 ? [`red: ${red.join(', ')}`] : []), ...seen].join('\n');
  const summary = process.env['FAROL_TEST_SUMMARY'];
  const counts = `${total.passed} ${total.failed} ${total.skipped}`;
  if (summary !== undefined) writeFileSync(summary, `${[counts, times, reasons].filter(Boolean).join('\n')}\n`);
  const testResults = reports.flatMap((report) => report.testResults);
  console.log(`\nslowest test files\n${renderSlowest({ testResults }, root).join('\n')}`);
  console.log(`\n${times}\n`);
  if (reasons !== '') console.log(`${reasons}\n`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed === 0 ? 0 : 1;
}

function renderTimes(rows: readonly (readonly [name: string, seconds: number])[]): string[] {
  return rows.map(([name, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

/** One line for each of the slowest test files, slowest first; paths from `from`. */
export function renderSlowest({ testResults }: Pick<VitestReport, 'testResults'>, from: string): string[] {
  const files = testResults
    .map(({ name, startTime, endTime }) => [name.replace(`${from}/`, ''), (endTime - startTime) / 1000] as const)
    .toSorted(([, a], [, b]) => b - a);
  return renderTimes(files.slice(0, shownFiles));
}
