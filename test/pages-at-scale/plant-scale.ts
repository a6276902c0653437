/** What a large company has after a year, straight into the store: instances, captures, records and organizations. */
import { randomUUID } from 'node:crypto';
import { encodeBundle } from '../../profiler/witness/bundle/encode.ts';
import { HealthReports } from '../../src/control/fleet/health-reports.ts';
import { ensureOrganization } from '../../src/control/people/organization.ts';
import type { Store } from '../../src/control/store/database.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { HealthCheck } from '../../src/tunnel/messages.ts';
import { catalog } from '../../catalog/index.ts';
import { readRecorded } from '../pushed-captures.ts';
import { storeInstance } from '../store-instance.ts';

export const scale = { instances: 200, captures: 1000, records: 10_000, organizations: 50 } as const;

const workloads = 40;
const hourMs = 3_600_000;
const connectors = ['prometheus', 'postgres', 'github', 'aws', 'slack', 'jira', 'grafana', 'mongodb'];

/** `person`: who opens the pages, a member of every organization by one passkey, with which their sessions began. */
export async function plantScale(store: Store, organization: string, person: string): Promise<void> {
  await plantInstances(store, organization);
  await plantCaptures(store, organization);
  await plantRecords(store, organization, person);
  await plantOrganizations(store, person);
}

async function plantInstances(store: Store, organization: string): Promise<void> {
  const reports = new HealthReports(store.db, systemClock);
  const now = Date.now();
  for (let at = 0; at < scale.instances; at += 1) {
    const instance = `${at % 4 === 0 ? 'profiler' : 'agent'}-${String(at).padStart(3, '0')}`;
    const kind = at % 4 === 0 ? 'profiler' : 'agent';
    await storeInstance(store.db, organization, instance, {
      class: kind,
      enrolled_at: now - at * hourMs,
      last_seen_at: now - (at % 7) * hourMs,
      versions: JSON.stringify({ [kind]: '1.0.0' }),
    });
    const checks = connectors.map((connector, index) => checkOf(connector, (at + index) % 11 === 0));
    const report = { at: new Date(now).toISOString(), checks };
    await reports.keep({ organization, instance }, report);
  }
}

function checkOf(connector: string, isDenied: boolean): HealthCheck {
  return {
    connector,
    check: 'sign-in',
    status: isDenied ? 'failed' : 'ok',
    summary: isDenied ? 'The credential may not list what is asked for.' : 'The credential is accepted.',
    affects: [],
    needed: ['list'],
    missing: isDenied ? ['list'] : [],
    excess: [],
    evidence: {},
    remedy: isDenied ? `Grant ${connector} the permission list.` : '',
  };
}

/** Every version of a workload was measured three times; each tenth capture failed. */
async function plantCaptures(store: Store, organization: string): Promise<void> {
  const recorded = await Promise.all(([1, 2, 3, 4] as const).map(readRecorded));
  const now = Date.now();
  for (let at = 0; at < scale.captures; at += 1) {
    const id = randomUUID();
    const started = now - (scale.captures - at) * hourMs;
    const turn = Math.floor(at / workloads);
    const request = {
      workload: `service-${String(at % workloads).padStart(2, '0')}`,
      version: `1.${Math.floor(turn / 3)}.0`,
      env: at % 3 === 0 ? 'production' : '',
      kind: turn % 3 === 0 ? ('head' as const) : ('replicate' as const),
    };
    const isFailed = at % 10 === 9;
    const reason = isFailed
      ? { reason_code: 'target_restarted', reason_text: 'The process restarted inside the window.' }
      : { reason_code: null, reason_text: null };
    await store.db
      .insertInto('capture_requests')
      .values({
        id,
        organization_id: organization,
        ...request,
        image: null,
        duration_sec: 60,
        warmup_sec: 0,
        requested_by_type: 'token',
        requested_by: 'pipeline',
        requested_by_id: null,
        requested_at: started,
        status: isFailed ? 'failed' : 'pushed',
        running_since: started,
        phase: null,
        ...reason,
        finished_at: started + 70_000,
        recorded: 0,
      })
      .execute();
    const measured = recorded[at % recorded.length];
    if (measured === undefined) throw new Error('a recorded capture is missing');
    const requestedAt = new Date(started).toISOString();
    const bundle = encodeBundle({
      ...measured,
      instance: 'profiler-000',
      window: { ...measured.window, start_wall: requestedAt },
      request: { ...measured.request, ...request, request_id: id, requested_at: requestedAt },
    });
    if (!isFailed) {
      await store.db
        .insertInto('bundles')
        .values({ organization_id: organization, id: bundle.id, bytes: bundle.bytes, stored_at: started })
        .execute();
    }
    await store.db
      .insertInto('capture_instances')
      .values({
        request_id: id,
        instance: 'profiler-000',
        taken_at: started,
        outcome: isFailed ? 'failed' : 'pushed',
        ...reason,
        probes: null,
        collector: null,
        bundle_id: isFailed ? null : bundle.id,
        namespace: null,
        finished_at: started + 70_000,
      })
      .execute();
  }
}

async function plantRecords(store: Store, organization: string, person: string): Promise<void> {
  const operations = [...catalog.keys()];
  const now = Date.now();
  const rows = Array.from({ length: scale.records }, (_one, at) => ({
    id: randomUUID(),
    organization_id: organization,
    asked_at: now - at * 60_000,
    by_type: 'person' as const,
    by_id: person,
    by_name: `Person ${at % 37}`,
    via: at % 3 === 0 ? 'mcp' : 'web',
    operation: operations[at % operations.length] ?? '',
    access: 'read' as const,
    arguments_digest: null,
    source: 'prometheus',
    instance: `agent-${String(at % scale.instances).padStart(3, '0')}`,
    outcome: at % 9 === 0 ? 'permission_missing' : 'ok',
    duration_ms: at % 900,
    upstream_calls: 1,
    row_count: at % 50,
    address: null,
  }));
  for (let from = 0; from < rows.length; from += 500) {
    await store.db
      .insertInto('questions')
      .values(rows.slice(from, from + 500))
      .execute();
  }
}

async function plantOrganizations(store: Store, person: string): Promise<void> {
  const now = Date.now();
  const passkey = randomUUID();
  await store.db
    .insertInto('passkeys')
    .values({
      id: passkey,
      person_id: person,
      credential_id: passkey,
      public_key: '',
      counter: 0,
      transports: '[]',
      rp_id: 'localhost',
      name: 'laptop',
      created_at: now,
      last_used_at: now,
    })
    .execute();
  for (let at = 1; at < scale.organizations; at += 1) {
    const { id } = await ensureOrganization(store, `subsidiary-${String(at).padStart(2, '0')}`, systemClock);
    const there = randomUUID();
    const values = { id: there, organization_id: id, name: 'Alex', role: 'member' as const, created_at: now };
    await store.db
      .insertInto('people')
      .values({ ...values, removed_at: null, invited_by_id: null })
      .execute();
    await store.db
      .insertInto('passkey_people')
      .values({ passkey_id: passkey, person_id: there, joined_at: now })
      .execute();
  }
  await store.db.updateTable('sessions').set({ passkey_id: passkey }).where('person_id', '=', person).execute();
}
