import { expect, test } from 'vitest';
import { emptyCommands } from './empty-commands.ts';

test('commands name the authority of the control plane only where it is its own', () => {
  const origin = 'https://farol.example.com:8444';
  expect(emptyCommands(origin, true).reach).toBe(
    'curl --fail-with-body --cacert ca.pem https://farol.example.com:8444/healthz',
  );
  expect(emptyCommands(origin, false).policy).toBe(
    'curl --fail-with-body https://farol.example.com:8444/policies/aws/edge-read-only.json --output edge-read-only.json',
  );
});
