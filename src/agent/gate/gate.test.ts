/** What the customer's two files do at the gate, and what is answered for a source that is not there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { catalog } from '../../../catalog/index.ts';
import { defineOperation, type Operation } from '../../../catalog/operation.ts';
import { registry } from '../../../connectors/registry.ts';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import type { LoadedConnector, RegisteredConnector } from '../../connector/connector.ts';
import type { Manifest } from '../../connector/manifest.ts';
import { systemClock } from '../../core/clock.ts';
import { createLog } from '../../core/log.ts';
import { createAgents } from '../../core/network-agent.ts';
import { systemRandom } from '../../core/random.ts';
import { Redactor } from '../../core/redact.ts';
import type { OperationAnswer } from '../../tunnel/messages.ts';
import type { AuditEntry } from '../audit/audit-log.ts';
import { ConnectorHost } from '../connectors/connector-host.ts';
import { readConnectorSetup } from '../connectors/connector-setup.ts';
import { agentJournalName, WriteJournal } from '../writes/write-journal.ts';
import { OperationGate, type OperationGatePorts } from './operation-gate.ts';

const read = defineOperation({
  name: 'things.read',
  access: 'read',
  summary: 'Reads things.',
  arguments: () => z.strictObject({}),
  result: () => z.strictObject({ things: z.array(z.string()), others: z.array(z.string()) }),
});
const write = { ...read, access: 'write', arguments: z.strictObject({ idempotencyKey: z.string() }) } as const;
const things = new Map<string, Operation>([
  ['things.read', read],
  ['things.write', { ...write, name: 'things.write' }],
  ['things.remove', { ...write, name: 'things.remove' }],
]);

/** Operations of the double are not of the real catalog, which its type knows. */
const manifest = {
  id: 'first',
  title: 'First',
  summary: 'Things.',
  vendorDocs: 'https://example.com',
  config: { FIRST_URL: { kind: 'url', need: 'required', description: 'Where.', example: 'http://x' } },
  credentials: [],
  grants: {},
  forbidden: [],
  operations: Object.fromEntries(
    [...things.keys()].map((name) => [name, { grants: [], upstream: [], redactions: [] }]),
  ),
  checks: {},
  limits: { upstreamCalls: 1, totalMs: 2000, responseBytes: 1000 },
} as const satisfies Manifest;

const ran: string[] = [];
const double: RegisteredConnector = {
  manifest,
  load: () => {
    const operations = Object.fromEntries(
      [...things.keys()].map((name) => [
        name,
        {
          run: () => {
            ran.push(name);
            return Promise.resolve({ data: { things: ['a', 'b'], others: ['c'] }, complete: true, truncated: false });
          },
        },
      ]),
    ) as LoadedConnector['operations'];
    return Promise.resolve({ manifest, operations, checks: {}, symptoms: [], probes: {} });
  },
};

const agents = createAgents({ env: {} });
const audited: AuditEntry[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'farol-gate-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  ran.length = 0;
  audited.length = 0;
});

interface Asked {
  readonly operation: string;
  readonly args?: unknown;
  readonly source?: string;
}

function gateWith(
  ports: Partial<OperationGatePorts> & { connectors?: readonly RegisteredConnector[]; env?: Record<string, string> },
): (asked: Asked) => Promise<OperationAnswer> {
  const { connectors = [double], env = { FIRST_URL: 'http://127.0.0.1:1' }, ...given } = ports;
  const redactor = new Redactor();
  const log = createLog('agent', { redactor, destination: { write: () => undefined } });
  const limits = { concurrentCalls: 1, operationsPerMinute: 1000 };
  const common = { agents, clock: systemClock, random: systemRandom, log, redactor, limits };
  const hosts = connectors.map(
    (one) => new ConnectorHost(one, readConnectorSetup(one.manifest, env, redactor), common),
  );
  const audit = {
    ready: () => Promise.resolve(),
    append: (entry: AuditEntry) => {
      audited.push(entry);
      return Promise.resolve();
    },
  };
  const operationGate = new OperationGate({
    catalog: things,
    allowed: undefined,
    hosts,
    audit,
    journal: new WriteJournal({ file: path.join(folder, agentJournalName), clock: systemClock, log }),
    redactor,
    clock: systemClock,
    log,
    ...given,
  });
  const { signal } = new AbortController();
  return (asked) => operationGate.run({ request_id: 'r-1', args: {}, ...asked }, { signal });
}

