/** The files opened in the real pprof: what it reads is what was measured. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Profile } from 'pprof-format';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleWith } from '../../../../test/made-bundle.ts';
import { ran, ranAt, sampled } from '../../../../test/made-capture.ts';
import { buildPprof, runPprof } from '../../../../test/pprof/real-pprof.ts';
import type { Bundle } from '../../bundle/record/bundle.ts';
import { decodeBundle } from '../../bundle/encode.ts';
import { writePprof, writePprofDiff } from './pprof.ts';
import { profileStacks, type StackProfile } from './stack-profile.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-pprof-'));
beforeAll(() => {
  buildPprof((line) => process.stderr.write(`${line}\n`));
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Real captures of a C server: one head and two replicates of 1.0.0, one head of 2.0.0. */
const recorded = (...names: number[]): StackProfile =>
  profileStacks(names.map((name): Bundle => decodeBundle(readFileSync(`test/captures-v1/${name}.json.gz`)).bundle));

function fileOf(name: string, bytes: Uint8Array): string {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

interface Row {
  readonly flat: number;
  readonly cumulative: number;
}

/** Rows of `-top` in nanoseconds, by what it calls the function. */
function top(...args: string[]): Map<string, Row> {
  const text = runPprof(
    ['-top', '-unit=ns', '-nodecount=100000', '-nodefraction=0', '-edgefraction=0', ...args],
    folder,
  );
  const rows = [...text.matchAll(/^ *(-?[\d.]+)(?:ns)? +\S+ +\S+ +(-?[\d.]+)(?:ns)? +\S+ +(.+)$/gmu)];
  return new Map(
    rows.map(([, flat, cumulative, name = '']) => [name, { flat: Number(flat), cumulative: Number(cumulative) }]),
  );
}

/** The same by our own count, rounded stack by stack as the file holds them. */
function expectTop(...sides: (readonly [StackProfile, factor: number])[]): Map<string, Row> {
  const rows = new Map<string, Row>();
  const add = (name: string, flat: number, cumulative: number): void => {
    const known = rows.get(name) ?? { flat: 0, cumulative: 0 };
    rows.set(name, { flat: known.flat + flat, cumulative: known.cumulative + cumulative });
  };
  for (const [{ stacks }, factor] of sides) {
    for (const { frames, cpuNs } of stacks) {
      const value = Math.sign(factor) * Math.round(cpuNs * Math.abs(factor));
      const names = frames.map(({ name, place }) =>
        place === undefined ? name : `${name} ${place.file.replace(/^\.\//u, '')}`,
      );
      for (const name of new Set(names)) add(name, 0, value);
      add(names.at(-1) ?? '', value, 0);
    }
  }
  return rows;
}

const entriesOf = (rows: Map<string, Row>): [string, Row][] =>
  [...rows]
    .filter(([, { flat, cumulative }]) => flat !== 0 || cumulative !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

test('one real capture has in pprof the CPU time of each function', () => {
  const profile = recorded(4);
  const rows = top(fileOf('one.pb.gz', writePprof(profile)));
  expect(rows.size).toBeGreaterThan(5);
  expect(entriesOf(rows)).toEqual(entriesOf(expectTop([profile, 1])));
  // 375 of 405 samples at 63.75 Hz.
  expect(rows.get('price_quote.constprop.0')?.flat).toBeCloseTo(375 * (1e9 / 63.75), -2);
});

test('captures of one version with different sampling rates add up in CPU time and in samples', () => {
  const profile = recorded(1, 2, 3);
  const file = fileOf('three.pb.gz', writePprof(profile));
  expect(entriesOf(top(file))).toEqual(entriesOf(expectTop([profile, 1])));
  const samples = runPprof(['-top', '-sample_index=samples', file], folder);
  expect(samples).toContain('Type: samples');
  expect(samples).toMatch(/Showing nodes accounting for \d+, .* of 524 total/u);
});

test('the difference reads as pprof itself subtracts the two files', () => {
  const [before, after] = [recorded(1, 2, 3), recorded(4)];
  const difference = top(fileOf('difference.pb.gz', writePprofDiff(before, after)));
  expect(entriesOf(difference)).toEqual(entriesOf(expectTop([before, -1 / 3], [after, 1])));
  // One capture against one: nothing is scaled, and both ways must agree to the nanosecond.
  const single = [recorded(1), recorded(4)] as const;
  const [base, head] = [fileOf('base.pb.gz', writePprof(single[0])), fileOf('head.pb.gz', writePprof(single[1]))];
  const ours = fileOf('ours.pb.gz', writePprofDiff(...single));
  expect(entriesOf(top(ours))).toEqual(entriesOf(top(`-diff_base=${base}`, head)));
  const heading = (text: string): string => /^Showing .*$/mu.exec(text)?.[0] ?? text;
  // Percentages too are those of a difference: of the baseline's total.
  expect(heading(runPprof(['-top', ours], folder))).toBe(
    heading(runPprof(['-top', `-diff_base=${base}`, head], folder)),
  );
});

test('states type, window, start, build and why it is scaled', () => {
  const file = fileOf('described.pb.gz', writePprofDiff(recorded(1, 2), recorded(4)));
  const raw = runPprof(['-raw', file], folder);
  expect(raw).toContain('PeriodType: cpu nanoseconds');
  expect(raw).toContain(`Period: ${Math.round(1e9 / 63.75)}`);
  expect(raw).toContain('samples/count cpu/nanoseconds[dflt]');
  expect(raw).toContain('Duration: 10s');
  expect(raw).toContain('Time: 2026-11-21 08:32:44');
  expect(raw).toContain('pprof::base:[true]');
  const comments = runPprof(['-comments', file], folder);
  expect(comments).toContain('lantern: 1.0.0 → 2.0.0');
  expect(comments).toContain('baseline 1.0.0: 2 captures of 20 s in all, scaled to 10 s');
  // The two versions are different builds of one module: neither is named. One version alone is.
  expect(raw).not.toContain('b1d8c39abe37f7fa72b5dd58169a3460b34bc821');
  const alone = runPprof(['-raw', fileOf('alone.pb.gz', writePprof(recorded(1, 2)))], folder);
  expect(alone).toMatch(/lantern b1d8c39abe37f7fa72b5dd58169a3460b34bc821/u);
});

test('a function has its file and line, its module is the mapping, and odd names survive', () => {
  const functions = [ran('main', 4), ranAt('operator()(int) const', 20, 'src/pay ment.cc', 41), ran('a;b "ç" 世', 9)];
  const bundle = bundleWith({ cpu_stacks: sampled(functions) });
  const file = fileOf('made.pb.gz', writePprof(profileStacks([bundle])));
  const lines = runPprof(['-top', '-lines', '-nodefraction=0', file], folder);
  expect(lines).toContain('operator()(int) const src/pay ment.cc:41');
  expect(lines).toContain('a;b "ç" 世');
  expect(runPprof(['-tags', file], folder)).not.toContain('pprof::base');
  const { stringTable, mapping } = Profile.decode(gunzipSync(readFileSync(file)));
  expect(mapping.map(({ filename }) => stringTable.strings[Number(filename)])).toEqual(['app']);
});
