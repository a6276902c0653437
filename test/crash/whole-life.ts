/**
 * What an organization does with its control plane from the first start to the restored backup, step by
 * step, while the control plane and every command beside it die right after each of their commits. Each
 * caller repeats what was not answered, as people and pipelines do; what was answered must hold.
 */
// oxlint-disable vitest/no-standalone-expect -- the test that lives this life is in every-commit-point.test.ts
import { globSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import {
  CaptureAccepted,
  CaptureRecord,
  InvitationCreated,
  Me,
  OperationResponse,
  People,
  ProfilerSetting,
  SignInLink,
  TokenCreated,
} from '../../src/control/api/api.ts';
import { makeStoreKey } from '../../src/control/keys/store-key.ts';
import { openStore, type Store } from '../../src/control/store/database.ts';
import { ControlApi, ControlApiError } from '../../src/control/api/api-client.ts';
import { systemClock } from '../../src/core/clock.ts';
import { type Deaths, DyingControl, NotYet, runOnce, runUntilItLives } from './dying.ts';
import { DeliveredCaptures, JournalledWrites, LastingInstance } from './instances.ts';
import { recordIncident, rotateToken } from './use-markers.ts';
import { leavePasskeys, leaveUsedTickets, usePasskeys } from './use-passkeys.ts';

type Environment = Readonly<Record<string, string>>;

export interface Life {
  readonly folder: string;
  readonly deaths: Deaths;
  /** Undefined for the embedded store. */
  readonly postgres: { createDatabase(): Promise<string> } | undefined;
  /** A PostgreSQL to move to. */
  readonly newHome: () => Promise<string>;
}

interface Member {
  readonly api: ControlApi;
  readonly me: Me;
}

const hourMs = 3_600_000;

export class WholeLife {
  readonly #life: Life;
  readonly #control: DyingControl;
  #env: Environment;
  readonly #url: string;
  readonly #instances: LastingInstance[] = [];
  readonly #writes: JournalledWrites;
  readonly #captures = new DeliveredCaptures();
  readonly #apis: ControlApi[] = [];
  #store: Store | undefined;

  static async begin(life: Life): Promise<WholeLife> {
    const data = path.join(life.folder, 'data');
    const url =
      life.postgres === undefined ? `sqlite:${path.join(data, 'farol.db')}` : await life.postgres.createDatabase();
    // Replicas share their keys through the store; the one process of the embedded store has them as files.
    const keys = life.postgres === undefined ? {} : { FAROL_STORE_KEY: makeStoreKey().reveal() };
    const env = { FAROL_DATABASE_URL: url, ...keys, ...life.deaths.env };
    await mkdir(path.join(life.folder, 'instances'));
    return new WholeLife(life, {
      control: await DyingControl.prepare(data, { env, program: life.deaths.programs.program('farol') }),
      env,
      url,
    });
  }

  private constructor(life: Life, { control, env, url }: { control: DyingControl; env: Environment; url: string }) {
    this.#life = life;
    this.#control = control;
    this.#env = { FAROL_DATA_DIR: control.process.folder, FAROL_ORGANIZATION: 'acme', ...env };
    this.#url = url;
    this.#writes = new JournalledWrites(path.join(life.folder, 'instances'));
    control.onStarted = async () => {
      for (const one of this.#instances) await one.reconnect();
    };
  }

  get deaths(): number {
    return this.#control.deaths;
  }

  async live(): Promise<void> {
    await this.#control.start();
    const owner = await this.#firstSignIn();
    this.#store = await openStore(this.#url, { clock: systemClock });
    await this.#enrolInstances(owner);
    await this.#askOperations(owner);
    await this.#capture(owner);
    await this.#people(owner);
    await this.#passkeys(owner);
    await this.#tokens(owner);
    await this.#organizations();
    await this.#rotateKeys();
    await this.#revoke(owner);
    await this.#retain();
    await this.#stopAndMoveOn();
  }

  async close(): Promise<void> {
    for (const one of this.#instances) await one.close();
    for (const api of this.#apis) api.close();
    await this.#writes.close();
    await this.#store?.close();
    await this.#control.process.kill();
  }

  get #farolFile(): string {
    return this.#life.deaths.programs.program('farol');
  }

  get #db() {
    if (this.#store === undefined) throw new Error('the store is not open yet');
    return this.#store.db;
  }

  #until<T>(what: string, work: () => Promise<T>): Promise<T> {
    return this.#control.until(what, work);
  }

  #open(): ControlApi {
    const api = new ControlApi(this.#control.process.app, this.#control.process.caPem);
    this.#apis.push(api);
    return api;
  }

  async #farol(args: readonly string[], env: Environment = {}, afterDeath?: () => Promise<void>): Promise<string> {
    const command = [this.#farolFile, 'control', ...args];
    const { code, stdout, stderr } = await runUntilItLives(command, { ...this.#env, ...env }, afterDeath);
    expect([args, code, stderr]).toEqual([args, 0, code === 0 ? stderr : '']);
    return stdout.trim();
  }

  /** A link whose use was not answered is spent: the operator makes another one. */
  async #firstSignIn(): Promise<Member> {
    return this.#until('the owner signs in', async () => {
      const api = this.#open();
      const link = await this.#farol(['owner-link']);
      try {
        return { api, me: await this.#signIn(api, link) };
      } catch (error) {
        const isWithdrawn = error instanceof ControlApiError && error.code === 'link_withdrawn';
        throw isWithdrawn ? new NotYet('a start made another link', { cause: error }) : error;
      }
    });
  }

  /** @throws NotYet when the link was spent on an answer that was lost. */
  async #signIn(api: ControlApi, link: string): Promise<Me> {
    try {
      const { origin } = new URL(this.#control.process.app);
      return await api.signIn(link.replace(/^https:\/\/[^/]+/u, origin));
    } catch (error) {
      if (error instanceof ControlApiError && error.code === 'link_used') throw new NotYet('spent', { cause: error });
      throw error;
    }
  }

  #mint({ api }: Member, body: object): Promise<TokenCreated> {
    return this.#until('a token is made', () => api.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated));
  }

  async #enrolInstances(owner: Member): Promise<void> {
    const setting = { method: 'PUT', path: '/api/settings/profiler', body: { enabled: true } } as const;
    await this.#until('the Profiler is enabled', () => owner.api.call(setting, ProfilerSetting));
    const report = async (): Promise<{ at: string; checks: never[] }> => ({ at: new Date().toISOString(), checks: [] });
    await this.#enrol(owner, 'agent', 'agent-1', {
      'operation.run': (asked) => this.#writes.run(asked),
      'health.run': report,
    });
    await this.#enrol(owner, 'profiler', 'node-1', {
      'capture.start': (request) => Promise.resolve(this.#captures.offer(request)),
      'capture.abort': () => Promise.resolve({}),
    });
    const [agent] = this.#instances;
    await this.#until('a health report is stored', async () => agent?.tunnel.report('health.report', await report()));
    await this.#leaveAnOwnerBehind();
    // The same instances, with the keys that they made first.
    for (const { identity } of this.#instances) {
      const row = await this.#instance(identity.instance);
      expect(row.public_key).toBe(identity.signer.publicKey);
      expect(new Date(row.enrolled_at).toISOString()).toBe(identity.enrolledAt);
    }
  }

  /** A tunnel of a replica that is gone, which the others end. The embedded store has no others. */
  async #leaveAnOwnerBehind(): Promise<void> {
    if (this.#life.postgres === undefined) return;
    const { organization_id, enrolled_at } = await this.#instance('agent-1');
    const session = {
      class: 'agent',
      generation: 1,
      epoch: 1,
      versions: '{}',
      catalog_digest: null,
      targets: null,
    } as const;
    const times = { enrolled_at, since: 1, released_at: null, is_moving: 0 };
    const owned = { organization_id, instance: 'agent-gone', replica_id: 'gone' };
    await this.#db
      .insertInto('tunnel_owners')
      .values({ ...owned, ...session, ...times })
      .execute();
  }

  async #enrol(
    owner: Member,
    instanceClass: 'agent' | 'profiler',
    instance: string,
    handlers: Parameters<typeof LastingInstance.enrol>[1],
  ): Promise<LastingInstance> {
    const { value: token } = await this.#mint(owner, { kind: 'bootstrap', class: instanceClass, name: instance });
    const folder = path.join(this.#life.folder, 'instances');
    const control = this.#control.process;
    const one = await LastingInstance.enrol({ control, folder, class: instanceClass, instance, token }, handlers);
    this.#instances.push(one);
    await this.#until(`${instance} is live`, async () => {
      if (one.tunnel.state().state !== 'live') throw new NotYet(JSON.stringify(one.tunnel.state()));
    });
    return one;
  }

  async #instance(instance: string) {
    return this.#db.selectFrom('instances').selectAll().where('instance', '=', instance).executeTakeFirstOrThrow();
  }

  /** A write is asked until it is answered; its third party is asked once. */
  async #askOperations({ api }: Member): Promise<void> {
    const ask = (operation: string, key: string, args: object): Promise<unknown> =>
      this.#until(operation, () => {
        const headers = { 'idempotency-key': key };
        const path_ = `/api/operations/${operation}`;
        return api.call({ method: 'POST', path: path_, body: { args }, headers }, OperationResponse);
      });
    const read = await ask('metrics.query', 'read-1', {});
    expect(await ask('metrics.query', 'read-1', {})).toEqual(read);
    // A refusal that invites another try is forgotten.
    const down = { method: 'POST', path: '/api/operations/metrics.query', body: { args: { isDown: true } } } as const;
    await this.#until('a read fails', async () => {
      const { status } = await api.callRaw({ ...down, headers: { 'idempotency-key': 'down-1' } });
      if (status !== 502) throw new NotYet(`status ${status}`);
    });
    for (const write of ['write-1-of-16-chars', 'write-2-of-16-chars']) {
      const first = await ask('tickets.addComment', write, { idempotencyKey: write });
      expect(first).toMatchObject({ result: { data: 'done 1' } });
      expect(await ask('tickets.addComment', write, { idempotencyKey: write })).toEqual(first);
      expect(this.#writes.done.get(write)).toBe(1);
      // What expires is removed by the next process that is asked.
      await this.#db.updateTable('write_agents').set({ asked_at: 1 }).execute();
      await this.#db.updateTable('asked_operations').set({ asked_at: 1 }).where('key', '=', 'read-1').execute();
      await this.#db.updateTable('asked_operations').set({ body_bytes: 1e9 }).where('key', '=', write).execute();
      await this.#control.crash();
    }
  }

  async #capture(owner: Member): Promise<void> {
    const { value } = await this.#mint(owner, { kind: 'capture', name: 'pipeline' });
    const pipeline = this.#open();
    pipeline.useToken(value);
    const request = (workload: string, version: string): Promise<string> =>
      this.#until('a capture is accepted', async () => {
        const body = { workload, version, duration_sec: 5, warmup_sec: 0 };
        const call = { method: 'POST', path: '/api/profiling/captures', body } as const;
        return (await pipeline.call(call, CaptureAccepted)).request_id;
      });
    const asked = new Map<string, RegExp>();
    for (const version of ['1.0', '1.1', '1.2', '1.3']) asked.set(await request('checkout', version), /^measured$/u);
    asked.set(await request('checkout', 'empty'), /^no_events$/u);
    asked.set(await request('unknown', '1.0'), /^not_in_target_list$/u);
    const endless = await request('endless', '1.0');
    asked.set(endless, /^cancelled$/u);
    const profiler = this.#instances.find(({ identity }) => identity.instance === 'node-1');
    if (profiler === undefined) throw new Error('the Profiler has enrolled');
    await this.#until('every outcome is delivered', async () => {
      await this.#captures.deliver(profiler.tunnel);
      const open = await this.#db.selectFrom('capture_requests').select('id').where('status', '=', 'queued').execute();
      const taken = await this.#db
        .selectFrom('capture_instances')
        .select('instance')
        .where('request_id', '=', endless)
        .execute();
      if (open.some(({ id }) => id !== endless) || taken.length === 0) throw new NotYet('some are open');
    });
    const cancel = { method: 'POST', path: `/api/profiling/captures/${endless}/cancel` } as const;
    await this.#until('the endless one is cancelled', () => owner.api.call(cancel, CaptureRecord));
    for (const [id, reason] of asked) {
      const read = { method: 'GET', path: `/api/profiling/captures/${id}` } as const;
      const record = await this.#until('a capture is read', () => owner.api.call(read, CaptureRecord));
      expect([id, record.reason?.code]).toEqual([id, expect.stringMatching(reason)]);
      expect(record.instances.length).toBeLessThanOrEqual(1);
      if (record.outcome !== 'failed') expect(record.reason?.text).toContain(id);
      expect(this.#captures.measured.get(id) ?? 0).toBeLessThanOrEqual(1);
    }
    // Nothing beside what was asked for: a request whose answer was lost is the one that was asked again.
    const { length } = await this.#db.selectFrom('capture_requests').select('id').execute();
    expect(length).toBe(asked.size);
  }

  async #people(owner: Member): Promise<void> {
    await this.#addSession(owner.me.person.id, 1);
    const ada = await this.#invite(owner, 'Ada');
    for (const kind of ['capture', 'bootstrap']) {
      await this.#mint(ada, { kind, name: `of Ada ${kind}`, ...(kind === 'bootstrap' && { class: 'agent' }) });
    }
    await this.#until('Ada invites', () =>
      ada.api.call(
        { method: 'POST', path: '/api/people/invitations', body: { name: 'Bo', role: 'member' } },
        InvitationCreated,
      ),
    );
    const again = await this.#until('a link signs Ada in again', async () => {
      const made = { method: 'POST', path: `/api/people/${ada.me.person.id}/links` } as const;
      const api = this.#open();
      await this.#signIn(api, (await owner.api.call(made, SignInLink)).link);
      return api;
    });
    await this.#end({ api: again }, '/api/session', 401);
    await this.#db
      .updateTable('sessions')
      .set((row) => ({ last_seen_at: row('last_seen_at', '-', hourMs) }))
      .execute();
    await this.#until('a session is used', () => owner.api.call({ method: 'GET', path: '/api/me' }, Me));
    const withdrawn = await this.#until('another is invited', () =>
      owner.api.call(
        { method: 'POST', path: '/api/people/invitations', body: { name: 'Cy', role: 'member' } },
        InvitationCreated,
      ),
    );
    await this.#end(owner, `/api/people/links/${withdrawn.invitation.id}`, 404);
    await leavePasskeys(this.#db, ada.me.person.id, owner.me.person.id);
    await this.#end(owner, `/api/people/${ada.me.person.id}`, 404);
    await this.#expectActs({ link_withdrawn: withdrawn.invitation.id, person_removed: ada.me.person.id });
    // The removal that was answered is whole.
    expect((await ada.api.callRaw({ method: 'GET', path: '/api/me' })).status).toBe(401);
    const usable = await this.#db
      .selectFrom('access_tokens')
      .select('id')
      .where('created_by_id', '=', ada.me.person.id)
      .where('revoked_at', 'is', null)
      .execute();
    expect(usable).toEqual([]);
    const { people, invitations } = await this.#until('people are listed', () =>
      owner.api.call({ method: 'GET', path: '/api/people' }, People),
    );
    expect(people.map(({ id }) => id)).not.toContain(ada.me.person.id);
    expect(invitations.filter(({ name }) => name === 'Bo')).toEqual([]);
  }

  async #passkeys(owner: Member): Promise<void> {
    await leaveUsedTickets(this.#db);
    const removed = await usePasskeys(owner.api, {
      origin: this.#control.process.app,
      until: (what, work) => this.#until(what, work),
      open: () => this.#open(),
      end: (api, path_) => this.#end({ api }, path_, 404),
    });
    await this.#expectActs({ passkey_added: removed.id, passkey_removed: removed.id });
  }

  async #addSession(person: string, expiresAt: number): Promise<void> {
    const times = { created_at: 1, last_seen_at: 1, expires_at: expiresAt };
    await this.#db
      .insertInto('sessions')
      .values({ hash: `made ${expiresAt}`, person_id: person, ...times })
      .execute();
  }

  async #invite(owner: Member, name: string): Promise<Member> {
    return this.#until(`${name} joins`, async () => {
      const body = { name, role: 'admin' };
      const call = { method: 'POST', path: '/api/people/invitations', body } as const;
      const api = this.#open();
      return { api, me: await this.#signIn(api, (await owner.api.call(call, InvitationCreated)).link) };
    });
  }

  /** Asks for the end of something until it is answered; `over`: what is answered when it has ended already. */
  #end({ api }: Pick<Member, 'api'>, path_: string, over: number): Promise<void> {
    return this.#until(`DELETE ${path_}`, async () => {
      try {
        await api.download('/api/me');
        await api.call({ method: 'DELETE', path: path_ }, ProfilerSetting.optional());
      } catch (error) {
        if (!(error instanceof ControlApiError && error.status === over)) throw error;
      }
    });
  }

  /** What was answered is recorded, once however often it was asked. */
  async #expectActs(wanted: Readonly<Record<string, string>>): Promise<void> {
    for (const [kind, subject] of Object.entries(wanted)) {
      const rows = await this.#db
        .selectFrom('acts')
        .select('by_name')
        .where('kind', '=', kind)
        .where('subject_id', '=', subject)
        .execute();
      expect([kind, rows]).toEqual([kind, [{ by_name: 'Owner' }]]);
    }
  }

  async #tokens(owner: Member): Promise<void> {
    const capture = await this.#mint(owner, { kind: 'capture', name: 'short' });
    const bootstrap = await this.#mint(owner, { kind: 'bootstrap', class: 'agent', name: 'short' });
    for (const { token } of [capture, bootstrap]) {
      await this.#end(owner, `/api/tokens/${token.id}`, 404);
      await this.#expectActs({ token_created: token.id, token_revoked: token.id });
    }
    const pipeline = this.#open();
    pipeline.useToken(capture.value);
    const body = { workload: 'checkout', version: '9', duration_sec: 5, warmup_sec: 0 };
    const refused = await this.#until('a revoked token is used', () =>
      pipeline.callRaw({ method: 'POST', path: '/api/profiling/captures', body }),
    );
    expect(refused.status).toBe(401);
    const until = <T>(what: string, work: () => Promise<T>): Promise<T> => this.#until(what, work);
    await rotateToken(owner.api, () => this.#mint(owner, { kind: 'read', name: 'rotated' }), until);
    const alerts = this.#open();
    alerts.useToken((await this.#mint(owner, { kind: 'incident', name: 'alerts' })).value);
    await recordIncident(alerts, until);
    // An instance that comes with a token whose time is over is refused, and the token stays over.
    const late = await this.#mint(owner, { kind: 'bootstrap', class: 'agent', name: 'late' });
    await this.#db.updateTable('bootstrap_tokens').set({ expires_at: 1 }).where('id', '=', late.token.id).execute();
    const folder = path.join(this.#life.folder, 'instances');
    const control = this.#control.process;
    const asked = { control, folder, class: 'agent', instance: 'agent-late', token: late.value } as const;
    await expect(LastingInstance.enrol(asked, {})).rejects.toMatchObject({ code: 'token_expired' });
  }

  /** A command that died after its commit has made or renamed the organization, and the next would be refused. */
  async #organizations(): Promise<void> {
    const makes = async (what: readonly string[], name: string): Promise<boolean> => {
      const { code, stderr, signal } = await this.#once(['organization', ...what, name]);
      if (signal === null) expect([code, stderr]).toEqual([0, stderr]);
      const found = await this.#db.selectFrom('organizations').select('id').where('name', '=', name).execute();
      if (signal === null) expect(found).toHaveLength(1);
      return signal === null;
    };
    let made = 1;
    while (!(await makes(['create'], `globex-${made}`))) made += 1;
    for (let at = 1, from = `globex-${made}`; ; at += 1) {
      const to = `initech-${at}`;
      if (await makes(['rename', from], to)) break;
      const renamed = await this.#db.selectFrom('organizations').select('id').where('name', '=', to).execute();
      if (renamed.length === 1) from = to;
    }
  }

  async #rotateKeys(): Promise<void> {
    const before = await this.#currentKey();
    for (;;) {
      // One that died after its commit has changed the key already, and the next is refused.
      const { code, stderr, signal } = await this.#once(['rotate-keys', '--command']);
      if (signal === null && code !== 0) expect(stderr).toContain('in progress');
      if (signal === null) break;
    }
    expect(await this.#currentKey()).not.toBe(before);
    for (const { identity, tunnel } of this.#instances) {
      await this.#until('the new key is confirmed', async () => {
        if ((await this.#instance(identity.instance)).command_key === (await this.#currentKey())) return;
        throw new NotYet(`${identity.instance} ${JSON.stringify(tunnel.state())}`);
      });
      expect(identity.keyring.pinned().current).toBe(await this.#currentKey());
    }
    for (;;) {
      const { code, stderr, signal } = await this.#once(['rotate-keys', '--finish']);
      if (signal === null && code !== 0) {
        expect(stderr).toContain('No change of the command key or of the authority is in progress');
      }
      if (signal === null) break;
    }
    const states = await this.#db.selectFrom('control_keys').select('state').where('purpose', '=', 'command').execute();
    expect(states.map(({ state }) => state).toSorted()).toEqual(['current', 'retired']);
  }

  #once(args: readonly string[]) {
    return runOnce([this.#farolFile, 'control', ...args], this.#env);
  }

  async #currentKey(): Promise<string> {
    const { public_part } = await this.#db
      .selectFrom('control_keys')
      .select('public_part')
      .where('purpose', '=', 'command')
      .where('state', '=', 'current')
      .executeTakeFirstOrThrow();
    return public_part;
  }

  async #revoke(owner: Member): Promise<void> {
    const act = (what: string, instance: string): Promise<unknown> =>
      this.#until(what, () =>
        owner.api.callRaw({ method: 'POST', path: `/api/fleet/${instance}/${what}` }).then(({ status }) => {
          expect(status).toBeLessThan(300);
        }),
      );
    // A copy of an identity: its next claim is behind, and both are locked.
    const copied = await this.#enrol(owner, 'agent', 'agent-2', {});
    await this.#db.updateTable('instances').set({ generation: 1000 }).where('instance', '=', 'agent-2').execute();
    await copied.reconnect();
    await this.#until('the copy is locked', async () => {
      if (copied.tunnel.state().state !== 'stopped') throw new NotYet('not locked');
    });
    expect((await this.#instance('agent-2')).locked_at).not.toBe(null);
    await act('revoke', 'agent-2');
    await act('allow-reenrolment', 'agent-2');
    await rm(path.join(this.#life.folder, 'instances', 'agent-2'), { recursive: true });
    // Challenges that ended are swept by the next enrolment.
    await this.#db.updateTable('enrolment_challenges').set({ expires_at: 1 }).execute();
    const again = await this.#enrol(owner, 'agent', 'agent-2', {});
    await this.#db.updateTable('instances').set({ command_key: null }).where('instance', '=', 'agent-2').execute();
    await act('revoke', 'agent-2');
    await this.#until('the revoked one is closed', async () => {
      if (again.tunnel.state().state !== 'stopped') throw new NotYet('not closed');
    });
    expect(again.tunnel.state()).toMatchObject({ code: 'revoked' });
  }

  /** Everything that may go is a day old; then the records of it are. */
  async #retain(): Promise<void> {
    const db = this.#db;
    const kept = await db.selectFrom('capture_requests').select('id').execute();
    const [person] = await db.selectFrom('people').selectAll().execute();
    await this.#addSession(person?.id ?? '', 1);
    await leaveUsedTickets(db);
    await db.updateTable('markers').set({ started_at: 1, ended_at: 1, recorded_at: 1 }).execute();
    await db.updateTable('enrolment_challenges').set({ expires_at: 1 }).execute();
    await db.updateTable('one_time_links').set({ used_at: 1 }).where('used_at', 'is not', null).execute();
    await db.updateTable('bootstrap_token_uses').set({ used_at: 1 }).execute();
    await db.updateTable('health_reports').set({ received_at: 1 }).execute();
    await db.updateTable('acts').set({ at: 1 }).execute();
    await db.updateTable('questions').set({ asked_at: 1 }).execute();
    await db.updateTable('capture_requests').set({ requested_at: 1, finished_at: 1 }).execute();
    await db.updateTable('bundles').set({ stored_at: 1 }).execute();
    const retain = (): Promise<unknown> =>
      runUntilItLives([this.#life.deaths.programs.program('retention'), this.#url], this.#env);
    await retain();
    const left = await db.selectFrom('capture_requests').select('id').execute();
    const removed = await db.selectFrom('removed_captures').select('id').execute();
    expect([...left, ...removed].map(({ id }) => id).toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
    expect(removed.length).toBeGreaterThan(0);
    const named = await db
      .selectFrom('capture_instances')
      .select('bundle_id')
      .where('bundle_id', 'is not', null)
      .execute();
    const bundles = await db.selectFrom('bundles').select('id').execute();
    expect(bundles.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      [...new Set(named.map((one) => String(one.bundle_id)))].toSorted((a, b) => (a < b ? -1 : 1)),
    );
    await db.updateTable('removed_captures').set({ removed_at: 1 }).execute();
    await retain();
    expect(await db.selectFrom('removed_captures').select('id').execute()).toEqual([]);
  }

  async #stopAndMoveOn(): Promise<void> {
    for (const one of this.#instances.splice(0)) await one.close();
    await this.#control.stop();
    await this.#resetClock();
    await this.#giveUpKey();
    await this.#changeStoreKey();
    await this.#backUpAndRestore();
    if (this.#life.postgres === undefined) await this.#migrate();
  }

  /** The private half of the command key is gone: the next start makes another one and keeps both keys in the store. */
  async #giveUpKey(): Promise<void> {
    const before = await this.#currentKey();
    const { folder } = this.#control.process;
    if (this.#life.postgres === undefined) {
      for (const file of globSync(path.join(folder, 'command-key*.pem'))) await rm(file);
    }
    const { FAROL_STORE_KEY: key = makeStoreKey().reveal(), ...env } = this.#env;
    for (;;) {
      const { code, stderr, signal } = await runOnce(
        [this.#farolFile, 'control', 'rotate-keys', '--lost', 'command'],
        env,
      );
      if (signal === null && code !== 0) expect(stderr).toContain('there is no key to change');
      if (signal === null) break;
    }
    await this.#db.updateTable('instances').set({ command_key: null }).execute();
    const program = this.#farolFile;
    const again = await DyingControl.prepare(folder, { env: { ...env, FAROL_STORE_KEY: key }, program });
    await again.start();
    await again.stop();
    expect(await this.#currentKey()).not.toBe(before);
    const pinned = await this.#db.selectFrom('instances').select('command_key').execute();
    expect([...new Set(pinned.map((one) => one.command_key))]).toEqual([await this.#currentKey()]);
    const kept = await this.#db.selectFrom('control_keys').select('sealed').where('state', '=', 'current').execute();
    expect(kept.map(({ sealed }) => sealed === null)).toEqual([false, false]);
    this.#env = { ...env, FAROL_STORE_KEY: key };
  }

  /** Another store key opens every key afterwards, although the command died; the one before opens none. */
  async #changeStoreKey(): Promise<void> {
    const next = makeStoreKey().reveal();
    const arguments_ = [this.#farolFile, 'control', 'rotate-keys', '--store-key'];
    for (let hasDied = false; ;) {
      const { code, stderr, signal } = await runOnce(arguments_, { ...this.#env, FAROL_STORE_KEY_NEW: next });
      if (signal === null) {
        // Where it died it was done: another try has the wrong key.
        expect([code === 0, hasDied]).not.toEqual([false, false]);
        if (code !== 0) expect(stderr).toContain('FAROL_STORE_KEY');
        break;
      }
      hasDied = true;
    }
    this.#env = { ...this.#env, FAROL_STORE_KEY: next };
    const { folder } = this.#control.process;
    const again = await DyingControl.prepare(folder, { env: this.#env, program: this.#farolFile });
    await again.start();
    await again.stop();
  }

  /** Each of the files that a backup has left is whole. */
  async #backUpAndRestore(): Promise<void> {
    const { folder } = this.#life;
    const key = path.join(folder, 'archive-key');
    await writeFile(key, `${makeStoreKey().reveal()}\n`);
    const archives: string[] = [];
    for (let isDone = false; !isDone;) {
      const archive = path.join(folder, `archive-${archives.length}`);
      archives.push(archive);
      const { code, stderr, signal } = await this.#once(['backup', '--out', archive, '--key-file', key]);
      if (signal === null) expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
      isDone = signal === null;
    }
    for (const archive of archives) await this.#restore(archive, key);
  }

  async #resetClock(): Promise<void> {
    const ahead = Date.now() + 10 * 24 * hourMs;
    const db = this.#db;
    await db.updateTable('clock_mark').set({ at: ahead }).execute();
    const [person] = await db.selectFrom('people').selectAll().execute();
    await this.#addSession(person?.id ?? '', ahead);
    const of = await this.#instance('agent-1');
    const challenge = {
      hash: 'ahead',
      token_id: of.token_id,
      public_key: of.public_key,
      expires_at: ahead,
      used_at: null,
    };
    const subject = { organization_id: of.organization_id, class: of.class, instance: of.instance };
    await db
      .insertInto('enrolment_challenges')
      .values({ ...challenge, ...subject })
      .execute();
    await db.updateTable('one_time_links').set({ used_at: null, expires_at: ahead }).execute();
    await db.updateTable('capture_requests').set({ requested_at: ahead }).execute();
    for (const table of ['access_tokens', 'bootstrap_tokens'] as const) {
      await db
        .updateTable(table)
        .set({ expires_at: ahead - 1, last_used_at: ahead })
        .execute();
    }
    const [token] = await db.selectFrom('access_tokens').select('id').execute();
    const later = { created_at: ahead, expires_at: ahead + hourMs };
    await db
      .updateTable('access_tokens')
      .set(later)
      .where('id', '=', token?.id ?? '')
      .execute();
    await this.#farol(['reset-clock']);
    const mark = await db.selectFrom('clock_mark').selectAll().executeTakeFirstOrThrow();
    expect(mark.at).toBeLessThanOrEqual(Date.now());
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  }

  /** All or nothing: after a death the new store is empty or whole. */
  async #restore(archive: string, key: string): Promise<void> {
    const { folder, postgres } = this.#life;
    for (let attempt = 1; ; attempt += 1) {
      const data = path.join(folder, `${path.basename(archive)}-restored-${attempt}`);
      const url = postgres === undefined ? `sqlite:${path.join(data, 'farol.db')}` : await postgres.createDatabase();
      const env = { ...this.#env, FAROL_DATA_DIR: data, FAROL_DATABASE_URL: url };
      const { code, stderr, signal } = await runOnce(
        [this.#farolFile, 'control', 'restore', '--from', archive, '--key-file', key],
        env,
      );
      if (signal === null) expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
      const count = await countRows(url);
      if (signal === null) {
        expect(count).toEqual(await countRows(this.#url));
        return;
      }
      expect([0, await countRows(this.#url)]).toContainEqual(count);
    }
  }

  async #migrate(): Promise<void> {
    // It refuses a store that anybody has open.
    const before = await countRows(this.#url);
    await this.#store?.close();
    this.#store = undefined;
    for (;;) {
      const to = await this.#life.newHome();
      const { code, stderr, signal } = await this.#once(['migrate-to-postgres', '--to', to]);
      if (signal !== null) continue;
      expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
      expect(await countRows(to)).toBe(before);
      return;
    }
  }
}

/** Of the tables that hold what people and instances did. */
async function countRows(url: string): Promise<number> {
  const store = await openStore(url, { clock: systemClock });
  try {
    let rows = 0;
    for (const table of ['people', 'instances', 'access_tokens', 'capture_requests', 'control_keys'] as const) {
      rows += (await store.db.selectFrom(table).selectAll().execute()).length;
    }
    return rows;
  } finally {
    await store.close();
    await sleep(0);
  }
}
