/** The description that a control plane serves is one that generators of clients read. The deep layer asks linters too. */
import { beforeAll, expect, test } from 'vitest';
import { startTestControl } from '../control-plane.ts';

interface Described {
  readonly tags?: readonly string[];
  readonly description?: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
}

let document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly tags: readonly { readonly name: string }[];
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
};
let described: (readonly [name: string, path: string, operation: Described])[] = [];

beforeAll(async () => {
  const running = await startTestControl();
  document = (await running.send({ path: '/api/openapi.json' })).json() as typeof document;
  await running.close();
  described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, path, operation] as const),
  );
});

/** Names of the operations that are not so. */
const except = (isSo: (operation: Described, path: string) => boolean): string[] =>
  described.filter(([, path, operation]) => !isSo(operation, path)).map(([name]) => name);

test('each operation has a known tag, a description, a success and a refusal', () => {
  expect(described.length).toBeGreaterThan(70);
  const tags = document.tags.map(({ name }) => name);
  expect(except(({ tags: [tag = '', ...more] = [] }) => tags.includes(tag) && more.length === 0)).toEqual([]);
  expect(except(({ description = '' }) => /^[A-Z].{20}/u.test(description))).toEqual([]);
  expect(except(({ responses }) => Object.keys(responses).some((status) => /^[23]/u.test(status)))).toEqual([]);
  expect(except(({ responses }) => Object.hasOwn(responses, '4XX'))).toEqual([]);
  const isStatus = (status: string): boolean => /^(?:[1-5](?:\d\d|XX)|default)$/u.test(status);
  expect(except(({ responses }) => Object.keys(responses).every(isStatus))).toEqual([]);
});

test('each part of an address is described', () => {
  const partsOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => name);
  const describedIn = ({ parameters = [] }: Described): string[] =>
    parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  expect(except((operation, path) => String(describedIn(operation)) === String(partsOf(path)))).toEqual([]);
});

test('every component is referred to, and every pattern is one that other languages read', () => {
  const text = JSON.stringify(document);
  const unused = Object.keys(document.components.schemas).filter((name) => !text.includes(`schemas/${name}"`));
  expect(unused).toEqual([]);
  const patterns = patternsIn(document);
  expect(patterns.length).toBeGreaterThan(5);
  expect(patterns.filter((pattern) => /\\[pPku]|\(\?(?!:)/u.test(pattern))).toEqual([]);
});

function patternsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) =>
    key === 'pattern' && typeof value === 'string' ? [value] : patternsIn(value),
  );
}
