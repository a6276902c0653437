/** The audit list and its export on both stores: order, filters, bounds, pages, formats, and what retention took. */
import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import type { AuditEntry } from '../api/api.ts';
import { QuestionLog } from '../questions/question-log.ts';
import { listRemovedRecords, removeRecords } from '../retention/remove-records.ts';
import type { Store } from '../store/database.ts';
import type { AuditFilter } from './audit-filter.ts';
import { exportAudit } from './export-audit.ts';
import { listAudit } from './list-audit.ts';
import { csvColumns, nameExport, renderEntry } from './render-export.ts';

const startMs = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;

interface Seed {
  readonly at: number;
  readonly by?: string;
  readonly subject?: string;
  readonly organization?: string;
}

async function addActs(store: Store, seeds: readonly Seed[]): Promise<void> {
  for (let from = 0; from < seeds.length; from += 1000) {
    await store.db
      .insertInto('acts')
      .values(
        seeds.slice(from, from + 1000).map(({ at, by = 'ana', subject = 'deploy', organization = 'acme' }) => ({
          id: randomUUID(),
          organization_id: organization,
          at,
          kind: 'token_created',
          by_id: by,
          by_name: `${by} of acme`,
          by_type: 'person',
          subject_id: `id of ${subject}`,
          subject,
          detail: JSON.stringify({ token: 'capture' }),
          way: 'page',
          address: '192.0.2.7',
        })),
      )
      .execute();
  }
}

async function addQuestions(store: Store, seeds: readonly (Seed & { outcome?: string })[]): Promise<void> {
  const log = new QuestionLog(store);
  const rows = seeds.map(({ at, by = 'bot', subject = 'metrics.query', organization = 'acme', outcome = 'ok' }) => ({
    id: randomUUID(),
    organization_id: organization,
    asked_at: at,
    by_type: 'token' as const,
    by_id: by,
    by_name: by,
    via: 'api',
    operation: subject,
    access: 'read' as const,
    arguments_digest: null,
    source: null,
    instance: 'agent-1',
    outcome,
    duration_ms: 1,
    upstream_calls: null,
    row_count: null,
    address: '2001:db8::7',
  }));
  await Promise.all(rows.map((row) => log.write(row)));
}

async function readAll(store: Store, query: AuditFilter & { limit: number; scannedAtOnce?: number }) {
  const entries: AuditEntry[] = [];
  let cursor: string | undefined = '';
  let pages = 0;
  while (cursor !== undefined) {
    const page: Awaited<ReturnType<typeof listAudit>> = await listAudit(store.db, 'acme', { ...query, cursor });
    entries.push(...page.entries);
    pages += 1;
    cursor = page.next_cursor;
  }
  return { entries, pages };
}

