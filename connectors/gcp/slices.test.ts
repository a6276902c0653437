import { expect, test } from 'vitest';
import { describedBy, discovery } from './upstream/discovery.ts';
import { fieldsOf, unknownFields } from './upstream/fields.ts';
import { answers } from './schema.ts';
import { checkDeclarations } from './checks.ts';
import { fillPath } from './fill-path.ts';
import type { Method } from './slice.ts';
import { declarations, type MethodId, methods } from './slices.ts';

const all = Object.entries<Method>(methods) as [MethodId, Method][];

test.each(all)('%s is a method of the vendor, with a scope it takes', (id, { call, scope }) => {
  const names = [...call.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => name);
  const { verb, host, path } = fillPath(call, Object.fromEntries(names.map((name) => [name, 'x'])));
  expect(describedBy({ method: verb, path: `/${host}${path}` })?.path).toBe(discovery[id]?.path);
  expect(discovery[id]?.scopes).toContain(scope);
});

/** The Prometheus interface answers in Prometheus's own shape, which the vendor calls bytes. */
const isPrometheus = (id: string): boolean => id.includes('.prometheus.');

test.each(all.filter(([id]) => !isPrometheus(id)))('%s is read by fields that the vendor describes', (id) => {
  expect(unknownFields(fieldsOf(answers[id]), discovery[id]?.answer ?? {})).toEqual([]);
});

test('only what Prometheus answers is not described', () => {
  const undescribed = Object.entries(discovery).filter(([, { answer }]) => answer === undefined);
  expect(undescribed.map(([id]) => id)).toEqual(all.map(([id]) => id).filter(isPrometheus));
});

test('the description holds nothing that is not called', () => {
  expect(Object.keys(discovery).toSorted()).toEqual(all.map(([id]) => id).toSorted());
});

test('every method is asked by an operation or a check', () => {
  const asked = new Set(
    [...Object.values(declarations), ...Object.values(checkDeclarations)].flatMap(({ upstream }) => upstream),
  );
  expect(all.filter(([, { call }]) => !asked.has(call)).map(([id]) => id)).toEqual([]);
});

test('no narrower scope than the whole platform is passed over, but for those that open data or change things', () => {
  const passedOver = new Set(['datastore', 'sqlservice.admin', 'cloudasset', 'securitycenter']);
  const wide = all.filter(([, { scope }]) => scope === 'cloud-platform');
  const narrower = wide.flatMap(([id, { scope }]) =>
    (discovery[id]?.scopes ?? []).filter((one) => one !== scope && !passedOver.has(one)).map((one) => `${id}: ${one}`),
  );
  expect(narrower).toEqual([]);
});
