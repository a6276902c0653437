/** Something of every kind in one organization, straight into the store, so that a test can ask for it from another. */
import { setTimeout } from 'node:timers/promises';
import { csrfHeader } from '../src/control/api/api.ts';
import { Links } from '../src/control/people/links.ts';
import { renderTimeCursor } from '../src/control/store/time-cursor.ts';
import { ensureOrganization } from '../src/control/people/organization.ts';
import type { Db } from '../src/control/store/database.ts';
import { AccessTokens } from '../src/control/tokens/access-tokens.ts';
import { systemClock } from '../src/core/clock.ts';
import type { TestControl } from './control-plane.ts';
import { storeInstance } from './store-instance.ts';

/** What names each: an id, or the name that people chose. */
export interface Planted {
  readonly organization: string;
  /** A member, with a session and a passkey. */
  readonly person: string;
  /** Somebody of an identity provider who was removed. */
  readonly removed: string;
  readonly session: string;
  /** Of the person whose headers are `owner`. */
  readonly ownSession: string;
  readonly ownPasskey: string;
  readonly credential: string;
  readonly link: string;
  readonly token: string;
  readonly capture: string;
  /** A capture that has not ended. */
  readonly queued: string;
  readonly instance: string;
  readonly workload: string;
  readonly version: string;
  /** Where a page of recorded questions ends. */
  readonly cursor: string;
  /** A question that the person whose headers are `owner` saved and shares. */
  readonly saved: string;
}

export interface PlantedOrganization {
  readonly ids: Planted;
  /** Headers of an owner, as a browser sends them. */
  readonly owner: Readonly<Record<string, string>>;
}

export async function plantOrganization(running: TestControl, name: string): Promise<PlantedOrganization> {
  const { store } = running;
  const { db } = store;
  const { id: organization } = await ensureOrganization(store, name, systemClock);
  const owner = await running.signIn('owner', name);
  const mark = `${name}-${crypto.randomUUID()}`;
  const person = await storePerson(db, organization, mark);
  const self = await db
    .selectFrom('people')
    .select('id')
    .where('organization_id', '=', organization)
    .where('role', '=', 'owner')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  const credential = `credential-${mark}`;
  const tokens = new AccessTokens(db, systemClock);
  const token = { organization, kind: 'read', name: `token-${mark}`, createdBy: 'test', expiresInHours: 1 } as const;
  const link = { organization, name: `link-${mark}`, role: 'member', createdBy: 'test' } as const;
  const workload = `workload-${mark}`;
  const version = `version-${mark}`;
  const instance = `instance-${mark}`;
  await storeInstance(db, organization, instance);
  const question = await storeQuestion(db, { organization, person, mark });
  await storePasskey(db, person, `of-person-${mark}`);
  await storeMarker(db, { organization, workload, version });
  return {
    owner: { ...owner, [csrfHeader]: owner[csrfHeader] ?? '' },
    ids: {
      organization,
      person,
      removed: await storeRemoved(db, organization, mark),
      session: await storeSession(db, person),
      ownSession: await storeSession(db, self.id),
      ownPasskey: await storePasskey(db, self.id, credential),
      credential,
      link: (await new Links(store, systemClock).mint(link)).id,
      token: (await tokens.create(token)).view.id,
      capture: await storeCapture(db, { organization, workload, version, instance, status: 'pushed' }),
      queued: await storeCapture(db, { organization, workload, version, instance, status: 'queued' }),
      instance,
      workload,
      version,
      saved: await storeSavedQuestion(db, { organization, person: self.id, mark }),
      cursor: renderTimeCursor({ at: await ownMoment(), id: question }),
    },
  };
}

export async function storeSavedQuestion(
  db: Db,
  { organization, person, mark }: { organization: string; person: string; mark: string },
): Promise<string> {
  const id = crypto.randomUUID();
  const question = { name: `saved-${mark}`, operation: 'metrics.query', args: '{}', source: null, instance: null };
  await db
    .insertInto('saved_questions')
    .values({ ...question, id, organization_id: organization, person_id: person, is_shared: 1, saved_at: 0 })
    .execute();
  return id;
}

/** A millisecond in which nothing is recorded: of two cursors of one moment, ids decide which records are before it. */
async function ownMoment(): Promise<number> {
  const before = systemClock.now();
  while (systemClock.now() <= before) await setTimeout(1);
  const at = systemClock.now();
  while (systemClock.now() <= at) await setTimeout(1);
  return at;
}

