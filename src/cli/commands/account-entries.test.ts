import { expect, test } from 'vitest';
import { namedSourceShape } from '../../agent/connectors/sources.ts';
import { buildAccountEntries, type EntriesInput } from './account-entries.ts';

const settings = { RUNNER_AWS_CRED_MODE: 'chain', AWS_REGIONS: 'eu-west-1' };
const account = (id: string, name: string, state = 'ACTIVE') => ({ id, name, state });
const build = (more: Partial<EntriesInput>) =>
  buildAccountEntries({ accounts: [], settings, partition: 'aws', role: 'farol-agent', taken: [], read: [], ...more });

test('each account becomes an entry after its name, in the order of the numbers', () => {
  const accounts = [account('222233334444', 'Produção / Loja'), account('111122223333', 'sandbox')];
  expect(build({ accounts, externalId: 'farol-7d9c2f' }).sources).toEqual([
    {
      name: 'aws-sandbox',
      connector: 'aws',
      about: 'sandbox, 111122223333',
      settings: {
        ...settings,
        AWS_ASSUME_ROLE_ARN: 'arn:aws:iam::111122223333:role/farol-agent',
        AWS_ASSUME_ROLE_EXTERNAL_ID: 'farol-7d9c2f',
      },
    },
    {
      name: 'aws-producao-loja',
      connector: 'aws',
      about: 'Produção / Loja, 222233334444',
      settings: {
        ...settings,
        AWS_ASSUME_ROLE_ARN: 'arn:aws:iam::222233334444:role/farol-agent',
        AWS_ASSUME_ROLE_EXTERNAL_ID: 'farol-7d9c2f',
      },
    },
  ]);
});

test('a source that assumes a role itself gives its external id, and neither its role nor its session name', () => {
  const own = {
    AWS_REGIONS: 'us-gov-west-1',
    AWS_ASSUME_ROLE_ARN: 'arn:aws-us-gov:iam::999988887777:role/list',
    AWS_ASSUME_ROLE_EXTERNAL_ID: 'same',
    AWS_ASSUME_ROLE_SESSION_NAME: 'list',
  };
  const { sources } = build({ accounts: [account('111122223333', 'a')], settings: own, partition: 'aws-us-gov' });
  expect(sources[0]?.settings).toEqual({
    AWS_REGIONS: 'us-gov-west-1',
    AWS_ASSUME_ROLE_ARN: 'arn:aws-us-gov:iam::111122223333:role/farol-agent',
    AWS_ASSUME_ROLE_EXTERNAL_ID: 'same',
  });
});

test('a name that is taken, shared or without letters gets the number of the account', () => {
  const accounts = [
    account('111111111111', 'shop'),
    account('222222222222', 'Shop'),
    account('333333333333', '店'),
    account('444444444444', 'free'),
    account('555555555555', 'n'.repeat(50)),
    account('666666666666', 'n'.repeat(70)),
  ];
  const names = build({ accounts, taken: ['aws-free'] }).sources.map(({ name }) => name);
  expect(names).toEqual([
    'aws-shop-111111111111',
    'aws-shop-222222222222',
    'aws-333333333333',
    'aws-free-444444444444',
    `aws-${'n'.repeat(50)}`,
    `aws-${'n'.repeat(60)}`,
  ]);
});

test('every entry is one that a sources file may have', () => {
  const accounts = [account('111122223333', `a\u0000\u2028${'x'.repeat(90)}`), account('222233334444', '')];
  for (const one of build({ accounts }).sources) expect(namedSourceShape.safeParse(one).error).toBeUndefined();
});

test('an account that is closed or read already has no entry, and says why', () => {
  const accounts = [account('111122223333', 'old', 'SUSPENDED'), account('222233334444', 'own'), account('3', 'c')];
  const { sources, left } = build({ accounts, read: ['222233334444'] });
  expect(sources.map(({ name }) => name)).toEqual(['aws-c']);
  expect(left).toEqual(['111122223333 is SUSPENDED.', '222233334444 is read already.']);
});