describe('a write', () => {
  test('is off without a file, whatever else is enabled, and nothing of it runs', async () => {
    const ask = gateWith({});
    for (const operation of ['things.write', 'things.remove']) {
      const fault = faultIn(await ask({ operation }));
      expect(fault).toMatchObject({ code: 'not_enabled', data: { operation } });
      expect(fault.remedy).toContain(`Add ${operation} to writes in the file in RUNNER_ALLOW_FILE`);
    }
    expect(resultIn(await ask({ operation: 'things.read' })).source).toBe('first');
    expect(ran).toEqual(['things.read']);
  });

  test('is enabled alone: another write stays off', async () => {
    const ask = gateWith({ allowed: new Set(['things.read', 'things.write']) });
    expect((await ask({ operation: 'things.write', args: { idempotencyKey: 'k' } })).ok).toBe(true);
    expect(faultIn(await ask({ operation: 'things.remove' })).code).toBe('not_enabled');
    expect(ran).toEqual(['things.write']);
  });
});

describe('an operation that the lock file does not hold as it is', () => {
  test('is inert when it is new, and the remedy names the two commands', async () => {
    const fault = faultIn(await gateWith({ inert: new Map([['things.read', []]]) })({ operation: 'things.read' }));
    expect(fault).toMatchObject({ code: 'not_enabled', data: { operation: 'things.read' } });
    expect(fault.remedy).toContain('things.read is not in the lock file');
    expect(fault.remedy).toContain('`farol catalog diff`');
    expect(fault.remedy).toContain('`farol catalog lock`');
    expect(ran).toEqual([]);
  });

  test('is inert when it changed, and the remedy says what', async () => {
    const inert = new Map([['things.read', ['access', 'result']]]);
    const fault = faultIn(await gateWith({ inert })({ operation: 'things.read' }));
    expect(fault.remedy).toContain('has a different access and result than the lock file');
  });

  test('stays inert when the allow-list names it', async () => {
    const allowed = new Set(['things.write']);
    const ask = gateWith({ allowed, inert: new Map([['things.write', []]]) });
    expect(faultIn(await ask({ operation: 'things.write' })).code).toBe('not_enabled');
  });

  test('does not enable a locked write that is not named', async () => {
    expect(faultIn(await gateWith({ inert: new Map() })({ operation: 'things.write' })).code).toBe('not_enabled');
  });
});

describe('an operation whose source is not there', () => {
  test('names the sources that answer, to a question for another', async () => {
    const wrong = faultIn(await gateWith({})({ operation: 'things.read', source: 'nowhere' }));
    expect(wrong).toMatchObject({ code: 'invalid_arguments', data: { field: 'source' } });
    expect(wrong.remedy).toContain('name one that answers things.read: first');
  });

  const reads = [...catalog.values()].filter(({ access }) => access === 'read').map(({ name }) => name);

  test('names a variable for every read of the catalog when nothing is configured', async () => {
    const ask = gateWith({ catalog, connectors: registry, env: {} });
    const others: string[] = [];
    for (const operation of reads) {
      const { code, remedy } = faultIn(await ask({ operation }));
      if (code !== 'not_configured' || remedy === '') others.push(`${operation}: ${code}`);
    }
    expect(others).toEqual([]);
    expect(reads.length).toBeGreaterThan(100);
  });
});

test('the record counts rows and the bytes of what left, of an answer and of a refusal', async () => {
  const ask = gateWith({});
  const answered = resultIn(await ask({ operation: 'things.read' }));
  const refused = faultIn(await ask({ operation: 'things.drop' }));
  expect(audited).toMatchObject([
    { outcome: 'answered', rows: 3, answerBytes: Buffer.byteLength(JSON.stringify(answered)) },
    { outcome: 'not_in_catalog', rows: 0, answerBytes: Buffer.byteLength(JSON.stringify(refused)) },
  ]);
});