async function storePerson(db: Db, organization: string, mark: string): Promise<string> {
  const id = crypto.randomUUID();
  const values = { id, organization_id: organization, name: `person-${mark}`, role: 'member' as const };
  await db
    .insertInto('people')
    .values({ ...values, created_at: 0, removed_at: null })
    .execute();
  return id;
}

export async function storeRemoved(db: Db, organization: string, mark: string): Promise<string> {
  const id = await storePerson(db, organization, `removed-${mark}`);
  await db.updateTable('people').set({ removed_at: 1 }).where('id', '=', id).execute();
  const identity = { issuer: 'https://idp.example.com', subject: mark, created_at: 0, suspended_at: null };
  await db
    .insertInto('sso_identities')
    .values({ ...identity, organization_id: organization, person_id: id })
    .execute();
  return id;
}

async function storeSession(db: Db, person: string): Promise<string> {
  const hash = crypto.randomUUID();
  const now = systemClock.now();
  await db
    .insertInto('sessions')
    .values({ hash, person_id: person, created_at: 0, last_seen_at: now, expires_at: now + 3_600_000 })
    .execute();
  return hash;
}

async function storePasskey(db: Db, person: string, credential: string): Promise<string> {
  const id = crypto.randomUUID();
  const key = { credential_id: credential, public_key: '', counter: 0, transports: '[]', rp_id: 'localhost' };
  await db
    .insertInto('passkeys')
    .values({ id, person_id: person, name: `key-${credential}`, created_at: 0, last_used_at: null, ...key })
    .execute();
  return id;
}

async function storeMarker(
  db: Db,
  { organization, workload, version }: Pick<StoredCapture, 'organization' | 'workload' | 'version'>,
): Promise<void> {
  const of = { organization_id: organization, kind: 'deploy' as const, workload, env: '', version };
  const by = { token_id: 'test', token_name: 'test', recorded_at: 1 };
  await db
    .insertInto('markers')
    .values({ ...of, ...by, id: crypto.randomUUID(), key: 'x', title: null, url: null, started_at: 1, ended_at: null })
    .execute();
}

interface StoredCapture {
  readonly organization: string;
  readonly workload: string;
  readonly version: string;
  readonly instance: string;
  readonly status: 'pushed' | 'queued';
}

async function storeCapture(
  db: Db,
  { organization, workload, version, instance, status }: StoredCapture,
): Promise<string> {
  const id = crypto.randomUUID();
  const isPushed = status === 'pushed';
  const ended = isPushed ? { reason_code: 'pushed', reason_text: 'x', finished_at: 1 } : undefined;
  await db
    .insertInto('capture_requests')
    .values({
      id,
      organization_id: organization,
      workload,
      version,
      env: '',
      kind: 'head',
      duration_sec: 60,
      warmup_sec: 5,
      requested_by_type: 'token',
      requested_by: `ci-${workload}`,
      requested_at: systemClock.now(),
      status,
      running_since: null,
      phase: null,
      recorded: 0,
      ...(ended ?? { reason_code: null, reason_text: null, finished_at: null }),
    })
    .execute();
  if (ended === undefined) return id;
  await db
    .insertInto('bundles')
    .values({ organization_id: organization, id, bytes: Uint8Array.of(1), stored_at: 0 })
    .execute();
  const taken = { request_id: id, instance, taken_at: 0, probes: null, collector: null, bundle_id: id };
  await db
    .insertInto('capture_instances')
    .values({ ...taken, outcome: 'pushed', ...ended })
    .execute();
  return id;
}

async function storeQuestion(
  db: Db,
  { organization, person, mark }: { organization: string; person: string; mark: string },
): Promise<string> {
  const id = crypto.randomUUID();
  await db
    .insertInto('questions')
    .values({
      id,
      organization_id: organization,
      asked_at: systemClock.now(),
      by_type: 'person',
      by_id: person,
      by_name: `person-${mark}`,
      via: 'page',
      operation: 'metrics.query',
      access: 'read',
      arguments_digest: null,
      source: null,
      instance: null,
      outcome: 'ok',
      duration_ms: 1,
      upstream_calls: 1,
      row_count: 1,
    })
    .execute();
  return id;
}
