/**
 * The share of CI; `node test/chaos/run.ts` breaks a thousand.
 *
 * @module-tag deep
 */
import { expect, test } from 'vitest';
import { breakTunnels } from './break-tunnels.ts';
import { waysToBreak } from './link.ts';
import { recoveryP99, renderReport } from './render-report.ts';

const size = { drops: 200, requests: 2000 };
/** The longest wait between two attempts and two handshakes that take as long as they may. What is fast is for benches. */
const recoveredMs = 25_000;

test('200 broken connections lose none of 2,000 questions and answer none twice', { timeout: 300_000 }, async () => {
  const report = await breakTunnels(size);
  process.stdout.write(renderReport(report));
  expect(report.complaints).toEqual([]);
  const counts = [...report.counts.values()];
  const sum = (key: keyof (typeof counts)[number]): number => counts.reduce((all, count) => all + count[key], 0);
  expect([...report.counts.keys()]).toEqual(waysToBreak);
  expect(report.recoveries).toHaveLength(size.drops);
  expect([sum('asked'), sum('answered'), sum('answeredTwice'), sum('lost')]).toEqual([
    size.requests,
    size.requests,
    0,
    0,
  ]);
  // A drop that no question meets proves nothing.
  for (const [how, { hit }] of report.counts) expect([how, hit]).toEqual([how, expect.toSatisfy(isPositive)]);
  expect(report.lockedOrRevoked).toBe(0);
  expect(recoveryP99(report)).toBeLessThan(recoveredMs);
});

function isPositive(value: number): boolean {
  return value > 0;
}
