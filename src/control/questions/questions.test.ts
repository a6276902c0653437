/** The stored questions, on both stores. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import { ensureOrganization } from '../people/organization.ts';
import { Retention } from '../retention/retention.ts';
import { StoreUnavailable } from '../store/postgres-pool.ts';
import { listQuestions } from './list-questions.ts';
import { QuestionLog, type QuestionRow } from './question-log.ts';
import { follow, recordRefusal } from './question-recorder.ts';

const startMs = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;

function row(over: Partial<QuestionRow> = {}): QuestionRow {
  return {
    id: randomUUID(),
    organization_id: 'acme',
    asked_at: startMs,
    by_type: 'person',
    by_id: 'ana',
    by_name: 'Ana "Ü" O’Hara\\',
    via: 'page',
    operation: 'metrics.query',
    access: 'read',
    arguments_digest: 'd'.repeat(64),
    source: 'grafana',
    instance: 'agent-1',
    outcome: 'ok',
    duration_ms: 12,
    upstream_calls: 1,
    row_count: 3,
    address: '192.0.2.7',
    ...over,
  };
}

describeOnBothStores('questions', (stores) => {
  test('are stored whole, absent values too, many at once, and a later record replaces an earlier one', () =>
    stores.with(new ManualClock(), async (store) => {
      const log = new QuestionLog(store);
      const empty = { access: null, arguments_digest: null, source: null, instance: null, duration_ms: null };
      const rows = [row(), row({ ...empty, upstream_calls: null, row_count: null, outcome: 'busy' })];
      const many = Array.from({ length: 1200 }, () => row({ organization_id: 'globex' }));
      await Promise.all([...rows, ...many].map((one) => log.write(one)));
      const read = (): Promise<QuestionRow[]> => store.db.selectFrom('questions').selectAll().execute();
      const byId = (list: readonly QuestionRow[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      expect(byId(await read())).toEqual(byId([...rows, ...many]));
      const [first] = rows;
      await log.write({ ...row(), id: first?.id ?? '', outcome: 'bug', duration_ms: 99 });
      expect((await read()).find(({ id }) => id === first?.id)).toMatchObject({ outcome: 'bug', duration_ms: 99 });
      expect(await read()).toHaveLength(1202);
    }));

  test('that end together share a statement', () =>
    stores.with(new ManualClock(), async (store) => {
      let statements = 0;
      const counted = {
        getExecutor: () => store.db.getExecutor(),
        executeQuery: (query: Parameters<typeof store.db.executeQuery>[0]) => {
          statements += 1;
          return store.db.executeQuery(query);
        },
      } as unknown as typeof store.db;
      const log = new QuestionLog({ ...store, db: counted });
      await Promise.all(Array.from({ length: 100 }, () => log.write(row())));
      expect(statements).toBe(1);
    }));

  test('with a filter that finds little are searched some at a time, and the pages together hold all', () =>
    stores.with(new ManualClock(), async (store) => {
      const log = new QuestionLog(store);
      const rare = new Set([3, 205, 440]);
      const rows = Array.from({ length: 450 }, (_one, at) =>
        row({ asked_at: startMs + Math.floor(at / 7), outcome: rare.has(at) ? 'bug' : 'ok' }),
      );
      await Promise.all(rows.map((one) => log.write(one)));
      const wanted = rows.filter(({ outcome }) => outcome === 'bug').map(({ id }) => id);
      const found: string[] = [];
      let pages = 0;
      let cursor: string | undefined;
      do {
        const page = await listQuestions(store.db, 'acme', { outcome: 'bug', limit: 50, cursor, scannedAtOnce: 200 });
        found.push(...page.questions.map(({ id }) => id));
        cursor = page.next_cursor;
        pages += 1;
      } while (cursor !== undefined);
      expect(found).toEqual(wanted.toReversed());
      expect(pages).toBe(3);
    }));

  test('are removed when they are older than what an organization keeps', () =>
    stores.with(new ManualClock(), async (store) => {
      const clock = new ManualClock();
      const { id: acme } = await ensureOrganization(store, 'acme', clock);
      const log = new QuestionLog(store);
      const old = Array.from({ length: 4100 }, () => row({ organization_id: acme, asked_at: startMs - 8 * dayMs }));
      const kept = row({ organization_id: acme, asked_at: startMs - 6 * dayMs });
      await Promise.all([...old, kept].map((one) => log.write(one)));
      const time = { believedNow: () => startMs, isSettled: () => true };
      const nothing = (): void => undefined;
      const ignored = { debug: nothing, info: nothing, warn: nothing, error: nothing };
      await new Retention({ store, limits: { days: 7, gigabytes: 1 }, time, log: ignored }).run();
      const left = await store.db.selectFrom('questions').select('id').execute();
      expect(left).toEqual([{ id: kept.id }]);
    }));
});

const asker = { type: 'token', id: 'bot', name: 'bot', organization: 'acme', scopes: ['operations'] } as const;
const asking = { id: 'request', asker, via: 'api', name: 'metrics.query', operation: undefined } as const;
const quiet = { error: () => undefined };
const followed = { asking, body: { args: {}, source: undefined }, log: quiet };

/** Takes what is written until so many were, and is then gone. */
function openRecorder(takes = Infinity) {
  const written: QuestionRow[] = [];
  const questions = {
    requireRoom: (): Promise<void> => Promise.resolve(),
    write: (one: QuestionRow): Promise<void> => {
      if (written.length >= takes) return Promise.reject(new StoreUnavailable('gone'));
      written.push(one);
      return Promise.resolve();
    },
  };
  return { written, deps: { questions, clock: new ManualClock() } };
}

const ends = (outcome: string) => Promise.resolve({ given: 'the answer', end: { outcome } });

test('an answer to a read whose record is not stored does not go out', async () => {
  await expect(follow(openRecorder(0).deps, followed, () => ends('ok'))).rejects.toThrow('gone');
  await expect(recordRefusal(openRecorder(0).deps, asking, 'role_required')).rejects.toThrow('gone');
});

test('a write that cannot be recorded is not sent; one that was sent is answered as it ended', async () => {
  let isSent = false;
  const sending = follow(openRecorder(0).deps, followed, async (question) => {
    await question.sent('agent-1');
    isSent = true;
    return ends('ok');
  });
  await expect(sending).rejects.toThrow('gone');
  expect(isSent).toBe(false);
  const { deps, written } = openRecorder(1);
  const given = await follow(deps, followed, async (question) => {
    await question.sent('agent-1');
    return ends('ok');
  });
  expect(given).toBe('the answer');
  expect(written).toMatchObject([{ instance: 'agent-1', outcome: 'unknown' }]);
});

test('a failure is recorded by its code and reaches the caller as it is, even when no record of it can be made', async () => {
  const { deps, written } = openRecorder();
  const failing = (): Promise<never> => Promise.reject(new StoreUnavailable('slow'));
  await expect(follow(deps, followed, failing)).rejects.toThrow('slow');
  await expect(follow(deps, followed, () => Promise.reject(new TypeError('wrong')))).rejects.toThrow('wrong');
  expect(written.map(({ outcome }) => outcome)).toEqual(['store_unavailable', 'internal']);
  await expect(follow(openRecorder(0).deps, followed, failing)).rejects.toThrow('slow');
});

test('a source that is no connector is not recorded', async () => {
  const { deps, written } = openRecorder();
  for (const source of ['grafana', 'canary of a caller']) {
    await follow(deps, { ...followed, body: { args: {}, source } }, () => ends('no_live_agent'));
  }
  expect(written.map(({ source }) => source)).toEqual(['grafana', null]);
});
