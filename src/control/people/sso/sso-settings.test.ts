import { describe, expect, test } from 'vitest';
import { ConfigProblems, parseControlConfig } from '../../config/config.ts';
import { findClaim, nameOf, roleOf } from './claimed-person.ts';

const whole = {
  FAROL_SSO_ISSUER: 'https://login.example/realms/acme',
  FAROL_SSO_CLIENT_ID: 'farol',
  FAROL_SSO_CLIENT_SECRET: 'hunter2hunter2',
  FAROL_SSO_DEFAULT_ROLE: 'member',
};

function problemsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    parseControlConfig({ ...whole, ...env });
  } catch (error) {
    if (error instanceof ConfigProblems) return error.problems;
    throw error;
  }
  return [];
}

test('without a variable there is no provider, and with all of them there is one', () => {
  expect(parseControlConfig({}).sso).toBeUndefined();
  const { sso } = parseControlConfig(whole);
  expect(sso).toMatchObject({
    issuerText: whole.FAROL_SSO_ISSUER,
    clientId: 'farol',
    scopes: 'openid profile email',
    isForced: false,
    name: 'login.example',
    roles: { claim: undefined, otherwise: 'member' },
  });
  expect(sso?.clientSecret.reveal()).toBe('hunter2hunter2');
});

test.each<[string, Record<string, string | undefined>, string]>([
  ['a proxy that cannot be used', { HTTPS_PROXY: 'socks5://proxy:1080' }, 'HTTPS_PROXY names a SOCKS proxy'],
  ['an exception that cannot be read', { no_proxy: 'https://login.example' }, 'no_proxy has an address with a scheme'],
  ['no issuer', { FAROL_SSO_ISSUER: undefined }, 'FAROL_SSO_ISSUER is required with FAROL_SSO_CLIENT_ID'],
  ['no client', { FAROL_SSO_CLIENT_ID: undefined }, 'FAROL_SSO_CLIENT_ID is required'],
  ['no secret', { FAROL_SSO_CLIENT_SECRET: undefined }, 'FAROL_SSO_CLIENT_SECRET is required'],
  ['nobody with a role', { FAROL_SSO_DEFAULT_ROLE: undefined }, 'FAROL_SSO_DEFAULT_ROLE or FAROL_SSO_ROLE_CLAIM'],
  ['an issuer without TLS', { FAROL_SSO_ISSUER: 'http://login.example' }, 'FAROL_SSO_ISSUER must be an https'],
  ['an issuer with a query', { FAROL_SSO_ISSUER: 'https://login.example/?a=b' }, 'FAROL_SSO_ISSUER must be an https'],
  ['an issuer with a user', { FAROL_SSO_ISSUER: 'https://a:b@login.example' }, 'FAROL_SSO_ISSUER must be an https'],
  ['scopes without openid', { FAROL_SSO_SCOPES: 'profile' }, 'FAROL_SSO_SCOPES must be'],
  [
    'values without a claim',
    { FAROL_SSO_OWNER_VALUES: 'a' },
    'FAROL_SSO_ROLE_CLAIM is required with FAROL_SSO_OWNER_VALUES',
  ],
  ['a claim without values', { FAROL_SSO_ROLE_CLAIM: 'groups' }, 'FAROL_SSO_ROLE_CLAIM needs values'],
  [
    'a value of two roles',
    { FAROL_SSO_ROLE_CLAIM: 'groups', FAROL_SSO_OWNER_VALUES: 'a', FAROL_SSO_MEMBER_VALUES: 'b,a' },
    'FAROL_SSO_MEMBER_VALUES repeats a value',
  ],
  ['owner for everybody', { FAROL_SSO_DEFAULT_ROLE: 'owner' }, 'FAROL_SSO_DEFAULT_ROLE must be one of'],
  ['an empty name', { FAROL_SSO_NAME: '' }, 'FAROL_SSO_NAME is set but empty'],
  ['a long name', { FAROL_SSO_NAME: 'x'.repeat(41) }, 'FAROL_SSO_NAME must be'],
  ['forced by another word', { FAROL_SSO_FORCED: 'yes' }, 'FAROL_SSO_FORCED must be one of'],
  ['a wrong organization', { FAROL_SSO_ORGANIZATION: 'Acme Inc' }, 'FAROL_SSO_ORGANIZATION must be'],
  ['a secret in two forms', { FAROL_SSO_CLIENT_SECRET_FILE: '/x' }, 'FAROL_SSO_CLIENT_SECRET'],
])('%s is refused by the name of the variable', (_what, env, problem) => {
  const problems = problemsOf(env);
  expect(problems.some((one) => one.startsWith(problem))).toBe(true);
  expect(problems.join('\n')).not.toContain('hunter2');
});

test.each(['http://localhost:8080', 'http://127.0.0.1:9000/realms/x', 'http://[::1]:1'])(
  'on this machine %s needs no TLS',
  (issuer) => expect(problemsOf({ FAROL_SSO_ISSUER: issuer })).toEqual([]),
);

describe('claims', () => {
  const rules = {
    claim: 'realm_access.roles',
    values: new Map([
      ['boss', 'owner'],
      ['dev', 'member'],
    ] as const),
    otherwise: undefined,
  };

  test('the highest role that a value gives counts, along a path or in a claim with dots in its name', () => {
    expect(roleOf({ realm_access: { roles: ['dev', 'boss', 'x'] } }, rules)).toBe('owner');
    expect(roleOf({ 'realm_access.roles': 'dev' }, rules)).toBe('member');
    expect(roleOf({ realm_access: { roles: [1, null, {}, 'other'] } }, rules)).toBeUndefined();
    expect(roleOf({}, { ...rules, otherwise: 'member' })).toBe('member');
    expect(findClaim({ a: null }, 'a.b.__proto__')).toBeUndefined();
  });

  test('a name is what is shown: bounded, and without signs that hide or turn text', () => {
    expect(nameOf({ name: ' A\u202eb\u0000 ', sub: 'x' })).toBe('Ab');
    expect(nameOf({ name: '', preferred_username: 'ana', sub: 'x' })).toBe('ana');
    expect(Array.from(nameOf({ name: '😀'.repeat(200) }))).toHaveLength(80);
    expect(nameOf({ name: 7 })).toBe('without a name');
  });
});
