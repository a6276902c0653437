import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyTrigger, type CaptureState, type Step, stepOf, type Trigger } from './capture-state.ts';
import type { NodeResult } from './settle.ts';

const waiting: CaptureState = { status: 'queued', reason: undefined, nodes: new Map() };
const running: CaptureState = { ...waiting, nodes: new Map([['a', undefined]]) };
const reason = { code: 'measured', text: 'It was measured.' };
const result: NodeResult = { instance: 'a', outcome: 'pushed', reason };
const ended: CaptureState = { status: 'pushed', reason, nodes: new Map([['a', result]]) };
const states: Readonly<Record<Step, CaptureState>> = { waiting, running, ended };

const triggers: Readonly<Record<Trigger['trigger'], Trigger>> = {
  taken: { trigger: 'taken', instance: 'b' },
  declined: {
    trigger: 'declined',
    declined: [{ instance: 'b', reason: { code: 'not_in_target_list', text: 'Not listed.' } }],
  },
  reported: { trigger: 'reported', ...result, outcome: 'nothing_to_push' },
  lost: { trigger: 'lost', instance: 'a' },
  disabled: { trigger: 'disabled' },
  expired: { trigger: 'expired', reason: { code: 'expired', text: 'Nobody took it.' } },
  cancelled: { trigger: 'cancelled', by: 'Ana (member)' },
};

test.each<[Step, Trigger['trigger'], string, string[]]>([
  ['waiting', 'taken', 'queued', []],
  ['waiting', 'declined', 'failed not_in_target_list', []],
  ['waiting', 'reported', 'nothing_to_push measured', []],
  ['waiting', 'lost', 'unchanged', []],
  ['waiting', 'disabled', 'failed profiler_disabled', []],
  ['waiting', 'expired', 'failed expired', []],
  ['waiting', 'cancelled', 'failed cancelled', []],
  ['running', 'taken', 'queued', []],
  ['running', 'declined', 'unchanged', []],
  ['running', 'reported', 'nothing_to_push measured', []],
  ['running', 'lost', 'failed profiler_lost', []],
  ['running', 'disabled', 'failed profiler_disabled', ['a']],
  ['running', 'expired', 'unchanged', []],
  ['running', 'cancelled', 'failed cancelled', ['a']],
  ['ended', 'taken', 'unchanged', ['b']],
  ['ended', 'declined', 'unchanged', []],
  ['ended', 'reported', 'unchanged', []],
  ['ended', 'lost', 'unchanged', []],
  ['ended', 'disabled', 'unchanged', []],
  ['ended', 'expired', 'unchanged', []],
  ['ended', 'cancelled', 'unchanged', []],
])('%s, %s: %s, abort %j [P-STATE-4]', (step, name, expected, abort) => {
  const made = applyTrigger(states[step], triggers[name]);
  const { status, reason: why } = made.next;
  expect(made.changed ? `${status} ${why?.code ?? ''}`.trim() : 'unchanged').toBe(expected);
  expect(made.abort).toEqual(abort);
});

describe('the outcome of several nodes', () => {
  const play = (...given: Trigger[]): CaptureState => {
    let state = waiting;
    for (const trigger of given) state = applyTrigger(state, trigger).next;
    return state;
  };
  const take = (instance: string): Trigger => ({ trigger: 'taken', instance });
  const report = (instance: string, outcome: NodeResult['outcome'], code = outcome as string): Trigger => ({
    trigger: 'reported',
    instance,
    outcome,
    reason: { code, text: `${instance} says ${code}.` },
  });

  test('is pushed when one pushed, with the reasons of the others', () => {
    const state = play(take('a'), take('b'), take('c'), report('b', 'failed'), report('c', 'pushed'), {
      trigger: 'lost',
      instance: 'a',
    });
    expect(state.status).toBe('pushed');
    expect(state.reason?.code).toBe('pushed');
    expect(state.reason?.text).toMatch(
      /^c says pushed\. a: The Profiler that accepted the request did not report.* b: b says failed\.$/u,
    );
  });

  test('waits for the node that has not reported', () => {
    expect(play(take('a'), take('b'), report('a', 'pushed')).status).toBe('queued');
  });

  test('is failed when one failed and none pushed', () => {
    expect(play(take('a'), take('b'), report('a', 'nothing_to_push'), report('b', 'failed')).status).toBe('failed');
  });

  test('repeats the exact words of a single node', () => {
    expect(play(take('a'), report('a', 'failed', 'collector_oom')).reason).toEqual({
      code: 'collector_oom',
      text: 'a says collector_oom.',
    });
  });
});

