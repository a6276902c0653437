import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { amountOf } from '../../../test/layer.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { enrolmentBytes } from '../../tunnel/enrolment-messages.ts';
import { createSignerOf, generateKeyPair, type KeyPair } from '../../tunnel/identity/key-pair.ts';
import type { InstanceClass } from '../../tunnel/messages.ts';
import { SeededRandom } from '../../../test/simulation/tunnel/seeded-random.ts';
import { openLog } from '../http/log.ts';
import { createApp } from '../http/server.ts';
import { ensureOrganization } from '../people/organization.ts';
import { openStore, type Store } from '../store/database.ts';
import { InstanceStore } from '../fleet/instance-store.ts';
import { BootstrapTokenStore } from './bootstrap-tokens.ts';
import { SteadyClock } from '../clock/steady-clock.ts';
import { enrolmentRoutes } from '../routes/enrolment-routes.ts';

const hourMs = 3_600_000;
const commandKey = generateKeyPair().publicKey;

class TestClock implements Clock {
  wallMs = Date.UTC(2026, 10, 21);
  monotonicMs = 0;
  now = () => this.wallMs;
  monotonic = () => this.monotonicMs;
  after: Clock['after'] = (...timer) => systemClock.after(...timer);
  pass(ms: number): void {
    this.wallMs += ms;
    this.monotonicMs += ms;
  }
}

interface Subject {
  readonly tenant: string;
  readonly class: InstanceClass;
  readonly instance: string;
  readonly keys: KeyPair;
}

