import { expect, test } from 'vitest';
import type { UpstreamCall } from '../connector/manifest.ts';
import { Fault } from '../core/fault.ts';
import { createUpstreamGate } from './upstream-gate.ts';

type Admitted = Parameters<ReturnType<typeof createUpstreamGate>['admit']>[0];

/** `admitted`, or the kind of the fault. */
function give(declared: readonly UpstreamCall[], ...calls: Admitted[]): string[] {
  const gate = createUpstreamGate(declared, 3);
  return calls.map((call) => {
    try {
      gate.admit(call);
      return 'admitted';
    } catch (error) {
      if (error instanceof Fault) return error.kind;
      throw error;
    }
  });
}

const get = (path: string): Admitted => ({ method: 'GET', path });

test.each<[UpstreamCall, string, string]>([
  ['GET /v3/projects/{id}:testIamPermissions', '/v3/projects/acme:testIamPermissions', '/v3/projects/acme:delete'],
  ['GET /api/v1/label/{name}/values', '/api/v1/label/job/values', '/api/v1/label/job/x/values'],
  ['GET /a.b/c-d_e~f', '/a.b/c-d_e~f', '/aXb/c-d_e~f'],
  ['GET /x/$batch(1)+[2]|3^4*5?', '/x/$batch(1)+[2]|3^4*5?', '/x/$batch'],
  ['GET /back\\slash', '/back\\slash', '/backslash'],
])('%s is exactly that', (declared, path, another) => {
  expect(give([declared], get(path), get(another), get(`${path}/more`), { method: 'POST', path })).toEqual([
    'admitted',
    'bug',
    'bug',
    'bug',
  ]);
});

test('a name of a vendor library is no path, and a path no name', () => {
  expect(give(['ec2:DescribeInstances'], 'ec2:DescribeInstances', 'ec2:TerminateInstances')).toEqual([
    'admitted',
    'bug',
  ]);
  expect(give(['GET /a'], 'GET /a', get('/a'))).toEqual(['admitted', 'admitted']);
});

test('more calls than declared are refused, and what was refused is not counted', () => {
  const gate = createUpstreamGate(['GET /a'], 1);
  expect(() => gate.admit(get('/b'))).toThrow('bug');
  gate.admit(get('/a'));
  expect(() => gate.admit(get('/a'))).toThrow('cap_exceeded');
  expect(gate.count()).toBe(1);
});
