import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createLog } from '../../core/log.ts';
import { Redactor } from '../../core/redact.ts';
import { createSignerOf, generateKeyPair, verifyEd25519 } from '../../tunnel/identity/key-pair.ts';
import { ByteBudget } from '../../tunnel/session/byte-budget.ts';
import { CommandGuard, signCommand } from '../../tunnel/session/command.ts';
import { type CommandProof, FramePort } from '../../tunnel/session/frame.ts';
import { Link } from '../../tunnel/session/link.ts';
import { systemRandom, type Wire } from '../../tunnel/session/ports.ts';
import { TunnelError } from '../../tunnel/session/tunnel-error.ts';
import { AuditLine, sha256 } from '../audit/audit-line.ts';
import { AuditLog } from '../audit/audit-log.ts';
import { RefusedCommands } from './record-refused-commands.ts';
import { verifyAudit } from '../audit/verify-audit.ts';

const signer = createSignerOf(generateKeyPair());
const address = { organization: 'org', instance: 'edge-1', session: 'S'.repeat(43) };
const now = 1_000_000;

let folder: string;
let file: string;
let audit: AuditLog;
let clock: ManualClock;
let refused: RefusedCommands;
let link: Link;
/** Codes that the other end received. */
let told: string[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-refused-'));
  file = path.join(folder, 'audit.jsonl');
  clock = new ManualClock();
  audit = await AuditLog.open(file, clock);
  const log = createLog('agent', { level: 'silent', redactor: new Redactor() });
  refused = new RefusedCommands({ audit, clock, log });
  told = [];
  const guard = new CommandGuard(address, {
    pinned: () => ({ current: signer.publicKey, previous: undefined }),
    verify: verifyEd25519,
    serverNow: () => now,
  });
  const wire: Wire = {
    send: (text) => void told.push(...[...text.matchAll(/"code":"(\w+)"/gu)].map(([, code = '']) => code)),
    close: () => undefined,
  };
  link = new Link({
    port: new FramePort(wire),
    clock,
    room: new ByteBudget({ total: 1 << 20, ofOrganization: 1 << 20, ofInstance: 1 << 20 }).roomOf('o', 'i'),
    maxHandled: 64,
    admit: (request) => {
      guard.admit(request);
      if (request.name !== 'health.run') throw new TunnelError('unknown_request', 'Not here.');
    },
    handle: async (_name, text) => {
      if (text !== whole) throw new TunnelError('invalid_request', 'Not of this shape.');
      return '{}';
    },
    onEnd: () => undefined,
    onRefused: (command) => refused.add(command),
  });
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const whole = '{}';

/** A whole command, as the control plane of this instance would give it. */
function command(name = 'health.run', { to = address, expiresAt = now + 5_000, by = signer, text = whole } = {}) {
  const request = { id: 1, name, sha256: sha256(text) };
  const proof: CommandProof | undefined = signCommand(request, to, { signer: by, random: systemRandom, expiresAt });
  return { t: 'request', n: 1, id: request.id, name, payload: { text }, proof } as const;
}

/** `admitted`, or the code that the other end receives. */
async function give({
  proof,
  ...frame
}: Omit<ReturnType<typeof command>, 'proof'> & { proof?: CommandProof | undefined }) {
  const before = told.length;
  link.receive({ ...frame, ...(proof && { proof }) });
  // An answer is given in a later turn.
  await new Promise((resolve) => setImmediate(resolve));
  return told[before] ?? 'admitted';
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
  expect(await give(command())).toBe('admitted');
  expect(await recorded()).toEqual([]);
});

test('each refusal is recorded under its own code, and the tunnel still hears of it', async () => {
  const again = command();
  const stranger = createSignerOf(generateKeyPair());
  const given = [
    again,
    again,
    { ...command(), proof: undefined },
    { ...command(), payload: { text: '{ }' } },
    command('health.run', { to: { ...address, instance: 'edge-2' } }),
    command('health.run', { expiresAt: now }),
    command('operation.run', { by: stranger }),
    command('health.run', { text: 'no JSON' }),
  ];
  const heard: string[] = [];
  for (const one of given) heard.push(await give(one));
  const codes = ['replayed', 'unsigned', 'bad_signature', 'wrong_instance', 'expired', 'bad_signature'];
  expect(heard).toEqual(['admitted', ...codes, 'invalid_request']);
  refused.flush();
  expect(await recorded()).toEqual([
    ['replayed', 'health.run', 1],
    ['unsigned', 'health.run', 1],
    ['bad_signature', 'health.run', 1],
    ['wrong_instance', 'health.run', 1],
    ['expired', 'health.run', 1],
    ['invalid_request', 'health.run', 1],
    ['bad_signature', 'health.run', 1],
  ]);
});

test('a command that this Agent does not answer is recorded, though it is signed', async () => {
  expect(await give(command('capture.start'))).toBe('unknown_request');
  expect(await give(command('constructor'))).toBe('unknown_request');
  refused.flush();
  expect(await recorded()).toEqual([
    ['unknown_request', 'capture.start', 1],
    ['unknown_request', 'capture.start', 1],
  ]);
});

test('a name is shown in a bounded and printable form', async () => {
  await give({ ...command(), name: `\u001b[31m${'x'.repeat(10_000)}`, proof: undefined });
  expect(await recorded()).toEqual([['unsigned', `?[31m${'x'.repeat(95)}…`, 1]]);
});

test('a flood is counted in one record each ten seconds, and none of it is lost', async () => {
  const unsigned = { ...command(), proof: undefined };
  for (let turn = 0; turn < 5_000; turn += 1) await give(unsigned);
  clock.advance(10_000);
  for (let turn = 0; turn < 3; turn += 1) await give(unsigned);
  clock.advance(60_000);
  await give(unsigned);
  refused.flush();
  expect(await recorded()).toEqual([
    ['unsigned', 'health.run', 1],
    ['unsigned', 'health.run', 4_999],
    ['unsigned', 'health.run', 1],
    ['unsigned', 'health.run', 2],
    ['unsigned', 'health.run', 1],
  ]);
});