describeOnBothStores('enrolment', (under) => {
  let current: Store;
  const store = () => current;
  let clock: TestClock;
  let organization: string;
  let tokens: BootstrapTokenStore;
  let instances: InstanceStore;
  let enabled: Set<InstanceClass>;
  let app: ReturnType<typeof createApp>['fastify'];
  let log: string[];
  let close: () => Promise<void>;

  beforeEach(async () => {
    clock = new TestClock();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let held: Promise<void> = Promise.resolve();
    await new Promise<void>((ready) => {
      held = under.with(clock, async (opened) => {
        current = opened;
        ready();
        await released;
      });
    });
    log = [];
    organization = (await ensureOrganization(store(), 'acme', clock)).id;
    tokens = new BootstrapTokenStore(store(), clock);
    instances = new InstanceStore(store(), clock);
    enabled = new Set<InstanceClass>(['agent']);
    app = openApp(store());
    close = async () => {
      await app.close();
      release();
      await held;
    };
  });
  afterEach(() => close());

  function openApp(on: Store): typeof app {
    const { fastify } = createApp({
      log: openLog('debug', { write: (line) => log.push(line) }),
      tls: undefined,
      web: { isBuilt: false, answer: () => false },
    });
    const isClassAllowed = async (id: string, instanceClass: InstanceClass) =>
      id === organization && enabled.has(instanceClass);
    enrolmentRoutes(fastify, {
      store: on,
      clock: new SteadyClock(clock),
      commandKey: () => commandKey,
      isClassAllowed,
    });
    return fastify;
  }

  const subjectOf = (changes: Partial<Subject> = {}): Subject => ({
    tenant: 'acme',
    class: 'agent',
    instance: 'edge-1',
    keys: generateKeyPair(),
    ...changes,
  });
  const mint = async (changes: { class?: InstanceClass; uses?: number; expiresInHours?: number } = {}) => {
    const token = {
      organization,
      class: 'agent',
      name: 't',
      createdBy: 'p',
      expiresInHours: undefined,
      ...changes,
    } as const;
    return tokens.create(token);
  };
  const post = async (step: 'begin' | 'finish', body: unknown) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const headers = { 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: `/enroll/${step}`, headers, payload });
    return { status: answer.statusCode, text: answer.body, body: answer.json<Record<string, unknown>>() };
  };
  type Answer = Awaited<ReturnType<typeof post>>;
  const codeOf = ({ body }: Answer) => (body['error'] as { code: string } | undefined)?.code ?? 'ok';

  const begin = ({ keys, ...of }: Subject, token: string) =>
    post('begin', { ...of, public_key: keys.publicKey, token });
  const finish = ({ keys, ...of }: Subject, challenge: string, signedWith = keys) => {
    const proof = { ...of, public_key: keys.publicKey, challenge };
    const signature = Buffer.from(createSignerOf(signedWith).sign(enrolmentBytes(proof))).toString('base64url');
    return post('finish', { ...proof, signature });
  };
  const challengeOf = (answer: Answer) => answer.body['challenge'] as string;
  /** The code of the first refusal, or `ok`. */
  const enrol = async (subject: Subject, token: string): Promise<string> => {
    const begun = await begin(subject, token);
    return begun.status === 200 ? codeOf(await finish(subject, challengeOf(begun))) : codeOf(begun);
  };

  test('a token and a key enrol an instance, which receives the authority and key to trust [P-ENR-2]', async () => {
    const subject = subjectOf();
    const begun = await begin(subject, (await mint()).value.reveal());
    expect(begun).toMatchObject({ status: 200, body: { expires_in_sec: 120 } });
    const finished = await finish(subject, challengeOf(begun));
    expect(finished.body).toEqual({
      organization,
      instance: 'edge-1',
      class: 'agent',
      command_key: commandKey,
      enrolled_at: new Date(clock.now()).toISOString(),
    });
    expect(await instances.list(organization)).toMatchObject([
      { instance: 'edge-1', class: 'agent', lastSeenAt: undefined },
    ]);
    expect(await tokens.list(organization)).toMatchObject([{ uses_left: 0, class: 'agent', kind: 'bootstrap' }]);
  });

  describe('a Profiler that is not enabled', () => {
    test('is refused with 403 before anything else, the token and the rest of the body included [P-ENR-1] [P-ERR-3]', async () => {
      const subject = subjectOf({ class: 'profiler' });
      const { value } = await mint({ class: 'profiler' });
      for (const body of [
        { ...subject, public_key: subject.keys.publicKey, token: value.reveal() },
        { ...subject, public_key: subject.keys.publicKey, token: 'rboot_wrong' },
        { tenant: 'acme', class: 'profiler' },
        { tenant: 'acme', class: 'profiler', public_key: 7, surplus: true },
      ]) {
        for (const step of ['begin', 'finish'] as const) {
          expect(await post(step, body)).toMatchObject({ status: 403, body: { error: { code: 'not_enabled' } } });
        }
      }
      expect(await tokens.list(organization)).toMatchObject([{ uses_left: 1 }]);
    });

    test('gets the same answer as an unknown tenant, byte for byte', async () => {
      const [refused, unknown] = await Promise.all([
        post('begin', { tenant: 'acme', class: 'profiler' }),
        post('begin', { tenant: 'nobody', class: 'profiler' }),
      ]);
      const withoutId = ({ text }: Answer) => text.replace(/"request_id":"[0-9a-f-]{36}"/u, '');
      expect(unknown.status).toBe(403);
      expect(withoutId(unknown)).toBe(withoutId(refused));
      expect(withoutId(refused)).not.toBe(refused.text);
    });

    test('is let in once it is enabled', async () => {
      enabled.add('profiler');
      expect(await enrol(subjectOf({ class: 'profiler' }), (await mint({ class: 'profiler' })).value.reveal())).toBe(
        'ok',
      );
    });
  });

  test('100 enrolments at once with a token for one: exactly one succeeds', async () => {
    const token = (await mint()).value.reveal();
    const all = Array.from({ length: 100 }, (_, at) => enrol(subjectOf({ instance: `edge-${at}` }), token));
    const ends = await Promise.all(all);
    expect(ends.filter((end) => end === 'ok')).toHaveLength(1);
    expect(ends.filter((end) => end === 'token_spent')).toHaveLength(99);
    expect(await instances.list(organization)).toHaveLength(1);
  });

  test('100 enrolments at once under one name with a token for many: exactly one key wins', async () => {
    const token = (await mint({ uses: 100 })).value.reveal();
    const ends = await Promise.all(Array.from({ length: 100 }, () => enrol(subjectOf(), token)));
    expect(ends.filter((end) => end === 'ok')).toHaveLength(1);
    expect(ends.filter((end) => end === 'instance_exists')).toHaveLength(99);
    expect(await tokens.list(organization)).toMatchObject([{ uses_left: 99 }]);
  });

  describe('after an answer that was lost', () => {
    test('the same key is taken again for ten minutes and is the same instance', async () => {
      const subject = subjectOf();
      const token = (await mint()).value.reveal();
      expect(await enrol(subject, token)).toBe('ok');
      const [first] = await instances.list(organization);
      clock.pass(9 * 60_000);
      expect(await enrol(subject, token)).toBe('ok');
      expect(await instances.list(organization)).toEqual([first]);
      clock.pass(60_001);
      expect(await enrol(subject, token)).toBe('token_spent');
    });

    test('another key is refused with 401', async () => {
      const token = (await mint()).value.reveal();
      await enrol(subjectOf(), token);
      const answer = await begin(subjectOf({ instance: 'edge-2' }), token);
      expect([answer.status, codeOf(answer)]).toEqual([401, 'token_spent']);
    });
  });

  describe('a challenge', () => {
    test('that is replayed is refused with 401', async () => {
      const subject = subjectOf();
      const challenge = challengeOf(await begin(subject, (await mint({ uses: 9 })).value.reveal()));
      expect((await finish(subject, challenge)).status).toBe(200);
      const again = await finish(subject, challenge);
      expect([again.status, codeOf(again)]).toEqual([401, 'challenge_invalid']);
    });

    test('is used up by a wrong signature', async () => {
      const subject = subjectOf();
      const challenge = challengeOf(await begin(subject, (await mint()).value.reveal()));
      expect(codeOf(await finish(subject, challenge, generateKeyPair()))).toBe('signature_invalid');
      expect(codeOf(await finish(subject, challenge))).toBe('challenge_invalid');
      expect(await tokens.list(organization)).toMatchObject([{ uses_left: 1 }]);
    });

    test('is good for the one key, name and class it was given to, for two minutes', async () => {
      enabled.add('profiler');
      const subject = subjectOf();
      const token = (await mint({ uses: 9 })).value.reveal();
      const challenge = challengeOf(await begin(subject, token));
      for (const other of [{ keys: generateKeyPair() }, { instance: 'edge-2' }, { class: 'profiler' as const }]) {
        expect(codeOf(await finish({ ...subject, ...other }, challenge))).toBe('challenge_invalid');
      }
      expect(codeOf(await finish(subject, 'c'.repeat(43)))).toBe('challenge_invalid');
      clock.pass(120_000);
      expect(codeOf(await finish(subject, challenge))).toBe('challenge_invalid');
    });
  });

  describe('a token', () => {
    test('of another class, another organization or none at all is refused [P-AUTH-3]', async () => {
      enabled.add('profiler');
      const other = await ensureOrganization(store(), 'other', clock);
      const foreign = { organization: other.id, class: 'agent', name: 't', createdBy: 'p', expiresInHours: 1 } as const;
      const subject = subjectOf();
      expect(await enrol(subject, (await mint({ class: 'profiler' })).value.reveal())).toBe('token_other_class');
      expect(await enrol(subject, (await tokens.create(foreign)).value.reveal())).toBe('token_invalid');
      const good = (await mint()).value.reveal();
      for (const wrong of [
        'x',
        'rboot_a_b_c',
        good.slice(0, -1),
        `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`,
        good.toUpperCase(),
      ]) {
        const answer = await begin(subject, wrong);
        expect([answer.status, codeOf(answer)]).toEqual([401, 'token_invalid']);
      }
    });

    test('works for 24 hours unless said otherwise, and not after, also when the clock is set back', async () => {
      const token = (await mint()).value.reveal();
      clock.pass(24 * hourMs);
      expect(await enrol(subjectOf(), token)).toBe('token_expired');
      clock.wallMs -= hourMs;
      expect(await enrol(subjectOf(), token)).toBe('token_expired');
      // Another process, which has not seen the clock go back, finds it noted.
      await app.close();
      app = openApp(store());
      expect(await enrol(subjectOf(), token)).toBe('token_expired');
      expect(await enrol(subjectOf(), (await mint({ expiresInHours: 1 })).value.reveal())).toBe('ok');
    });

    test('that was revoked is refused, also between the two calls; enrolled instances stay', async () => {
      const { view, value } = await mint({ uses: 3 });
      await enrol(subjectOf({ instance: 'edge-0' }), value.reveal());
      const subject = subjectOf();
      const challenge = challengeOf(await begin(subject, value.reveal()));
      expect(await tokens.revoke('nobody', view.id)).toBe(false);
      expect(await tokens.revoke(organization, view.id)).toBe(true);
      expect(codeOf(await finish(subject, challenge))).toBe('token_revoked');
      expect(codeOf(await begin(subject, value.reveal()))).toBe('token_revoked');
      expect(await instances.list(organization)).toMatchObject([{ instance: 'edge-0', revokedAt: undefined }]);
    });

    test('for several lets in machines that are added later, until its uses or its time are over', async () => {
      const { value } = await mint({ uses: 3, expiresInHours: 48 });
      const enrolNode = (at: number) => enrol(subjectOf({ instance: `node-${at}` }), value.reveal());
      expect(await enrolNode(1)).toBe('ok');
      clock.pass(47 * hourMs);
      expect(await enrolNode(2)).toBe('ok');
      expect(await tokens.list(organization)).toMatchObject([{ uses_left: 1 }]);
      clock.pass(hourMs);
      expect(await enrolNode(3)).toBe('token_expired');
    });

    test('opens at most 500 challenges at a time', { tags: ['deep'] }, async () => {
      const token = (await mint()).value.reveal();
      const subject = subjectOf();
      for (let at = 0; at < 500; at += 1) await begin(subject, token);
      const answer = await begin(subject, token);
      expect([answer.status, codeOf(answer)]).toEqual([429, 'too_many_attempts']);
      clock.pass(120_000);
      expect((await begin(subject, token)).status).toBe(200);
    });

    test('is in no log line and not in the store', async () => {
      const token = (await mint()).value.reveal();
      await enrol(subjectOf(), token);
      await begin(subjectOf(), `${token}x`);
      const rows = await store().db.selectFrom('bootstrap_tokens').selectAll().execute();
      expect(log.length).toBeGreaterThan(0);
      expect(`${log.join('')}${JSON.stringify(rows)}`).not.toContain(token.split('_')[2]);
    });
  });

  describe('a name that is taken', () => {
    const enrolNew = async (subject: Subject) => enrol(subject, (await mint()).value.reveal());

    test('is refused to another key with 409 until an admin lets one in, once', async () => {
      await enrolNew(subjectOf());
      const answer = await begin(subjectOf(), (await mint()).value.reveal());
      expect([answer.status, codeOf(answer)]).toEqual([409, 'instance_exists']);
      expect(await instances.allowReenrolment(organization, 'edge-1')).toBe(true);
      expect(await enrolNew(subjectOf())).toBe('ok');
      expect(await enrolNew(subjectOf())).toBe('instance_exists');
    });

    test('stays taken when its instance was revoked; letting it in again makes it active', async () => {
      const subject = subjectOf();
      await enrolNew(subject);
      await instances.revoke(organization, 'edge-1');
      expect(await enrolNew(subject)).toBe('instance_exists');
      await instances.allowReenrolment(organization, 'edge-1');
      expect(await enrolNew(subjectOf())).toBe('ok');
      expect(await instances.list(organization)).toMatchObject([{ revokedAt: undefined, reenrolmentAllowed: false }]);
    });

    test('is free in another organization', async () => {
      await enrolNew(subjectOf());
      expect(await instances.allowReenrolment('nobody', 'edge-1')).toBe(false);
      expect(await instances.revoke('nobody', 'edge-1')).toBe(false);
    });
  });

  test.each([
    ['tenant', { tenant: '' }],
    ['tenant', { tenant: 7 }],
    ['class', { class: 'both' }],
    ['instance', { instance: '../etc' }],
    ['instance', { instance: 'x'.repeat(64) }],
    ['public_key', { public_key: 'short' }],
    ['token', { token: undefined }],
    ['surplus', { surplus: 1 }],
  ])('a faulty %s is refused with 400 naming it: %j', async (field, changes) => {
    const { keys, ...subject } = subjectOf();
    const answer = await post('begin', { ...subject, public_key: keys.publicKey, token: 'x', ...changes });
    expect([answer.status, (answer.body['error'] as { field: string }).field]).toEqual([400, field]);
  });

  test.each([1, 3])('two processes on one store let no more in than the token has uses: %i', async (uses) => {
    const second = openApp(store());
    const first = app;
    const token = (await mint({ uses })).value.reveal();
    const ends = Array.from({ length: 20 }, async (_, at) => {
      app = at % 2 === 0 ? first : second;
      return enrol(subjectOf({ instance: `edge-${at}` }), token);
    });
    const counted = Object.groupBy(await Promise.all(ends), (end) => end);
    expect([counted['ok']?.length, counted['token_spent']?.length]).toEqual([uses, 20 - uses]);
    expect(await tokens.list(organization)).toMatchObject([{ uses_left: 0 }]);
    app = first;
    await second.close();
  });
});

