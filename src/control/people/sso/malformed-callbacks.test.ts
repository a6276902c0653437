/** Thousands of wrong callbacks and starts, of a browser that began and of one that did not: nothing breaks. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amountOf } from '../../../../test/layer.ts';
import { type Answer, startTestControl, type TestControl } from '../../../../test/control-plane.ts';
import { startIdentityProvider, type TestProvider } from '../../../../test/identity-provider.ts';
import { SsoBrowser } from '../../../../test/sso-browser.ts';
import { ssoRefusals } from '../sign-in-refusals.ts';

const seed = 20_261_126;
const atOnce = 16;
const count = amountOf(300, 3000);
/** Thousands of requests, each over TLS. */
const slow = { timeout: 300_000 };

let idp: TestProvider;
let running: TestControl;
let ticket = '';
let state = '';

beforeAll(async () => {
  idp = await startIdentityProvider();
  running = await startTestControl(idp.env);
  await idp.serve(running.control.addresses.app);
  const own = new SsoBrowser(running);
  state = (await own.begin()).searchParams.get('state') ?? '';
  ticket = own.cookies.get('__Host-farol-sso') ?? '';
}, 30_000);
afterAll(async () => {
  await running.close();
  await idp.close();
});

const text = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.constantFrom(
    '',
    ' ',
    '%',
    '%00',
    '\u0000',
    'é',
    '[]',
    '__proto__',
    '<script>',
    'a'.repeat(4000),
    '../..',
    '{"a":1}',
  ),
);
const name = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('code', 'state', 'iss', 'error', 'error_description', 'id_token', 'response'),
  },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 20 }) },
);
const query = fc
  .array(fc.tuple(name, text), { maxLength: 8 })
  .map((pairs) => pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&'));
const rawQuery = fc.string({ maxLength: 100 }).map((one) => one.replaceAll(/[^\x21-\x7e]|[#\s]/gu, '%'));
const cookie = fc.oneof(
  fc.constant(''),
  fc.constant(() => `__Host-farol-sso=${ticket}`).map((of) => of()),
  fc.stringMatching(/^[\w.=-]{0,120}$/u).map((one) => `__Host-farol-sso=${one}`),
);

async function each(cases: readonly (() => Promise<Answer>)[], check: (answer: Answer) => void): Promise<void> {
  for (let at = 0; at < cases.length; at += atOnce) {
    for (const answer of await Promise.all(cases.slice(at, at + atOnce).map((run) => run()))) check(answer);
  }
}

test('a callback of any shape signs nobody in, and is answered with a code that is known', slow, async () => {
  const withState = query.map((one) => `${one}&state=${encodeURIComponent(state)}`);
  const cases = fc.sample(fc.tuple(fc.oneof(query, rawQuery, withState), cookie), { numRuns: count, seed });
  const codes = new Set<string>();
  await each(
    cases.map(
      ([sent, jar]) =>
        () =>
          running.send({ path: `/api/session/sso/callback?${sent}`, headers: { cookie: jar } }),
    ),
    ({ status, headers, text: body }) => {
      expect([303, 400]).toContain(status);
      expect(String(headers['set-cookie'])).not.toContain('__Host-farol=');
      expect(body).not.toMatch(/\bat .+:\d+:\d+/u);
      const code = new URL(String(headers['location'] ?? '/'), 'https://x').searchParams.get('sso');
      if (code !== null) codes.add(code);
    },
  );
  expect([...codes].filter((code) => !Object.hasOwn(ssoRefusals, code))).toEqual([]);
  expect(codes).toContain('sso_expired');
  expect(await running.store.db.selectFrom('sso_identities').selectAll().execute()).toEqual([]);
});

test('a start with any body is refused by its field, or leads to the provider alone', slow, async () => {
  const bodies = fc.oneof(fc.jsonValue(), fc.record({ return_to: fc.oneof(text, fc.jsonValue(), fc.webUrl()) }));
  const cases = fc.sample(bodies, { numRuns: amountOf(200, 1000), seed });
  const { origin } = new URL(running.control.addresses.app);
  await each(
    cases.map(
      (body) => () =>
        running.send({ method: 'POST', path: '/api/session/sso', body: JSON.stringify(body), headers: { origin } }),
    ),
    (answer) => {
      expect([200, 400, 413]).toContain(answer.status);
      const isElsewhere = answer.status === 200 && !answer.text.startsWith(`{"location":"${idp.issuer}/`);
      expect(isElsewhere).toBe(false);
    },
  );
});
