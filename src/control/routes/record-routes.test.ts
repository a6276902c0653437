/** The list and the export over the real application: as files that a browser saves, and with queries that are wrong. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { ApiError, AuditEntry, AuditList } from '../api/api.ts';

let running: TestControl;
let owner: Readonly<Record<string, string>>;

beforeAll(async () => {
  running = await startTestControl({ FAROL_RETENTION_DAYS: '30' });
  owner = await running.signIn('owner');
});
afterAll(() => running.close());

const get = (query: string) => running.send({ path: `/api/audit${query}`, headers: owner });

test('the list says how long records stay, and shows nothing of another organization', async () => {
  await running.signIn('owner', 'globex');
  const list = AuditList.parse((await get('')).json());
  expect([list.retention_days, list.removed]).toEqual([30, []]);
  expect(list.entries.map(({ by }) => by.name)).not.toContain('owner of globex');
  expect(list.entries.map(({ kind }) => kind)).toContain('signed_in');
});

test.each(['csv', 'jsonl'] as const)(
  'an export as %s is a file that is named by its filter, and is recorded',
  async (format) => {
    const answer = await get(`/export?format=${format}&kind=audit_exported&by=owner+of+acme`);
    const name =
      /filename="(?<name>[^"]+)"/u.exec(String(answer.headers['content-disposition']))?.groups?.['name'] ?? '';
    expect(name).toMatch(
      new RegExp(String.raw`^farol-audit_\d{8}T\d{6}Z_by-owner-of-acme_kind-audit_exported\.${format}$`, 'u'),
    );
    expect(answer.headers['content-type']).toMatch(format === 'csv' ? /^text\/csv/u : /^application\/x-ndjson/u);
    expect(answer.headers['content-length']).toBeUndefined();
    const lines = answer.text.trim().split(/\r?\n/u);
    // Its own record is the newest.
    expect(lines[format === 'csv' ? 1 : 0]).toContain(name);
    if (format === 'csv') return;
    const { v, ...entry } = JSON.parse(lines[0] ?? '') as { v: number };
    expect([v, AuditEntry.parse(entry).kind]).toEqual([1, 'audit_exported']);
  },
);

test.each([
  ['kind=nothing', 'kind'],
  ['from=yesterday', 'from'],
  ['to=2026-13-01T00:00:00Z', 'to'],
  ['way=phone', 'way'],
  ['by=', 'by'],
  ['subject=a%00', 'subject'],
  [`address=${'a'.repeat(201)}`, 'address'],
  ['about=a&about=b', 'about'],
])('the query %s is refused by the name of its field', async (query, field) => {
  for (const path of [`?${query}`, `/export?${query}`]) {
    const answer = await get(path);
    expect([answer.status, ApiError.parse(answer.json()).error.field]).toEqual([400, field]);
  }
});

test('queries that are nearly right never fail the control plane', async () => {
  const names = [
    'from',
    'to',
    'by',
    'kind',
    'subject',
    'about',
    'outcome',
    'way',
    'address',
    'limit',
    'cursor',
    'format',
    '__proto__',
  ];
  const values = [
    '%00',
    '%ff',
    "'",
    '%25',
    '-1',
    '1e9',
    '0.0',
    '9999999999999999',
    '%F0%9F%92%A9',
    'a[]=1',
    '{}',
    '2026-01-01T00:00:00Z',
    'ok',
    'page',
  ];
  const statuses = new Set<number>();
  for (const name of names) {
    for (const value of values) {
      for (const path of [`?${name}=${value}`, `/export?${name}=${value}`]) {
        const answer = await get(path);
        statuses.add(answer.status);
        expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 400])]);
        expect(answer.text).not.toMatch(/\bat .+\.ts:\d+/u);
      }
    }
  }
  expect(statuses).toEqual(new Set([200, 400]));
});