test('bodies that are nearly right are refused by name, and the service goes on', { timeout: 120_000 }, async () => {
  const store = await openStore('sqlite::memory:', { clock: systemClock });
  const organization = await ensureOrganization(store, 'acme', systemClock);
  const { fastify } = createApp({
    log: openLog('fatal', { write: () => true }),
    tls: undefined,
    web: { isBuilt: false, answer: () => false },
  });
  const isClassAllowed = async (_id: string, instanceClass: InstanceClass) => instanceClass === 'agent';
  enrolmentRoutes(fastify, { store, clock: systemClock, commandKey: () => commandKey, isClassAllowed });
  const send = async (url: string, payload: string): Promise<RawAnswer> => {
    const headers = { 'content-type': 'application/json' };
    const { statusCode, body } = await fastify.inject({ method: 'POST', url, headers, payload });
    return { status: statusCode, text: body };
  };
  const random = new SeededRandom(2);
  const valid = {
    tenant: 'acme',
    class: 'agent',
    instance: 'edge-1',
    public_key: generateKeyPair().publicKey,
    token: 't',
    challenge: 'c'.repeat(43),
    signature: 's'.repeat(86),
  };
  const bodies = amountOf(2000, 100_000);
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  for (let round = 0; round < bodies; round += 1) {
    const answer = await send(`/enroll/${random.chance(0.5) ? 'begin' : 'finish'}`, mutate(valid, random));
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (!isTyped(answer)) faults.push(`${answer.status} ${answer.text}`);
  }
  expect(faults).toEqual([]);
  // Malformed, not enabled or not authenticated: never a success and never a failure of ours.
  expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([400, 401, 403]);
  expect(statuses.get(400)).toBeGreaterThan(bodies / 2);
  const tokens = new BootstrapTokenStore(store, systemClock);
  const token = {
    organization: organization.id,
    class: 'agent',
    name: 't',
    createdBy: 'p',
    expiresInHours: 1,
  } as const;
  const { challenge: _challenge, signature: _signature, ...begin } = valid;
  const body = { ...begin, token: (await tokens.create(token)).value.reveal() };
  expect((await send('/enroll/begin', JSON.stringify(body))).status).toBe(200);
  await fastify.close();
  await store.close();
});

interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

/** The envelope and nothing else; a 400 names the field; no stack, no path of ours. */
function isTyped({ status, text }: RawAnswer): boolean {
  const { error, ...rest } = JSON.parse(text) as { error: Record<string, unknown> };
  const isNamed = status !== 400 || typeof error['field'] === 'string';
  const isClean = !/\bat .*\.(?:ts|js):\d+|node_modules|Error:/u.test(text);
  return Object.keys(rest).length === 0 && typeof error['code'] === 'string' && isNamed && isClean;
}

function mutate(valid: Record<string, string>, random: SeededRandom): string {
  const values = [
    null,
    '',
    7,
    -1,
    true,
    [],
    {},
    'x'.repeat(300),
    '\u0000',
    '\ud800',
    'ß',
    { $ne: '' },
    [['a']],
    "' or 1=1 --",
  ];
  const body: Record<string, unknown> = { ...valid };
  const keys = Object.keys(valid);
  for (let times = random.between(0, 4); times > 0; times -= 1) {
    const key = keys[random.between(0, keys.length - 1)]!;
    const kind = random.between(0, 3);
    if (kind === 0) delete body[key];
    if (kind === 1) body[key] = values[random.between(0, values.length - 1)];
    if (kind === 2) body[`${key}${random.between(0, 9)}`] = 1;
    if (kind === 3) body[['__proto__', 'constructor', 'toString', ''][random.between(0, 3)]!] = 1;
  }
  const text = JSON.stringify(body);
  const kind = random.between(0, 9);
  if (kind === 0) return text.slice(0, random.between(0, text.length));
  if (kind === 1) return `${text.slice(0, random.between(0, 40))}"__proto__":{"a":1},${text.slice(1)}`;
  if (kind === 2) return JSON.stringify(values[random.between(0, values.length - 1)]);
  return text;
}
