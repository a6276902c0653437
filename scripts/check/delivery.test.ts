import { expect, test } from 'vitest';
import { whyNotDelivered } from './delivery.ts';

test('a machine that cannot run containers says why', () => {
  const able = { architecture: 'x64', user: 0, mounts: true };
  expect(whyNotDelivered(able)).toBeUndefined();
  expect(whyNotDelivered({ ...able, architecture: 'arm64' })).toContain('this machine is arm64');
  for (const user of [1000, undefined]) expect(whyNotDelivered({ ...able, user })).toContain('run it as root');
  expect(whyNotDelivered({ ...able, mounts: false })).toContain('may not mount');
});
