import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { systemClock as clock } from '../../core/clock.ts';
import type { EnrolledInstance } from '../../tunnel/session/session-store.ts';
import { OwnerTable } from '../replicas/owner-table.ts';
import { openStore } from './database.ts';
import { InstanceStore } from '../fleet/instance-store.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

test('instances come back while every other connection to the store is in use', async () => {
  const limits = { connections: 1, connectMs: 500 };
  const store = await openStore(await postgres.createDatabase(), { clock, limits });
  try {
    const busy = sql`select pg_sleep(3)`.execute(store.db);
    const instances = new InstanceStore(store, clock);
    const found = { organization: 'acme', instance: 'agent-1', class: 'agent', enrolledAt: 1 } as EnrolledInstance;
    const description = { versions: {}, catalogDigest: undefined, targets: undefined };
    const session = { generation: 1, now: 1, description };
    expect(await instances.find(found)).toBeUndefined();
    expect(await instances.commitGeneration(found, session)).toBe(false);
    expect(await new OwnerTable(store, clock).claim('nobody', found, session)).toBeUndefined();
    await busy;
  } finally {
    await store.close();
  }
});
