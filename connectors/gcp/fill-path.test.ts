import { expect, test } from 'vitest';
import { fillPath } from './fill-path.ts';

const call = 'GET /dns.googleapis.com/dns/v1/projects/{project}/managedZones/{managedZone}';

test('takes the host off and fills the braces', () => {
  expect(fillPath(call, { project: 'acme', managedZone: 'example-com' })).toEqual({
    verb: 'GET',
    host: 'dns.googleapis.com',
    path: '/dns/v1/projects/acme/managedZones/example-com',
  });
});

test('keeps a value in its place', () => {
  expect(fillPath(call, { project: 'example.com:acme', managedZone: 'a/b?c=d#e' }).path).toBe(
    '/dns/v1/projects/example.com:acme/managedZones/a%2Fb%3Fc%3Dd%23e',
  );
});

test.each(['', '.', '..'])('refuses %j, which would leave its place', (managedZone) => {
  expect(() => fillPath(call, { project: 'acme', managedZone })).toThrow(
    expect.objectContaining({ kind: 'invalid_arguments', data: { field: 'managedZone' } }),
  );
});
