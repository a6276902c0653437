import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Normaliser } from './normalise.ts';
import { normalisePaths } from './normalise-paths.ts';

const keysOf = (paths: readonly string[]): string[] => [...normalisePaths(paths, new Normaliser([])).values()];
/** Names that are recognisably generated. */
const evident = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `/tmp/up-x${String(index).padStart(3, '0')}Qz`);

describe('a made-up name that reads like a word', () => {
  test('is known by its siblings', () => {
    expect(new Set(keysOf([...evident(20), '/tmp/up-Wanted', '/tmp/up-banana']))).toEqual(new Set(['/tmp/up-{tmp}']));
  });

  test('stays where siblings are too few', () => {
    expect(keysOf([...evident(19), '/tmp/up-banana'])).toContain('/tmp/up-banana');
  });

  test.each(['/tmp/up-bananas', '/tmp/up-apple', '/tmp/on-banana', '/tmp/up-banana/lock', '/srv/up-banana'])(
    'is none of another shape: %s',
    (path) => {
      expect(keysOf([...evident(40), path])).toContain(path);
    },
  );

  test('is none where words are many: then somebody chose them', () => {
    const chosen = ['banana', 'orange', 'cherry', 'tomato', 'carrot'].map((name) => `/tmp/up-${name}`);
    expect(keysOf([...evident(20), ...chosen])).toEqual(expect.arrayContaining(chosen));
    expect(keysOf([...evident(25), ...chosen])).not.toContain(chosen[0]);
  });
});

const letters = fc.string({ unit: fc.stringMatching(/^[A-Za-z0-9]$/u), minLength: 6, maxLength: 6 });
const python = fc.string({ unit: fc.stringMatching(/^[a-z0-9_]$/u), minLength: 8, maxLength: 8 });

test('Python’s temporary files have one key, whatever their letters', () => {
  fc.assert(
    fc.property(python, fc.constantFrom('', '.json', '/out'), (name, rest) => {
      expect(keysOf([`/tmp/tmp${name}${rest}`])).toEqual([`/tmp/tmp{tmp}${rest}`]);
    }),
    { numRuns: 3000 },
  );
});

test('many temporary files of one program are one key', () => {
  fc.assert(
    fc.property(fc.uniqueArray(letters, { minLength: 200, maxLength: 200, size: 'max' }), (names) => {
      const made = names.filter((name) => /\d[A-Za-z]|[a-z][A-Z]/u.test(name));
      expect(new Set(keysOf(made.map((name) => `/var/tmp/job_${name}.part`)))).toEqual(
        new Set(['/var/tmp/job_{tmp}.part']),
      );
    }),
    { numRuns: 50 },
  );
});

test('each template value is counted once, folded ones included', () => {
  const normaliser = new Normaliser([]);
  normalisePaths([...evident(30), '/tmp/up-banana', '/tmp/up-banana'], normaliser);
  expect(normaliser.templates()).toEqual({ '{tmp}': 31 });
});

test('the order of the paths changes nothing', () => {
  const all = [...evident(25), '/tmp/up-banana', '/tmp/up-cherry', '/etc/app.conf', '/tmp/x/README'];
  fc.assert(
    fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
      const [a, b] = [normalisePaths(all, new Normaliser([])), normalisePaths(shuffled, new Normaliser([]))];
      expect(b).toEqual(a);
    }),
    { numRuns: 100 },
  );
});

test('thousands of paths take bounded time', () => {
  const paths = Array.from({ length: 4096 }, (_, index) => `/tmp/d${index % 200}/up-x${index}Qz${index % 7}`);
  const started = performance.now();
  keysOf(paths);
  expect(performance.now() - started).toBeLessThan(5000);
});
