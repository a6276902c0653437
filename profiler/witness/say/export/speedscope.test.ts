import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeBundle } from '../../../../test/made-bundle.ts';
import { makeRecord, ran, ranAt, sampled } from '../../../../test/made-capture.ts';
import { writeSpeedscope } from './speedscope.ts';
import { profileStacks, type StackProfile } from './stack-profile.ts';

/** As the app itself publishes it. */
const schema = z.fromJSONSchema(
  JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('speedscope/dist/release/file-format-schema.json'), 'utf8'),
  ) as Parameters<typeof z.fromJSONSchema>[0],
);

const profileOf = (version: string, ...functions: Parameters<typeof sampled>[0]): StackProfile =>
  profileStacks([makeBundle({ axes: { ...makeRecord().axes, cpu_stacks: sampled(functions) } }, { version })]);
const read = (text: string) =>
  JSON.parse(text) as {
    shared: { frames: unknown[] };
    profiles: { name: string; weights: number[]; endValue: number }[];
  };

test('conforms to the schema of the app, and the schema rejects what does not', () => {
  const written = read(writeSpeedscope([profileOf('v1', ran('main', 4)), profileOf('v2', ran('main', 5))]));
  expect(schema.safeParse(written).success).toBe(true);
  expect(schema.safeParse({ ...written, profiles: [{ ...written.profiles[0], unit: 'CPU' }] }).success).toBe(false);
});

test('has one profile for each side, over shared functions', () => {
  const written = read(
    writeSpeedscope([profileOf('v1', ran('main', 4)), profileOf('v2', ran('main', 5), ranAt('pay', 7, 'pay.c', 12))]),
  );
  expect(written.shared.frames).toEqual([
    { name: 'main', file: 'app' },
    { name: 'pay', file: 'pay.c', line: 12 },
  ]);
  expect(written.profiles.map(({ name, endValue, weights }) => ({ name, endValue, weights }))).toEqual([
    { name: 'app v1, CPU time of 1 capture', endValue: 4e7, weights: [4e7] },
    { name: 'app v2, CPU time of 1 capture', endValue: 12e7, weights: [7e7, 5e7] },
  ]);
});
