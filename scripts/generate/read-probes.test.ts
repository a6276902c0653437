import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { capabilities } from '../../profiler/host/boot/capabilities.ts';
import { parseManifest, readProbes } from './read-probes.ts';

const ptop = path.resolve(import.meta.dirname, '../../profiler/ptop');
const Listed = z.object({
  probes: z.array(
    z.object({
      id: z.string(),
      axis: z.string(),
      on_request: z.boolean(),
      mechanism: z.string(),
      capability: z.array(z.string()),
      cost: z.string(),
    }),
  ),
});

test('the manifests say what the collector says of its probes', () => {
  const program = path.join(ptop, 'target/release/ptop');
  const { probes } = Listed.parse(JSON.parse(execFileSync(program, ['probes', '--json'], { encoding: 'utf8' })));
  const declared = readProbes().map((probe) => ({
    id: probe.id,
    axis: probe.axis,
    on_request: probe.on_request,
    mechanism: `${probe.attach.kind}:${probe.attach.symbol}`,
    capability: probe.capabilities,
    cost: probe.cost,
  }));
  expect(declared).toEqual(probes);
});

test('the five capabilities are those that the collector knows, by name and bit', () => {
  const source = readFileSync(path.join(ptop, 'crates/ptop/src/collector/capability.rs'), 'utf8');
  const known = [...source.matchAll(/\("(?<name>[A-Z_]+)", (?<bit>\d+)\)/gu)].map(({ groups }) => ({
    name: groups?.['name'],
    bit: Number(groups?.['bit']),
  }));
  const byBit = (a: { bit: number }, b: { bit: number }): number => a.bit - b.bit;
  expect(known.toSorted(byBit)).toEqual(capabilities.map(({ name, bit }) => ({ name, bit })).toSorted(byBit));
  const named = new Set(capabilities.map(({ name }) => name));
  expect(readProbes().flatMap((probe) => probe.capabilities.filter((one) => !named.has(one)))).toEqual([]);
});

describe('a manifest', () => {
  test('has sections, texts, numbers and lists', () => {
    const manifest = '# of a probe\nid = "a"\nsemantics = 1\nneeds = ["b", "c"]\n\n[attach]\nkind = "tp_btf"\n';
    expect(parseManifest(manifest, 'a/probe.toml')).toEqual({
      id: 'a',
      semantics: 1,
      needs: ['b', 'c'],
      attach: { kind: 'tp_btf' },
    });
  });

  test.each([
    ['id = a', 'a/probe.toml:1 has a value that is not'],
    ['id = "a"\nneeds = [', 'a/probe.toml:2 has a value that is not'],
    ['id: a', 'a/probe.toml:1 is neither a section'],
  ])('%j is refused with its line', (manifest, why) => {
    expect(() => parseManifest(manifest, 'a/probe.toml')).toThrow(why);
  });
});
