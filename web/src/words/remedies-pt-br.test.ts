import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isNode, nodesOf, sourcesIn, wordsOf } from '../../../scripts/generate/scan-source.ts';
import { healthyBoot } from '../../../profiler/host/boot/healthy-boot.ts';
import { type BootFacts, judgeBoot } from '../../../profiler/host/boot/judge-boot.ts';
import { describeHealth } from '../../../profiler/host/report-health.ts';
import { faultTable } from '../../../src/core/fault.ts';
import { allRemedies } from './remedies/all-remedies-pt-br.ts';
import { remedyPtBr } from './remedies-pt-br.ts';

const folders = ['src/agent', 'src/cloud', 'src/connector', 'src/core', 'src/tunnel', 'connectors'];

/** A member of any object, as a text or made from what was seen. */
function membersIn(file: string, name: string): string[] {
  return nodesOf(file, 'Property')
    .filter(({ key }) => isNode(key) && key['name'] === name)
    .map(({ value }) => (isNode(value) && value.type === 'ArrowFunctionExpression' ? value['body'] : value))
    .flatMap(wordsOf);
}

/** What the source writes as a remedy: of a fault, or of a row of symptoms. */
function remediesIn(file: string): string[] {
  const thrown = nodesOf(file, 'NewExpression')
    .filter(({ callee }) => isNode(callee) && callee['name'] === 'Fault')
    .flatMap((made) => wordsOf((made['arguments'] as readonly unknown[])[2]));
  return [...thrown, ...membersIn(file, 'remedy')];
}

const sources = folders.flatMap((folder) => sourcesIn(folder).filter((file) => !file.includes('/upstream/')));
// What has no words of its own is made of others.
const written = new Set(sources.flatMap(remediesIn).filter((words) => /\w/u.test(words)));

/** Made of parts that agree in English only, or of nothing but what is filled in. They stay English, and are marked. */
const ofParts = [
  '{} {} can be listed.',
  '{} {} visible, and a read in {} worked.',
  '{} {} {} missing.',
  '{}, in {}.',
  '{}, not a fine-grained one. {}{}{} {}',
  '{}.',
  'Metrics can be {}.',
  'The bot is in no {}channel, so it can read none.',
];
const found = new Set([
  ...sources.filter((file) => !file.endsWith('manifest.ts')).flatMap((file) => membersIn(file, 'summary')),
  ...sources
    .filter((file) => file.startsWith('connectors/') && file.endsWith('manifest.ts'))
    .flatMap((file) => membersIn(file, 'skipped').map((words) => `skipped: ${words}`)),
]);
const findings = [...found].filter((words) => words.includes(' ') && !ofParts.includes(words.replaceAll('…', '{}')));

test.each(findings)('the finding "%s" of a health check is known', (words) => {
  const english = words.replaceAll('…', 'X1');
  const portuguese = remedyPtBr(english) ?? '';
  expect(portuguese).not.toBe('');
  expect(portuguese).not.toBe(english);
  expect(portuguese.match(/X1/gu)?.length).toBe(english.match(/X1/gu)?.length);
});

const boots: readonly Partial<BootFacts>[] = [
  {},
  { isHostPidNamespace: false },
  { memory: undefined },
  { memory: { limitBytes: 512 * 2 ** 20, swapBytes: 1 } },
];
const checks = boots.flatMap((facts) => describeHealth(judgeBoot({ ...healthyBoot, ...facts }).warnings, 1));
const said = new Set([
  ...checks.flatMap(({ summary, remedy }) => [summary, remedy]),
  ...describeHealth([], 4).map(({ summary }) => summary),
]);

test('a Profiler has something to say for each of these', () => {
  expect(said.size).toBe(9);
});

test.each([...said])('what a Profiler found when it started is known: "%s"', (words) => {
  expect(remedyPtBr(words)).not.toBeUndefined();
});

const readPolicies = (file: string): unknown => JSON.parse(readFileSync(`policies/${file}`, 'utf8'));
const { grants } = z
  .object({ grants: z.record(z.string(), z.object({ purpose: z.string(), justification: z.string().optional() })) })
  .parse(readPolicies('aws/grants.json'));
const { documents } = z
  .object({ documents: z.array(z.object({ title: z.string() })) })
  .parse(readPolicies('index.json'));
const ofPolicies = new Set([
  ...Object.values(grants).flatMap(({ purpose, justification }) => [purpose, justification ?? purpose]),
  ...documents.map(({ title }) => title),
]);

describe('every remedy of an Agent', () => {
  test('is found in the source', () => {
    expect(written.size).toBeGreaterThan(400);
  });

  test.each([...written])('%s', (words) => {
    const english = words.replaceAll('…', 'X1');
    const portuguese = remedyPtBr(english) ?? '';
    expect(portuguese).not.toBe('');
    expect(portuguese).not.toBe(english);
    expect(portuguese.match(/X1/gu)?.length).toBe(english.match(/X1/gu)?.length);
  });

  test('is still served', () => {
    const templates = new Set([...written, ...found].map((words) => words.replaceAll('…', '{}')));
    const stale = Object.keys(allRemedies).filter((english) => !templates.has(english));
    const summaries = new Set<string>(Object.values(faultTable).map(({ summary }) => summary));
    const states = sourcesIn('src/control/fleet').flatMap((file) => nodesOf(file, 'Literal').flatMap(wordsOf));
    const others = stale.filter(
      (english) =>
        !summaries.has(english) &&
        !states.includes(english) &&
        !ofPolicies.has(english) &&
        !said.has(english.replace('{}', '4')),
    );
    expect(others).toEqual([]);
    expect(ofParts.filter((english) => !templates.has(english) || english in allRemedies)).toEqual([]);
  });
});

test('every purpose of a permission and every title of a policy document is known', () => {
  expect(ofPolicies.size).toBeGreaterThan(100);
  expect([...ofPolicies].filter((english) => remedyPtBr(english) === undefined)).toEqual([]);
});

test('every summary of a fault is known', () => {
  for (const { summary } of Object.values(faultTable)) {
    expect([summary, remedyPtBr(summary)]).toEqual([summary, expect.any(String)]);
  }
});

test('every remedy of an instance that is not live is known', () => {
  const file = 'src/control/fleet/describe-instance.ts';
  const sentences = nodesOf(file, 'Literal')
    .flatMap(wordsOf)
    .filter((words) => words.endsWith('.'));
  expect(sentences.length).toBeGreaterThan(4);
  expect(sentences.filter((words) => remedyPtBr(words) === undefined)).toEqual([]);
});

test('a sentence that is filled in is translated with the others, and nothing by half', () => {
  expect(remedyPtBr('Correct MONGO_URI. Set AWS_REGIONS.')).toBe('Corrija MONGO_URI. Defina AWS_REGIONS.');
  expect(remedyPtBr('Correct MONGO_URI. Something new is wrong.')).toBeUndefined();
  expect(remedyPtBr('Set up something that nobody knows of.')).toBeUndefined();
  expect(
    remedyPtBr('Add the scope logs:read to the access policy of this token. Do not rotate the token: it is valid.'),
  ).toBe('Acrescente o escopo logs:read à política de acesso deste token. Não troque o token: ele é válido.');
});
