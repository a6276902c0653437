import { beforeAll, expect, test } from 'vitest';
import { amountOf } from '../../layer.ts';
import { generateKeyPair, type KeyPair } from '../../../src/tunnel/identity/key-pair.ts';
import { type Bug, simulate, type WorldReport } from './simulate.ts';

const seeds = amountOf(500, 2000, 'FAROL_SIMULATION_SEEDS');
const firstSeed = Number(process.env['FAROL_SIMULATION_FIRST_SEED'] ?? 1);
let keys: KeyPair;
beforeAll(() => {
  keys = generateKeyPair();
});

test(`${seeds} worlds full of faults keep every invariant`, { timeout: seeds * 100 }, async () => {
  const broken: string[] = [];
  const reports: WorldReport[] = [];
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const report = await simulate(seed, keys);
    reports.push(report);
    broken.push(...report.broken.map((what) => `seed ${seed}: ${what}`));
  }
  expect(broken).toEqual([]);
  // The worlds were worth looking at: commands were given and mostly answered, and there were copies.
  const sum = (of: (report: WorldReport) => number) => {
    let total = 0;
    for (const report of reports) total += of(report);
    return total;
  };
  expect(sum(({ issued }) => issued)).toBeGreaterThan(seeds * 10);
  expect(sum(({ answered }) => answered)).toBeGreaterThan(sum(({ issued }) => issued) / 4);
  expect(sum(({ hadCopy }) => Number(hadCopy))).toBeGreaterThan(seeds / 8);
});

const bugs: readonly (readonly [Bug, RegExp])[] = [
  ['noNonceMemory', /ran \d+ times/u],
  ['onePhase', /legitimate instance was locked/u],
  ['forgetsClaimTime', /legitimate instance was locked/u],
  ['keepsDuplicates', /stored twice/u],
  ['writesInPlace', /identity of edge-1 is unusable/u],
];

test.each(bugs)('the bug %s is found within 300 worlds', { timeout: 60_000 }, async (bug, symptom) => {
  const found: string[] = [];
  for (let seed = 1; seed <= 300 && !found.some((what) => symptom.test(what)); seed += 1) {
    found.push(...(await simulate(seed, keys, bug)).broken);
  }
  expect(found).toContainEqual(expect.stringMatching(symptom));
});

test('the same seed makes the same world', async () => {
  expect(await simulate(7, keys)).toEqual(await simulate(7, keys));
});