async function readText(stream: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

describeOnBothStores('the audit list', (stores) => {
  test('has acts and questions in one order, each once, whatever the size of a page', () =>
    stores.with(new ManualClock(), async (store) => {
      // Many at the same moment, so that the order of ids decides too.
      await addActs(
        store,
        Array.from({ length: 40 }, (_, at) => ({ at: startMs + Math.floor(at / 8) * 3 })),
      );
      await addQuestions(
        store,
        Array.from({ length: 40 }, (_, at) => ({ at: startMs + Math.floor(at / 8) * 2 })),
      );
      await addActs(store, [{ at: startMs, organization: 'globex' }]);
      const whole = await listAudit(store.db, 'acme', { limit: 500 });
      expect([whole.entries.length, whole.next_cursor]).toEqual([80, undefined]);
      const times = whole.entries.map(({ at }) => at);
      expect(times).toEqual(times.toSorted().toReversed());
      for (const limit of [1, 7, 40]) {
        const { entries } = await readAll(store, { limit });
        expect(entries.map(({ id }) => id)).toEqual(whole.entries.map(({ id }) => id));
      }
    }));

  test.each<[AuditFilter, number]>([
    [{ by: 'ana' }, 2],
    [{ by: 'ana of acme' }, 2],
    [{ by: 'bot' }, 3],
    [{ kind: 'question' }, 3],
    [{ kind: 'token_created' }, 3],
    [{ kind: 'token_revoked' }, 0],
    [{ subject: 'id of node' }, 1],
    [{ subject: 'dns.listZones' }, 1],
    [{ about: 'agent-1' }, 3],
    [{ about: 'id of deploy' }, 2],
    [{ outcome: 'ok' }, 4],
    [{ outcome: 'refused' }, 1],
    [{ outcome: 'unknown' }, 1],
    [{ outcome: 'busy' }, 1],
    [{ way: 'token' }, 3],
    [{ way: 'page' }, 3],
    [{ way: 'machine' }, 0],
    [{ address: '192.0.2.7' }, 3],
    [{ from: '2026-01-01T00:00:02Z' }, 2],
    [{ to: '2026-01-01T01:00:01+01:00' }, 2],
    [{ by: 'bot', outcome: 'ok', subject: 'metrics.query' }, 1],
  ])('filtered by %j has %i of 6', (filter, count) =>
    stores.with(new ManualClock(), async (store) => {
      await addActs(store, [
        { at: startMs },
        { at: startMs + 1000, by: 'ben' },
        { at: startMs + 2000, subject: 'node' },
      ]);
      await addQuestions(store, [
        { at: startMs },
        { at: startMs + 1000, outcome: 'busy' },
        { at: startMs + 2000, subject: 'dns.listZones', outcome: 'unknown' },
      ]);
      const { entries } = await readAll(store, { ...filter, limit: 2 });
      expect(entries).toHaveLength(count);
    }),
  );

  test('with a filter reads a bounded part of each table for a page, and loses nothing', () =>
    stores.with(new ManualClock(), async (store) => {
      await addActs(
        store,
        Array.from({ length: 90 }, (_, at) => ({ at: startMs + at, by: at % 30 === 0 ? 'ana' : 'ben' })),
      );
      await addQuestions(
        store,
        Array.from({ length: 40 }, (_, at) => ({ at: startMs + at * 2, by: at % 10 === 0 ? 'ana' : 'bot' })),
      );
      const { entries, pages } = await readAll(store, { by: 'ana', limit: 5, scannedAtOnce: 10 });
      expect(entries).toHaveLength(7);
      expect(pages).toBeGreaterThan(8);
      const times = entries.map(({ at }) => at);
      expect(times).toEqual(times.toSorted().toReversed());
    }));

  test('counts what retention removed of each, again and again', () =>
    stores.with(new ManualClock(), async (store) => {
      await addActs(
        store,
        Array.from({ length: 4100 }, () => ({ at: startMs - 8 * dayMs })),
      );
      await addActs(store, [{ at: startMs }, { at: startMs - 8 * dayMs, organization: 'globex' }]);
      await addQuestions(store, [{ at: startMs - 9 * dayMs }, { at: startMs }]);
      const remove = (now: number) =>
        removeRecords(store.db, { organization: 'acme', now, before: now - 7 * dayMs, isStopped: () => false });
      await remove(startMs);
      const first = new Date(startMs).toISOString();
      const before = new Date(startMs - 7 * dayMs).toISOString();
      expect(await listRemovedRecords(store.db, 'acme')).toEqual([
        { record: 'act', count: 4100, before, removed_at: first },
        { record: 'question', count: 1, before, removed_at: first },
      ]);
      expect(await listRemovedRecords(store.db, 'globex')).toEqual([]);
      await remove(startMs + 8 * dayMs);
      expect((await listRemovedRecords(store.db, 'acme')).map(({ count }) => count)).toEqual([4101, 2]);
      expect((await listAudit(store.db, 'acme', { limit: 10 })).entries).toEqual([]);
    }));

  test('is exported whole and filtered, as CSV and as JSON Lines', () =>
    stores.with(new ManualClock(), async (store) => {
      await addActs(
        store,
        Array.from({ length: 1203 }, (_, at) => ({ at: startMs + at, subject: at === 0 ? 'odd, "name"' : 'x' })),
      );
      await addQuestions(store, [{ at: startMs }]);
      const lines = (await readText(exportAudit(store.db, 'acme', { format: 'jsonl', filter: {} }))).split('\n');
      expect(lines.pop()).toBe('');
      expect(lines).toHaveLength(1204);
      expect(lines.map((line) => (JSON.parse(line) as { v: number }).v)).toEqual(lines.map(() => 1));
      const { entries } = await readAll(store, { limit: 500 });
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(entries.map((entry) => ({ v: 1, ...entry })));
      const filter = { subject: 'odd, "name"' };
      const csv = await readText(exportAudit(store.db, 'acme', { format: 'csv', filter }));
      const [head, row, ...rest] = csv.split('\r\n');
      expect(head).toBe(csvColumns.join(','));
      expect(row).toContain(',"odd, ""name""",ok,page,192.0.2.7,');
      expect(rest).toEqual(['']);
    }));

  test('of 100,000 acts is exported with flat memory', { tags: ['deep'], timeout: 240_000 }, () =>
    stores.with(new ManualClock(), async (store) => {
      if (stores.dialect === 'postgres') return;
      await addActs(
        store,
        Array.from({ length: 100_000 }, (_, at) => ({ at: startMs + at })),
      );
      setFlagsFromString('--expose-gc');
      const collect = runInNewContext('gc') as () => void;
      collect();
      const before = process.memoryUsage();
      let [bytes, lines, highest, chunks] = [0, 0, 0, 0];
      for await (const chunk of exportAudit(store.db, 'acme', { format: 'csv', filter: {} })) {
        const text = String(chunk);
        bytes += text.length;
        lines += text.split('\r\n').length - 1;
        chunks += 1;
        if (chunks % 20 !== 0) continue;
        collect();
        highest = Math.max(highest, process.memoryUsage().heapUsed - before.heapUsed);
      }
      expect(lines).toBe(100_001);
      process.stdout.write(
        `export of 100,000 acts: ${(bytes / 1e6).toFixed(1)} MB, heap at most ${(highest / 1e6).toFixed(1)} MB more\n`,
      );
      // What is exported, once in memory, would be more.
      expect(bytes).toBeGreaterThan(12e6);
      expect(highest).toBeLessThan(6e6);
    }),
  );
});

describe('a cell of the export', () => {
  const entry: AuditEntry = {
    id: 'i',
    at: '2026-01-01T00:00:00.000Z',
    kind: 'token_created',
    by: { type: 'person', id: 'p', name: '' },
    subject: { id: 's', name: '' },
    outcome: 'ok',
    detail: {},
  };
  const cellOf = (name: string): string => {
    const line = renderEntry('csv', { ...entry, by: { type: 'person', id: 'p', name } });
    return /^1,[^,]+,token_created,person,p,(?<cell>.*),s,,ok,,,\{\},i\r\n$/su.exec(line)?.groups?.['cell'] ?? '';
  };

  test.each([
    ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['  =1', `"'  =1"`],
    ['\t=1', `"'\t'=1"`],
    ['\r\n=1', `"'\r\n'=1"`],
    ['＝1', `"'＝1"`],
    ["'=1", `"''=1"`],
    ['|calc', `"'|calc"`],
    // Where another separator is set, each line of the file is split at it, whatever the quotes say.
    ['x;=cmd|calc!A0', `"x;'=cmd|calc!A0"`],
    ['x; =1', `"x;' =1"`],
    ['x;;+1', `"x;;'+1"`],
    ['x\t-1', `"x\t'-1"`],
    ['x\n@SUM(A1)', `"x\n'@SUM(A1)"`],
    ['x,%1', `"x,'%1"`],
    ['x;＝1', `"x;'＝1"`],
    ['x;"=1;y', `"x;'""=1;y"`],
    ["x;'=1", `"x;''=1"`],
    ['x; y, z', '"x; y, z"'],
    ['x;y', 'x;y'],
    ['Ana, "Ü"', '"Ana, ""Ü"""'],
    ['Ana Lima', 'Ana Lima'],
    ['a=b', 'a=b'],
  ])('of %j is no formula: %s', (name, cell) => {
    expect(cellOf(name)).toBe(cell);
    // As audit.md says how the text is had back.
    const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    expect(text.replaceAll(/(^|\r\n|[;,\t\r\n])'/gu, '$1')).toBe(name);
  });
});

test('the name of the file says when it was exported and by which filter', () => {
  const filter = { from: '2026-01-01T00:00:00Z', by: '../Ana "Ü"', kind: 'token_created' } as const;
  expect(nameExport('csv', filter, startMs)).toBe(
    'farol-audit_20260101T000000Z_from-2026-01-01T00-00-00Z_by-..-Ana-_kind-token_created.csv',
  );
  const secret = `rapi_${'s'.repeat(43)}`;
  const jwt = `eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJvbGdhIn0.${'s'.repeat(40)}`;
  for (const by of [secret, `for ${jwt}`, `__Host-farol-sso=${secret}`]) {
    const name = nameExport('csv', { by }, startMs);
    expect(name).toContain('token');
    expect(name).not.toContain('sss');
  }
  const long = { by: 'x'.repeat(200), subject: 'y'.repeat(200), about: 'z'.repeat(200), address: 'a'.repeat(200) };
  expect(nameExport('jsonl', long, startMs).length).toBeLessThan(220);
});
