/** Runs the gates of a suite, and says at the end what failed or was skipped and why, which files were slowest, and the three counts. */
import { writeFileSync } from 'node:fs';
import { renderFailure, type VitestReport } from './failures.ts';
import { root } from './gates.ts';
import { type Gate, runStage } from './run-gates.ts';
import { renderUnsteady } from './second-try.ts';
import { renderSlowest } from './slowest-files.ts';

/** Stages one after the other, the lanes of each side by side. Returns the exit status. */
export async function runStages(
  stages: readonly (readonly (readonly Gate[])[])[],
  reports: readonly VitestReport[],
): Promise<number> {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const red: string[] = [];
  const seen: string[] = [];
  for (const lanes of stages) {
    const ends = await runStage(lanes, (text) => void process.stdout.write(text));
    for (const { name, tally } of ends) {
      const { passed, failed, skipped, failures = [], unsteady = [], whySkipped } = tally;
      total.passed += passed;
      total.failed += failed;
      total.skipped += skipped;
      if (failed > 0) red.push(name);
      if (whySkipped !== undefined) seen.push(`– ${name} was skipped: ${whySkipped}`);
      seen.push(...failures.map(renderFailure), ...unsteady.map(renderUnsteady));
    }
  }
  const summary = process.env['FAROL_TEST_SUMMARY'];
  const reasons = [...(red.length > 0 ? [`red: ${red.join(', ')}`] : []), ...seen].join('\n');
  if (summary !== undefined) writeFileSync(summary, `${total.passed} ${total.failed} ${total.skipped}\n${reasons}\n`);
  const testResults = reports.flatMap((report) => report.testResults);
  console.log(`\nslowest test files\n${renderSlowest({ testResults }, root).join('\n')}`);
  console.log(reasons === '' ? '' : `\n${reasons}\n`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed === 0 ? 0 : 1;
}
