import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toFault } from '../src/core/fault.ts';
import { digestCatalog } from './digest.ts';
import { knownDigest } from './known-digest.ts';
import { catalog, operations } from './index.ts';
import { defineOperation } from './operation.ts';
import { renderWindow, resolveWindow, Window } from './window.ts';

describe('the catalog', () => {
  test('lists every operation once, sorted, as <domain>.<operation>', () => {
    const names = operations.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)].toSorted());
    expect(names.filter((name) => !/^[a-z0-9]+\.[a-z][A-Za-z0-9_]*$/u.test(name))).toEqual([]);
    expect(catalog.size).toBe(operations.length);
  });

  test('has exactly six writes, one of them of the code host [C-EP-7] [C-EP-8] [C-EP-9]', () => {
    expect(operations.filter(({ access }) => access !== 'read').map(({ name }) => name)).toEqual([
      'chat.createChannel',
      'chat.postMessage',
      'code.create_github_issue',
      'tickets.addComment',
      'tickets.create',
      'tickets.transition',
    ]);
  });

  test('holds the operations of every domain', () => {
    expect(new Set(operations.map(({ name }) => name.split('.')[0])).size).toBe(33);
  });

  test.each(operations)('$name refuses an unknown key at every level', ({ arguments: accepted }) => {
    const schema = z.toJSONSchema(accepted, { io: 'input' });
    expect(openObjectsIn(schema, '$')).toEqual([]);
  });

  test.each(operations)('$name says what it does without naming a vendor', ({ summary }) => {
    expect(summary).toMatch(/^[A-Z].*\.$/u);
    expect(summary).not.toMatch(/grafana|prometheus|datadog|cloudwatch/iu);
  });
});

describe('the digest', () => {
  test('that is written down is the one of the catalog', () => {
    expect(knownDigest).toBe(digestCatalog(catalog));
  });

  const first = defineOperation({
    name: 'a.first',
    access: 'read',
    summary: 'First.',
    arguments: () => z.strictObject({ limit: z.int().max(10) }),
    result: () => z.strictObject({}),
  });

  test('does not depend on the order of the list', () => {
    const second = { ...first, name: 'a.second' };
    const entries: [string, typeof first | typeof second][] = [
      ['a.first', first],
      ['a.second', second],
    ];
    expect(digestCatalog(new Map(entries))).toBe(digestCatalog(new Map(entries.toReversed())));
  });

  test.each([
    ['an argument', { ...first, arguments: z.strictObject({ limit: z.int().max(11) }) }],
    ['the result', { ...first, result: z.strictObject({ more: z.boolean() }) }],
    ['the access', { ...first, access: 'write' as const }],
  ])('changes with %s', (_what, changed) => {
    expect(digestCatalog(new Map([['a.first', changed]]))).not.toBe(digestCatalog(new Map([['a.first', first]])));
  });
});

describe('a window', () => {
  const now = Date.UTC(2026, 10, 21, 8);

  test.each([
    [{ from: 'now-15m', to: 'now' }, 15 * 60],
    [{ from: 'now-1d', to: 'now-1h' }, 23 * 3600],
    [{ from: '2026-11-21T08:00:00+02:00', to: '2026-11-21T07:00:00Z' }, 3600],
  ])('%j is %i seconds wide', (window, seconds) => {
    const { fromMs, toMs } = resolveWindow(Window.parse(window), now);
    expect((toMs - fromMs) / 1000).toBe(seconds);
  });

  test('ends now unless it says otherwise, and is written in RFC 3339', () => {
    expect(renderWindow(resolveWindow(Window.parse({ from: 'now-1h' }), now))).toEqual({
      from: '2026-11-21T07:00:00.000Z',
      to: '2026-11-21T08:00:00.000Z',
    });
  });

  test('that is empty or runs backwards is refused', () => {
    for (const from of ['now', '2026-11-22T00:00:00Z']) {
      expect(() => resolveWindow({ from, to: 'now' }, now)).toThrow(
        expect.objectContaining({ kind: 'invalid_arguments', data: { field: 'window' } }) as Error,
      );
    }
  });

  test('that parses is refused or can be written as two times', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^now-[1-9][0-9]{0,5}[smhdw]$/u), (from) => {
        const told = tellStart(Window.parse({ from }), now);
        expect(told === 'invalid_arguments' || Date.parse(told) < now).toBe(true);
      }),
    );
  });

  test.each(['yesterday', 'now+1h', 'now-1y', '2026-13-01T00:00:00Z', '2026-01-01', '', 'now-9999999s'])(
    'beginning at %j is refused',
    (from) => {
      expect(Window.safeParse({ from }).success).toBe(false);
    },
  );
});

function tellStart(window: Window, now: number): string {
  try {
    return renderWindow(resolveWindow(window, now)).from;
  } catch (error) {
    return toFault(error).kind;
  }
}

function openObjectsIn(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const isOpen =
    'properties' in schema && (schema as { additionalProperties?: unknown }).additionalProperties !== false;
  return [
    ...(isOpen ? [at] : []),
    ...Object.entries(schema).flatMap(([key, one]) => openObjectsIn(one, `${at}.${key}`)),
  ];
}
