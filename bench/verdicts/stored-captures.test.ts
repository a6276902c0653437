import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRecord } from '../../test/made-capture.ts';
import { readSides } from './comparisons.ts';
import { loseProbe } from './lose-probe.ts';
import { readBundle, readRecord, storeBundle, storeCapture } from './stored-captures.ts';
import { makeEntry } from './made-entry.ts';

const entry = makeEntry('c-001', 'c');

describe('a stored capture', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'verdicts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('gives back its record, and a bundle of its server and variant', () => {
    storeCapture(folder, entry, makeRecord());
    expect(readRecord(folder, entry)).toEqual(makeRecord());
    expect(readBundle(folder, entry).request).toMatchObject({ workload: 'prices-c', version: 'unchanged' });
    expect(readdirSync(path.join(folder, 'bundles'))).toEqual(['c-001.bundle.gz']);
  });

  it('is read side by side for a comparison', () => {
    const [before, after] = [entry, { ...entry, id: 'c-002', variant: 'loop-x2' }];
    for (const one of [before, after]) storeCapture(folder, one, makeRecord());
    const sides = readSides(folder, { server: 'c', variant: 'loop-x2', baseline: [before], head: [after] });
    expect(sides.baseline.map(({ request }) => request.version)).toEqual(['unchanged']);
    expect(sides.head.map(({ request }) => request.version)).toEqual(['loop-x2']);
  });

  it('can have its bundle made again from its record', () => {
    storeCapture(folder, entry, makeRecord());
    const bundle = readBundle(folder, entry);
    rmSync(path.join(folder, 'bundles'), { recursive: true });
    storeBundle(folder, entry, readRecord(folder, entry));
    expect(readBundle(folder, entry)).toEqual(bundle);
  });

  it('has no number of a probe that was lost', () => {
    storeCapture(folder, entry, loseProbe(makeRecord(), 'cpu_samples'));
    const { axes, stacks, target } = readBundle(folder, entry);
    const lost = axes.find(({ axis }) => axis === 'cpu_stacks');
    expect(lost).toMatchObject({ state: 'missing', why: [expect.stringContaining('cpu_samples: ')] });
    expect(axes.filter(({ state }) => state === 'missing')).toHaveLength(1);
    expect(stacks).toBeUndefined();
    expect(target.processes.filter(({ samples }) => samples !== undefined)).toEqual([]);
  });
});

it('cannot lose a probe that measured nothing', () => {
  expect(() => loseProbe(makeRecord(), 'no_such_probe')).toThrow(/no measured probe no_such_probe/u);
});
