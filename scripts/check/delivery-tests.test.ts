import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { deliveredInEveryRun, whyNotDelivered } from './delivery-tests.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('every run names only files that exist, and none that needs a program of minutes', () => {
  const { beside, alone } = deliveredInEveryRun;
  const files = [...beside, ...alone];
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  const slow = /\bbuild(?:Cosign|Crane|Helm|Kubectl|Tofu)\b/u;
  expect(files.filter((file) => slow.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});

test('a machine that cannot run containers says why', () => {
  const able = { architecture: 'x64', user: 0, mounts: true };
  expect(whyNotDelivered(able)).toBeUndefined();
  expect(whyNotDelivered({ ...able, architecture: 'arm64' })).toContain('this machine is arm64');
  for (const user of [1000, undefined]) expect(whyNotDelivered({ ...able, user })).toContain('run it as root');
  expect(whyNotDelivered({ ...able, mounts: false })).toContain('may not mount');
});
