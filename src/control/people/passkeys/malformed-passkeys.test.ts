/** Wrong bodies of everything that takes a passkey: each is refused by a field or as a passkey, and nothing breaks. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amountOf } from '../../../../test/layer.ts';
import { type Answer, startTestControl, type TestControl } from '../../../../test/control-plane.ts';
import { SoftwareAuthenticator } from '../../../../test/software-authenticator.ts';
import { ApiError, PasskeyCreateOptions, PasskeyRequestOptions } from '../../api/api.ts';

type Headers = Readonly<Record<string, string>>;
type Body = Readonly<Record<string, unknown>>;

const seed = 20_261_126;
const atOnce = 16;
const count = amountOf(300, 3000);
/** Thousands of requests, each over TLS. */
const slow = { timeout: 300_000 };
const [origin, rpId] = ['https://localhost:1', 'localhost'];
const key = new SoftwareAuthenticator();
const right = {
  create: key.create({ challenge: 'x', origin, rpId }),
  get: key.get({ challenge: 'x', origin, rpId }),
};
let running: TestControl;
let member: Headers;

beforeAll(async () => {
  running = await startTestControl();
  member = await running.signIn('member');
});
afterAll(() => running.close());

const notText = fc.oneof(
  fc.constantFrom<unknown>(null, 0, -1, true, [], {}, '', ' ', 'a b', 'é', '\u0000', '__proto__', 'a'.repeat(20_000)),
  fc.string(),
  fc.jsonValue(),
);
/** Bytes that look right and are not: cut, changed, random. */
const bytes = (whole: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.nat(whole.length).map((end) => whole.slice(0, end)),
    fc.tuple(fc.nat(whole.length - 1), fc.constantFrom('A', 'Z', 'a', 'z', '0', '9', '-', '_')).map(([at, one]) => {
      return whole.slice(0, at) + one + whole.slice(at + 1);
    }),
    fc.uint8Array({ minLength: 1, maxLength: 400 }).map((one) => Buffer.from(one).toString('base64url')),
    // Deep nesting in CBOR and JSON.
    fc.constantFrom(
      Buffer.alloc(4000, 0x81).toString('base64url'),
      Buffer.from('['.repeat(4000)).toString('base64url'),
    ),
  );
const broken = (body: Body): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: oneField(body, (value) => (typeof value === 'string' ? bytes(value) : notText)) },
    { weight: 2, arbitrary: oneField(body, () => notText) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(body)).map((name) => ({ ...body, [name]: undefined })) },
    { weight: 1, arbitrary: fc.string({ minLength: 1 }).map((name) => ({ ...body, [`x${name}`]: 1 })) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );

function oneField(body: Body, wrong: (value: unknown) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .constantFrom(...Object.entries(body))
    .chain(([name, value]) => wrong(value).map((given) => ({ ...body, [name]: given })));
}

const routes = {
  '/api/passkeys': fc.oneof(
    { weight: 3, arbitrary: broken(right.create).map((credential) => ({ name: 'x', credential })) },
    { weight: 1, arbitrary: broken({ name: 'x', credential: right.create }) },
  ),
  '/api/session/passkey': broken(right.get),
} as const;

/** With a challenge of its own, so that the answer is read and not only its challenge. */
async function send(path: keyof typeof routes, body: unknown): Promise<Answer> {
  const isAdding = path === '/api/passkeys';
  const headers = isAdding ? member : { origin: running.control.addresses.app };
  const asked = await running.send({ method: 'POST', path: isAdding ? `${path}/options` : `${path}/options`, headers });
  (isAdding ? PasskeyCreateOptions : PasskeyRequestOptions).parse(asked.json());
  const ticket = String(asked.headers['set-cookie']).split(';')[0] ?? '';
  const cookie = [headers['cookie'], ticket].filter((one) => one !== undefined).join('; ');
  return running.send({ method: 'POST', path, headers: { ...headers, cookie }, body: JSON.stringify(body) ?? '' });
}

test.each(['/api/passkeys', '/api/session/passkey'] as const)(
  '%s refuses malformed bodies, and none is an error of the server',
  slow,
  async (path) => {
    const bodies = fc.sample(routes[path], { numRuns: count, seed });
    const statuses = new Map<number, number>();
    for (let at = 0; at < bodies.length; at += atOnce) {
      const answers = await Promise.all(bodies.slice(at, at + atOnce).map((body) => send(path, body)));
      for (const answer of answers) {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        expect([400, 401, 429]).toContain(answer.status);
        expect(ApiError.parse(answer.json()).error.message).not.toMatch(/\n +at |node_modules/u);
      }
    }
    expect(statuses.get(400)).toBeGreaterThan(count / 5);
    expect(running.log.filter((line) => line.includes('"level":50') || line.includes('"level":60'))).toEqual([]);
    expect((await running.send({ path: '/readyz' })).status).toBe(200);
  },
);
