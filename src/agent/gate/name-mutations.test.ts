/** Wrong spellings of every name in the catalog: each is refused before anything else is read. */
import { describe, expect, test } from 'vitest';
import { amountOf } from '../../../test/layer.ts';
import { catalog } from '../../../catalog/index.ts';
import { systemClock } from '../../core/clock.ts';
import { createLog } from '../../core/log.ts';
import { Redactor } from '../../core/redact.ts';
import { SeededRandom } from '../../../test/simulation/tunnel/seeded-random.ts';
import { OperationGate } from './operation-gate.ts';

const each = amountOf(100, 1000);

/** Records every way of reading the value. */
function watched<T extends object>(target: T, what: string, seen: string[]): T {
  const traps = Object.fromEntries(
    Object.getOwnPropertyNames(Reflect)
      .filter((name) => typeof Reflect[name as keyof typeof Reflect] === 'function')
      .map((name) => [
        name,
        () => {
          seen.push(`${what}: ${name}`);
          throw new Error(`${what} was read`);
        },
      ]),
  );
  return new Proxy(target, traps);
}

const lookalikes: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  '.': '․',
};
const inserted = [
  '\u0000', '\n', '\r', '\t', ' ', '\u00a0', '\u200b', '\u200d', '\u2060', '\ufeff', '\u202e', '\u0301', '\ud800',
  '.', '..', '/', '\\', '%00', '%2e', '*', '?', '#', ';', "'", '"', '`', '$', '{}', '[]', '__proto__', 'constructor',
  'prototype', 'toString', 'İ', 'ß', '\u{1f512}',
]; // prettier-ignore
const wrappers = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'valueOf',
  'catalog',
  '..',
  '',
];

type Mutate = (name: string, random: SeededRandom) => string;

const pick = <T>(from: readonly T[], random: SeededRandom): T => from[Math.floor(random.fraction() * from.length)] as T;
const place = (name: string, random: SeededRandom): number => Math.floor(random.fraction() * (name.length + 1));
const change = (name: string, at: number, to: string): string => name.slice(0, at) + to + name.slice(at + 1);

const families: readonly Mutate[] = [
  /* case */ (name, random) => {
    const at = place(name, random);
    const letter = name.charAt(at);
    return change(name, at, letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase());
  },
  /* letters of other alphabets */ (name, random) => {
    const at = place(name, random);
    const letter = name.charAt(at);
    const wide = letter === '' ? '' : String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0);
    return change(name, at, lookalikes[letter] ?? wide);
  },
  /* something more */ (name, random) => {
    const at = place(name, random);
    return name.slice(0, at) + pick(inserted, random) + name.slice(at);
  },
  /* something else */ (name, random) => change(name, place(name, random), pick(inserted, random)),
  /* any character */ (name, random) =>
    change(name, place(name, random), String.fromCodePoint(Math.floor(random.fraction() * 0xffff))),
  /* less */ (name, random) => change(name, place(name, random), ''),
  /* doubled */ (name, random) => {
    const at = place(name, random);
    return name.slice(0, at) + name.charAt(at) + name.slice(at);
  },
  /* swapped */ (name, random) => {
    const at = place(name, random);
    return name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2);
  },
  /* below or above something */ (name, random) =>
    random.fraction() < 0.5 ? `${pick(wrappers, random)}.${name}` : `${name}.${pick(wrappers, random)}`,
  /* half of it another name */ (name, random) => {
    const [domain = '', verb = ''] = name.split('.');
    return random.fraction() < 0.5 ? `${pick(wrappers, random)}.${verb}` : `${domain}.${pick(wrappers, random)}`;
  },
  /* much of it */ (name, random) => name.repeat(2 + Math.floor(random.fraction() * 50)),
];

function mutationsOf(name: string, seed: number): Set<string> {
  const random = new SeededRandom(seed);
  const found = new Set<string>();
  for (let turn = 0; found.size < each; turn += 1) {
    let mutated = name;
    // Later turns change more at once, so that a short name has a thousand too.
    for (let times = 0; times <= turn / each; times += 1) mutated = pick(families, random)(mutated, random);
    if (!catalog.has(mutated)) found.add(mutated);
  }
  return found;
}

describe('a name that is nearly one of the catalog', () => {
  test.each([...catalog.keys()].map((name, index) => [name, index + 1] as const))(
    '%s: a thousand spellings are refused, arguments, source and connectors untouched',
    async (name, seed) => {
      const seen: string[] = [];
      const redactor = new Redactor();
      const recorded: string[] = [];
      const operationGate = new OperationGate({
        catalog,
        allowed: watched(new Set<string>(), 'the allow-list', seen),
        inert: watched(new Map<string, string[]>(), 'the lock', seen),
        hosts: watched([], 'the connectors', seen),
        audit: {
          ready: () => Promise.resolve(),
          append: ({ outcome }) => {
            recorded.push(outcome);
            return Promise.resolve();
          },
        },
        journal: watched({ claim: () => Promise.reject(new Error('claimed')) }, 'the journal', seen),
        redactor,
        clock: systemClock,
        log: createLog('agent', { level: 'silent', redactor }),
      });
      const args = watched({}, 'the arguments', seen);
      const { signal } = new AbortController();
      const others: string[] = [];
      for (const operation of mutationsOf(name, seed)) {
        const answer = await operationGate.run({ request_id: 'r', operation, args, source: 'first' }, { signal });
        if (answer.ok || answer.fault.code !== 'not_in_catalog') others.push(operation);
      }
      expect([others, seen]).toEqual([[], []]);
      expect(recorded).toEqual(Array.from({ length: each }, () => 'not_in_catalog'));
    },
  );

  test('would be noticed if the arguments were read', () => {
    const seen: string[] = [];
    const args = watched({}, 'the arguments', seen);
    expect(() => JSON.stringify(args)).toThrow('the arguments was read');
    expect(seen).toEqual(['the arguments: get']);
  });
});
