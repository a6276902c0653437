import { describe, expect, test } from 'vitest';
import { Redactor } from '../../core/redact.ts';
import { readStoreSettings, type StoreSettingsRead } from './store-settings.ts';
import { modesOfVariable, storeSecretVariables, storeVariables } from './store-variables.ts';

const name = (rest: string): string => `RUNNER_SECRET_STORE_${rest}`;
const named = (settings: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(settings).map(([rest, value]) => [name(rest), value]));
const read = (settings: Readonly<Record<string, string | undefined>>): StoreSettingsRead =>
  readStoreSettings(named(settings), new Redactor());

const complete = {
  aws: {
    MODE: 'aws',
    PREFIX: 'farol/prod',
    AWS_REGION: 'eu-west-1',
    CRED_MODE: 'static',
    AWS_ACCESS_KEY_ID: 'AKIAOFTHESTORE000001',
    AWS_SECRET_ACCESS_KEY: 'made-for-this-test',
  },
  gcp: { MODE: 'gcp', PREFIX: 'farol', GCP_PROJECT: 'acme-prod', CRED_MODE: 'chain' },
  vault: {
    MODE: 'vault',
    PREFIX: 'farol',
    URL: 'https://vault.example.com',
    CRED_MODE: 'static',
    TOKEN_FILE: '/run/secrets/vault',
  },
  k8s: { MODE: 'k8s', PREFIX: 'farol', CRED_MODE: 'chain' },
} as const;

test('without any variable there is no store and nothing is wrong', () => {
  expect(read({})).toEqual({ settings: undefined, problems: [] });
});

test.each(Object.entries(complete))('the settings of %s are whole', (mode, settings) => {
  expect(read(settings)).toMatchObject({ settings: { mode }, problems: [] });
});

describe.each(Object.entries(complete))('each setting of %s that is missing is named', (_mode, settings) => {
  test.each(Object.keys(settings))('%s', (rest) => {
    const { settings: found, problems } = read({ ...settings, [rest]: undefined });
    expect(found).toBeUndefined();
    expect(problems[0]?.variable).toBe(name(rest.replace(/_FILE$/u, '')));
    expect(problems[0]?.problem).toContain('is not set');
  });
});

test.each([
  ['another mode', complete.aws, { MODE: 'azure' }, 'MODE must be one of aws, gcp, vault, k8s'],
  ['another credential mode', complete.aws, { CRED_MODE: 'profile' }, 'CRED_MODE must be static or chain'],
  ['a prefix that is everything', complete.aws, { PREFIX: '*' }, 'PREFIX must be names joined by /'],
  ['a prefix with a slash at its end', complete.aws, { PREFIX: 'farol/' }, 'PREFIX must be names joined by /'],
  ['no region', complete.aws, { AWS_REGION: 'europe' }, 'AWS_REGION must be a region'],
  ['a region that leads elsewhere', complete.aws, { AWS_REGION: 'a.evil.example/eu-west-1' }, 'AWS_REGION must be'],
  ['a role with keys', complete.aws, { AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/x' }, 'is for chain only'],
  ['an address in the clear', complete.vault, { URL: 'http://vault.internal:8200' }, 'must begin with https://'],
  ['an address with a password', complete.vault, { URL: 'https://u:secret-word@vault' }, 'must not carry a credential'],
  ['a version of the engine', complete.vault, { VAULT_KV: '3' }, 'VAULT_KV must be 1 or 2'],
  ['a mount that climbs', complete.vault, { VAULT_MOUNT: '/secret' }, 'VAULT_MOUNT must be'],
  ['an address with the pod itself', complete.k8s, { URL: 'https://10.0.0.1' }, 'URL is for static only'],
  [
    'a setting of another store',
    complete.aws,
    { GCP_PROJECT: 'acme' },
    'is for gcp, and RUNNER_SECRET_STORE_MODE is aws',
  ],
  [
    'a token from the store itself',
    complete.vault,
    { TOKEN_FILE: undefined, TOKEN: 'vault://farol/x#y' },
    'refers to vault://',
  ],
  ['a token given twice', complete.vault, { TOKEN: 'given-as-value-too' }, 'are both set'],
])('%s is refused', (_what, settings, changed, sentence) => {
  const { settings: found, problems } = read({ ...settings, ...changed });
  expect(found).toBeUndefined();
  expect(problems.map(({ problem }) => problem).join(' ')).toContain(sentence);
  expect(JSON.stringify(problems)).not.toMatch(/secret-word|given-as-value/u);
});

test('reports that settings without a mode have no effect', () => {
  expect(read({ PREFIX: 'farol' }).problems[0]?.problem).toBe(
    'RUNNER_SECRET_STORE_MODE is not set, and RUNNER_SECRET_STORE_PREFIX is.',
  );
});

test('an address on this machine may be plain http', () => {
  expect(read({ ...complete.vault, URL: 'http://127.0.0.1:8200' }).problems).toEqual([]);
});

test('every secret and every variable of one store is among the variables', () => {
  const known = new Set<string>(Object.keys(storeVariables));
  expect([...storeSecretVariables, ...Object.keys(modesOfVariable)].filter((one) => !known.has(one))).toEqual([]);
});
