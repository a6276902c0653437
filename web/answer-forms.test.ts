import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  CaptureList,
  CaptureProcesses,
  ComparisonSummary,
  ComparisonTable,
  Fleet,
  LiveEvent,
  Me,
} from '../src/control/api/api.ts';
import { shapeOf } from './answer-forms.ts';
import { summaryOf, tableOf } from './dev-server/diff-parts.ts';
import { createFakeState } from './dev-server/fake-state.ts';
import { seedDiff } from './dev-server/seed-diff.ts';
import { seedProcesses } from './dev-server/seed-overview.ts';
import { formOf } from './src/edge/answer-form.ts';

const state = createFakeState(Date.UTC(2026, 10, 25), false);
const checkout = state.captures.filter(({ workload }) => workload === 'checkout-api');
const whole = seedDiff(checkout, undefined, undefined)!;
const me: Me = {
  person: { id: 'person-1', name: 'Ana Lima', role: 'owner' },
  organization: state.organization,
  profiler_enabled: true,
  csrf: 'csrf-1',
};

const answers: readonly (readonly [string, z.ZodType, unknown])[] = [
  ['who is signed in', Me, me],
  ['captures', CaptureList, { captures: state.captures.slice(0, 7), next_cursor: '9' }],
  ['processes', CaptureProcesses, seedProcesses(checkout.find(({ status }) => status === 'pushed')!)],
  ['a comparison', ComparisonSummary, summaryOf(whole)],
  ['the rows of an axis', ComparisonTable, tableOf(whole, 'cpu_stacks')],
  ['the fleet', Fleet, { instances: state.fleet, expiries: state.expiries }],
  ['an event', LiveEvent, { type: 'capture', request_id: 'cap-1' }],
];

/** The value with one part replaced, removed or added, everywhere in turn. */
function* spoil(value: unknown): Generator<unknown> {
  for (const other of ['', -1.5, true, null, [], {}]) yield other;
  if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) for (const bad of spoil(part)) yield value.with(index, bad);
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, unknown_key: 1 };
    for (const [key, part] of Object.entries(value)) {
      const { [key]: _removed, ...rest } = value as Record<string, unknown>;
      yield rest;
      for (const bad of spoil(part)) yield { ...value, [key]: bad };
    }
  }
}

test.each(answers)('judges %s as its schema does, whole and with any part spoilt', (_name, schema, answer) => {
  const plain: unknown = JSON.parse(JSON.stringify(answer));
  const form = formOf(shapeOf(schema, 'answer'));
  expect(form.safeParse(plain)).toEqual({ success: true, data: plain });
  const spoilt = [...spoil(plain)];
  expect(spoilt.length).toBeGreaterThan(20);
  const differing = spoilt.filter((one) => form.safeParse(one).success !== schema.safeParse(one).success);
  expect(differing).toEqual([]);
});

test('names the place of what is wrong', () => {
  const form = formOf(shapeOf(CaptureList, 'CaptureList'));
  const [first] = state.captures;
  const parsed = form.safeParse(JSON.parse(JSON.stringify({ captures: [{ ...first, env: 7 }] })));
  expect(parsed).toMatchObject({ success: false, error: { issues: [{ path: ['captures', 0, 'env'] }] } });
});

test.each([
  ['a loose object', z.object({ a: z.string() }), 'is not a strict object'],
  ['an address', z.strictObject({ a: z.url() }), 'format'],
  ['keys of a form', z.record(z.string().regex(/^a/u), z.string()), 'restricts its keys'],
])('refuses %s, which a shape cannot express', (_name, schema, message) => {
  expect(() => shapeOf(schema, 'Answer')).toThrow(message);
});
