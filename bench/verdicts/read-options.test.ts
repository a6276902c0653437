import { expect, it } from 'vitest';
import { readOptions } from './read-options.ts';

it('reads the folder and numbers, with defaults for those not given', () => {
  expect(readOptions(['--out', 'data', '--window', '5'], { captures: 60, window: 10 })).toEqual({
    out: 'data',
    servers: ['c', 'go', 'node'],
    numbers: { captures: 60, window: 5 },
  });
});

it('reads which servers are wanted', () => {
  expect(readOptions(['--out', 'data', '--servers', 'java,python'], {}).servers).toEqual(['java', 'python']);
  expect(() => readOptions(['--out', 'data', '--servers', 'java,perl'], {})).toThrow(/--servers lists .*"perl"/u);
});

it('names the option that is missing or wrong', () => {
  expect(() => readOptions([], {})).toThrow(/--out/u);
  expect(() => readOptions(['--out', 'data', '--window', '1.5'], { window: 10 })).toThrow(/--window must be a whole/u);
  expect(() => readOptions(['--out', 'data', '--speed', '3'], { window: 10 })).toThrow(/--speed/u);
});