describe('when every live Profiler declines', () => {
  const declined = (...codes: string[]): CaptureState =>
    applyTrigger(waiting, {
      trigger: 'declined',
      declined: codes.map((code, index) => ({ instance: `n${index}`, reason: { code, text: `${code}.` } })),
    }).next;

  test.each([
    [['not_in_target_list', 'not_in_target_list'], 'failed', 'not_in_target_list'],
    [['not_in_target_list', 'no_such_process'], 'nothing_to_push', 'no_such_process'],
    // It may run on the node that did not answer.
    [['no_such_process', 'no_answer'], 'failed', 'no_answer'],
    [['not_in_target_list', 'a_reason_of_a_newer_profiler'], 'failed', 'a_reason_of_a_newer_profiler'],
  ])('for %j it is %s: %s [P-ERR-5]', (codes, status, code) => {
    const state = declined(...codes);
    expect([state.status, state.reason?.code]).toEqual([status, code]);
    expect([...state.nodes.keys()]).toEqual(codes.map((_, index) => `n${index}`));
  });

  test('quotes three nodes and counts the rest', () => {
    const { reason: why } = declined(...Array.from({ length: 40 }, () => 'no_such_process'));
    expect(why?.text).toContain('n2: no_such_process. The record lists 37 more.');
    expect(why?.text).not.toContain('n3:');
  });

  test('orders a node without an answer to stop, because it may have accepted the request', () => {
    const { abort } = applyTrigger(waiting, {
      trigger: 'declined',
      declined: [{ instance: 'silent', reason: { code: 'no_answer', text: 'Silence.' } }],
    });
    expect(abort).toEqual(['silent']);
  });
});

test('whatever arrives in whatever order, a request ends at most once and then never changes [P-STATE-4]', () => {
  const instance = fc.constantFrom('a', 'b', 'c');
  const trigger: fc.Arbitrary<Trigger> = fc.oneof(
    fc.record({ trigger: fc.constant('taken' as const), instance }),
    fc.record({
      trigger: fc.constant('reported' as const),
      instance,
      outcome: fc.constantFrom('pushed' as const, 'nothing_to_push' as const, 'failed' as const),
      reason: fc.constant(reason),
    }),
    fc.record({ trigger: fc.constant('lost' as const), instance }),
    fc.constant(triggers.declined),
    fc.constant(triggers.disabled),
    fc.constant(triggers.expired),
    fc.constant(triggers.cancelled),
  );
  fc.assert(
    fc.property(fc.array(trigger, { maxLength: 20 }), (sequence) => {
      let state = waiting;
      let ends = 0;
      for (const one of sequence) {
        const { next, changed } = applyTrigger(state, one);
        const wasEnded = stepOf(state) === 'ended';
        expect(wasEnded && (changed || next !== state)).toBe(false);
        const isEnd = !wasEnded && stepOf(next) === 'ended';
        ends += isEnd ? 1 : 0;
        // An end has a reason, and no node that took the request is left without a result.
        expect(isEnd && (next.reason === undefined || [...next.nodes.values()].includes(undefined))).toBe(false);
        state = next;
      }
      expect(ends).toBeLessThanOrEqual(1);
    }),
    { numRuns: 5000 },
  );
});
