import { describe, expect, test } from 'vitest';
import { renderAxes, renderDiff } from '../../profiler/witness/say/text/render.ts';
import { renderHeadline } from '../../profiler/witness/say/text/render-headline.ts';
import { renderMarkdown } from '../../profiler/witness/say/text/render-markdown.ts';
import { writeSarif } from '../../profiler/witness/say/sarif/write-sarif.ts';
import type { AxisDiff, Diff } from '../../profiler/witness/diff/diff.ts';
import { directionWords } from '../direction-words.ts';
import { compareUnder, noFault } from './faulty-comparison.ts';
import { instrumentFaults } from './instrument-faults.ts';

const sourcesOf = (axes: readonly AxisDiff[]): string[] => [...new Set(axes.map(({ source }) => source))].toSorted();
const affectedOf = ({ axes }: Diff): AxisDiff[] => axes.filter(({ state }) => state === 'not_comparable');

test('without a fault every planted change is found, and the words for it are those that are searched for', async () => {
  const { diff, outcome } = await compareUnder(noFault);
  expect(outcome.outcome).toBe('pushed');
  expect(affectedOf(diff!)).toEqual([]);
  const found = new Set(diff?.summary.findings.map(({ axis }) => axis));
  expect([...found].toSorted()).toEqual(['capabilities', 'cpu_stacks', 'files', 'network', 'syscalls']);
  for (const text of [JSON.stringify(diff?.axes), renderAxes(diff!.axes), renderMarkdown(diff!), writeSarif(diff!)]) {
    expect(text).toMatch(directionWords);
  }
  for (const sentence of Object.values(diff!.summary.sentences)) expect(sentence).toMatch(directionWords);
});

test('without symbols on one side the functions are one, the axis says so, and no name is a finding', async () => {
  const stripped = instrumentFaults.find(({ fault }) => fault.includes('stripped'))!;
  const { diff } = await compareUnder(stripped);
  const stacks = diff?.axes.find(({ axis }) => axis === 'cpu_stacks');
  expect(stacks?.changes.map(({ key }) => key)).toEqual(['[unknown] (app)']);
  expect(stacks?.caveats).toEqual(['most functions of app have no names in v2 and are compared as one']);
  for (const text of [JSON.stringify(diff), renderDiff(diff!), renderMarkdown(diff!), writeSarif(diff!)]) {
    expect(text).not.toMatch(/\b(?:main|parse|price) \(app\)/u);
  }
});

test.each([
  ['3 a menos', true],
  ['aumentou', true],
  ['novo arquivo', true],
  ['parou', true],
  ['+12 %', true],
  ['−3,5%', true],
  ['▲', true],
  ['not measured (a-1: 40 of 1000 events were lost)', false],
  ['não medido', false],
  ['2026-11-21', false],
])('the search for words of direction finds any in %j: %s', (text, isFound) => {
  expect(directionWords.test(text)).toBe(isFound);
});

const ending = (outcome: 'failed' | 'pushed') => instrumentFaults.filter((one) => one.outcome === outcome);

test.each(ending('failed'))('$fault: the capture fails, says why, and there is nothing to compare', async (fault) => {
  const { outcome, diff } = await compareUnder(fault);
  expect([outcome.outcome, outcome.reason.code]).toEqual(['failed', fault.code]);
  expect([outcome.bundle, diff]).toEqual([undefined, undefined]);
  expect(outcome.reason.text).not.toMatch(directionWords);
});

describe.each(ending('pushed'))('$fault', (fault) => {
  const compared = compareUnder(fault).then(({ outcome, diff }) => ({ outcome, diff: diff! }));

  test('has the outcome and the axes of the table', async () => {
    const { outcome, diff } = await compared;
    expect([outcome.outcome, outcome.reason.code]).toEqual([fault.outcome, fault.code]);
    expect(sourcesOf(affectedOf(diff))).toEqual(Object.keys(fault.states).toSorted());
    for (const { source, head, baseline, changes } of affectedOf(diff)) {
      expect([source, baseline.state, head.state, changes]).toEqual([source, 'complete', fault.states[source], []]);
    }
  });

  test('makes no finding of an affected axis, and leaves those of the others', async () => {
    const { diff } = await compared;
    const affected = new Set(affectedOf(diff).map(({ axis }) => axis));
    const sound = (await compareUnder(noFault)).diff!;
    expect(diff.summary.findings.filter(({ axis }) => affected.has(axis))).toEqual([]);
    const keysOf = ({ summary }: Diff) =>
      summary.findings
        .filter(({ axis, state }) => !affected.has(axis) && state === 'new')
        .map(({ axis, key }) => `${axis} ${key}`);
    expect(keysOf(diff)).toEqual(keysOf(sound));
  });

  test('has no word of direction for an affected axis in JSON, text, comment or SARIF [P-SVC-7]', async () => {
    const { diff } = await compared;
    const affected = affectedOf(diff);
    const names = new Set(affected.map(({ axis }) => axis));
    const texts = [
      ...affected.map((axis) => JSON.stringify(axis)),
      JSON.stringify(diff.summary.not_comparable),
      renderAxes(affected),
      ...renderHeadline(diff).filter((line) => line.startsWith('Not comparable')),
      ...markdownOf(diff, affected),
      ...sarifOf(diff, names),
    ];
    for (const text of texts) expect(text).not.toMatch(directionWords);
    for (const key of ['planted.conf', '10.9.9.9', 'CAP_SYS_ADMIN', 'price (app)']) {
      if (!isOfAffected(key, fault.states)) continue;
      for (const whole of [JSON.stringify(diff), renderDiff(diff), renderMarkdown(diff), writeSarif(diff)]) {
        expect(whole).not.toContain(key);
      }
    }
  });
});

/** The paragraph of each affected axis in a comment. */
function markdownOf(diff: Diff, affected: readonly AxisDiff[]): string[] {
  const found = renderMarkdown(diff)
    .split('\n\n')
    .filter((part) => part.includes('**: not comparable'));
  expect(found).toHaveLength(affected.length);
  return found;
}

interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly invocations: readonly [
    { readonly toolExecutionNotifications: readonly { associatedRule: { id: string } }[] },
  ];
  readonly results: readonly { readonly ruleId: string }[];
}

/** What SARIF has of affected axes: a rule and a notification each, and no result. */
function sarifOf(diff: Diff, names: ReadonlySet<string>): string[] {
  const [run] = (JSON.parse(writeSarif(diff)) as { runs: [Run] }).runs;
  expect(run.results.filter(({ ruleId }) => names.has(ruleId))).toEqual([]);
  const notices = run.invocations[0].toolExecutionNotifications.filter(({ associatedRule: { id } }) => names.has(id));
  expect(notices).toHaveLength(names.size);
  return [...notices, ...run.tool.driver.rules.filter(({ id }) => names.has(id))].map((one) => JSON.stringify(one));
}

const keyAxes: Readonly<Record<string, string>> = {
  'planted.conf': 'files',
  '10.9.9.9': 'network',
  CAP_SYS_ADMIN: 'capabilities',
  'price (app)': 'cpu_stacks',
};
function isOfAffected(key: string, states: object): boolean {
  // The reason of a denied capability names the capability.
  return key !== 'CAP_SYS_ADMIN' && Object.hasOwn(states, keyAxes[key] ?? '');
}
