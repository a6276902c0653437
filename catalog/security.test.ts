import { describe, expect, test } from 'vitest';
import { securityAuditAccessKeys, securityListApiKeys, securityListDependabotAlerts } from './security.ts';

test.each([
  ['acme/checkout', true],
  ['acme/.github', true],
  ['acme-inc/check.out_2', true],
  ['acme', false],
  ['acme/..', false],
  ['acme/.', false],
  ['acme/checkout/..', false],
  ['-acme/checkout', false],
  ['acme/check out', false],
  [`acme/${'x'.repeat(101)}`, false],
])('alerts of the repository %j: accepted is %s', (repo, isAccepted) => {
  expect(securityListDependabotAlerts.arguments.safeParse({ repo }).success).toBe(isAccepted);
});

describe('a key is returned', () => {
  test('by its last four characters at most', () => {
    const answer = (lastFour: string): object => ({ keys: [{ id: '1', lastFour }] });
    expect(securityListApiKeys.result.safeParse(answer('1a2b')).success).toBe(true);
    expect(securityListApiKeys.result.safeParse(answer('1a2b3')).success).toBe(false);
  });

  test('without any material of it', () => {
    const key = { id: '1', owner: 'deploy', state: 'active', isManagedByProvider: false, use: 'never' };
    const answer = (more: object): object => ({ keys: [{ ...key, ...more }], owners: 1 });
    expect(securityAuditAccessKeys.result.safeParse(answer({})).success).toBe(true);
    expect(securityAuditAccessKeys.result.safeParse(answer({ privateKeyData: 'x' })).success).toBe(false);
  });
});
