import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../test/manual-clock.ts';
import { createLog } from '../core/log.ts';
import { Redactor } from '../core/redact.ts';
import { createSignerOf, generateKeyPair, verifyEd25519 } from '../tunnel/identity/key-pair.ts';
import { CommandGuard, type MakeGuard, signCommand } from '../tunnel/session/command.ts';
import { systemRandom } from '../tunnel/session/ports.ts';
import { AuditLine } from './audit-line.ts';
import { AuditLog } from './audit-log.ts';
import { RefusedCommands } from './record-refused-commands.ts';
import { verifyAudit } from './verify-audit.ts';

const signer = createSignerOf(generateKeyPair());
const address = { organization: 'org', instance: 'edge-1', session: 'S'.repeat(43) };
const now = 1_000_000;

let folder: string;
let file: string;
let audit: AuditLog;
let clock: ManualClock;
let refused: RefusedCommands;
let guard: ReturnType<MakeGuard>;

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-refused-'));
  file = path.join(folder, 'audit.jsonl');
  clock = new ManualClock();
  audit = await AuditLog.open(file, clock);
  refused = new RefusedCommands({
    audit,
    clock,
    log: createLog('agent', { level: 'silent', redactor: new Redactor() }),
    handlers: { 'health.run': () => Promise.resolve({ at: '', checks: [] }) },
  });
  const by = { commandKey: signer.publicKey, verify: verifyEd25519, serverNow: () => now };
  guard = refused.watch((to, with_) => new CommandGuard(to, with_))(address, by);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A whole command, as the control plane of this instance would give it. */
function command(name = 'health.run', { to = address, expiresAt = now + 5_000, by = signer } = {}) {
  const request = { id: 1, name, sha256: 'a'.repeat(64) };
  return { ...request, proof: signCommand(request, to, { signer: by, random: systemRandom, expiresAt }) };
}

function give(head: Parameters<typeof guard.admit>[0]): string {
  try {
    guard.admit(head);
    return 'admitted';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'another error';
  }
}

async function recorded(): Promise<unknown[]> {
  await audit.close();
  expect(await verifyAudit(file)).toMatchObject({ intact: true });
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => {
    const record = AuditLine.parse(JSON.parse(line));
    return record.event === 'command_refused' ? [record.code, record.command, record.count] : record.event;
  });
}

test('a command that is whole is admitted and leaves no record of a refusal', async () => {
  expect(give(command())).toBe('admitted');
  expect(await recorded()).toEqual([]);
});

test('each refusal is recorded under its own code, and the tunnel still hears of it', async () => {
  const again = command();
  const stranger = createSignerOf(generateKeyPair());
  expect([
    give(again),
    give(again),
    give({ ...command(), proof: undefined }),
    give({ ...command(), sha256: 'b'.repeat(64) }),
    give(command('health.run', { to: { ...address, instance: 'edge-2' } })),
    give(command('health.run', { expiresAt: now })),
    give(command('operation.run', { by: stranger })),
  ]).toEqual(['admitted', 'replayed', 'unsigned', 'bad_signature', 'wrong_instance', 'expired', 'bad_signature']);
  refused.flush();
  expect(await recorded()).toEqual([
    ['replayed', 'health.run', 1],
    ['unsigned', 'health.run', 1],
    ['bad_signature', 'health.run', 1],
    ['wrong_instance', 'health.run', 1],
    ['expired', 'health.run', 1],
    ['bad_signature', 'health.run', 1],
  ]);
});

test('a command that this Agent does not answer is recorded, though it is signed', async () => {
  expect(give(command('capture.start'))).toBe('admitted');
  expect(give(command('constructor'))).toBe('admitted');
  refused.flush();
  expect(await recorded()).toEqual([
    ['unknown_request', 'capture.start', 1],
    ['unknown_request', 'capture.start', 1],
  ]);
});

test('a name is shown in a bounded and printable form', async () => {
  give({ ...command(), name: `\u001b[31m${'x'.repeat(10_000)}`, proof: undefined });
  expect(await recorded()).toEqual([['unsigned', `?[31m${'x'.repeat(95)}…`, 1]]);
});

test('a flood is counted in one record each ten seconds, and none of it is lost', async () => {
  for (let turn = 0; turn < 5_000; turn += 1) give({ ...command(), proof: undefined });
  clock.advance(10_000);
  for (let turn = 0; turn < 3; turn += 1) give({ ...command(), proof: undefined });
  clock.advance(60_000);
  give({ ...command(), proof: undefined });
  refused.flush();
  expect(await recorded()).toEqual([
    ['unsigned', 'health.run', 1],
    ['unsigned', 'health.run', 4_999],
    ['unsigned', 'health.run', 1],
    ['unsigned', 'health.run', 2],
    ['unsigned', 'health.run', 1],
  ]);
});
