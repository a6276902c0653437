import { expect, test } from 'vitest';
import type { UpstreamCall } from '../../connector/manifest.ts';
import { Fault } from '../../core/fault.ts';
import { admissibleFor, type AskedCall, createUpstreamGate, type UpstreamGate } from './upstream-gate.ts';

/** `admitted`, or the kind of the fault. */
function ask(gate: UpstreamGate, call: AskedCall, access: 'read' | 'write'): string {
  try {
    gate.admit(call, access);
    return 'admitted';
  } catch (error) {
    if (error instanceof Fault) return error.kind;
    throw error;
  }
}

function give(reads: readonly UpstreamCall[], ...calls: AskedCall[]): string[] {
  const gate = createUpstreamGate({ reads, maxCalls: 3 });
  return calls.map((call) => ask(gate, call, 'read'));
}

const get = (path: string): AskedCall => ({ method: 'GET', path });
const post = (path: string): AskedCall => ({ method: 'POST', path });

test.each<[UpstreamCall, string, string]>([
  ['GET /v3/projects/{id}:testIamPermissions', '/v3/projects/acme:testIamPermissions', '/v3/projects/acme:delete'],
  ['GET /api/v1/label/{name}/values', '/api/v1/label/job/values', '/api/v1/label/job/x/values'],
  ['GET /a.b/c-d_e~f', '/a.b/c-d_e~f', '/aXb/c-d_e~f'],
  ['GET /x/$batch(1)+[2]|3^4*5?', '/x/$batch(1)+[2]|3^4*5?', '/x/$batch'],
  ['GET /back\\slash', '/back\\slash', '/backslash'],
])('%s is exactly that', (declared, path, another) => {
  expect(give([declared], get(path), get(another), get(`${path}/more`), post(path))).toEqual([
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
  const gate = createUpstreamGate({ reads: ['GET /a'], maxCalls: 1 });
  expect(ask(gate, get('/b'), 'read')).toBe('bug');
  expect(ask(gate, get('/a'), 'read')).toBe('admitted');
  expect(ask(gate, get('/a'), 'read')).toBe('cap_exceeded');
  expect(gate.count()).toBe(1);
});

test('a read lets no write out, not even to a call that it declares', () => {
  const declaration = { grants: [], upstream: ['POST /search', 'vendor:Search'], redactions: [] } as const;
  const gate = createUpstreamGate({ ...admissibleFor('read', declaration), maxCalls: 3 });
  expect(ask(gate, post('/search'), 'write')).toBe('bug');
  expect(ask(gate, 'vendor:Search', 'write')).toBe('bug');
  expect(ask(gate, post('/search'), 'read')).toBe('admitted');
  expect(gate.write()).toBeUndefined();
});

test('a write lets its one call out once, as a write, and what it looks up as reads', () => {
  const declaration = {
    grants: [],
    upstream: ['GET /things', 'POST /things'],
    writes: 'POST /things',
    redactions: [],
  } as const;
  const gate = createUpstreamGate({ ...admissibleFor('write', declaration), maxCalls: 9 });
  expect(ask(gate, get('/things'), 'write')).toBe('bug');
  expect(ask(gate, post('/things'), 'read')).toBe('bug');
  expect(ask(gate, get('/things'), 'read')).toBe('admitted');
  expect(gate.write()).toBeUndefined();
  expect(ask(gate, post('/things'), 'write')).toBe('admitted');
  expect(ask(gate, post('/things'), 'write')).toBe('bug');
});

test('a write of one call needs no further word, and one that does not say which call writes cannot write', () => {
  const declaration = { grants: [], upstream: ['POST /things'], redactions: [] } as const;
  expect(admissibleFor('write', declaration)).toEqual({ reads: [], writes: ['POST /things'] });
  const several = { ...declaration, upstream: ['GET /things', 'POST /things'] } as const;
  expect(admissibleFor('write', several)).toEqual({ reads: several.upstream, writes: [] });
});

test('of several calls that write, one is let out, once', () => {
  const writes = ['POST /3/things', 'POST /2/things'] as const;
  const declaration = { grants: [], upstream: ['GET /things', ...writes], writes, redactions: [] } as const;
  expect(admissibleFor('write', declaration)).toEqual({ reads: ['GET /things'], writes });
  const gate = createUpstreamGate({ ...admissibleFor('write', declaration), maxCalls: 9 });
  expect(ask(gate, post('/2/things'), 'write')).toBe('admitted');
  expect(ask(gate, post('/3/things'), 'write')).toBe('bug');
});

test('the fate of a write is its own end, and whether a fault can be about anything else', () => {
  const open = () => createUpstreamGate({ reads: ['GET /a'], writes: ['POST /a'], maxCalls: 9 });
  const alone = open();
  alone.admit(get('/a'), 'read')({ status: 200 });
  const end = alone.admit(post('/a'), 'write');
  expect(alone.write()).toEqual({ end: undefined, isAlone: true });
  end({ status: 403 });
  expect(alone.write()).toEqual({ end: { status: 403 }, isAlone: true });
  alone.admit(get('/a'), 'read')({ status: 404 });
  expect(alone.write()).toEqual({ end: { status: 403 }, isAlone: false });
  const beside = open();
  beside.admit(get('/a'), 'read');
  beside.admit(post('/a'), 'write');
  expect(beside.write()).toEqual({ end: undefined, isAlone: false });
});
