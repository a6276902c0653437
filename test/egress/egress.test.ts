/**
 * Nobody is reached but who was configured: programs and connectors run in a network namespace of their own, in which
 * every address of IP leads back to this machine, and each attempt to reach one is recorded from the wire.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { registry } from '../../connectors/registry.ts';

const Told = z.object({
  allowed: z.array(z.string()),
  asked: z.record(z.string(), z.number()),
  forbidden: z.array(z.string()),
});

const Happened = z.object({
  allowed: z.array(z.string()),
  happened: z.array(z.string()),
  forbidden: z.array(z.string()),
});

let folder: string;
let recorder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-egress-'));
  recorder = path.join(folder, 'record-connections');
  const source = path.join(import.meta.dirname, 'record-connections.c');
  execFileSync('cc', ['-std=c11', '-D_GNU_SOURCE', '-O1', '-o', recorder, source]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every route leads to the loopback device, where it is seen; nothing leaves the namespace. */
const script = `set -e
ip link set lo up
ip route add local 0.0.0.0/0 dev lo
ip -6 route add local ::/0 dev lo
"$0" > "$3" &
recorder=$!
until grep -q recording "$3"; do sleep 0.05; done
status=0
"$1" "$2" || status=$?
kill "$recorder"
wait "$recorder"
exit "$status"`;

interface Recorded {
  /** What the scenario printed. */
  readonly said: unknown;
  /** Each host that was reached, once, as the recorder writes it. */
  readonly reached: readonly string[];
}

async function record(name: string): Promise<Recorded> {
  const log = path.join(folder, `connections-${name}`);
  const scenario = path.join(import.meta.dirname, `${name}.ts`);
  const child = spawn('unshare', ['--net', '/bin/sh', '-c', script, recorder, process.execPath, scenario, log], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [code] = (await once(child, 'close')) as [number | null];
  expect([code, code === 0 ? '' : errors]).toEqual([0, '']);
  const lines = execFileSync('sort', ['-u', log], { encoding: 'utf8' }).trim().split('\n');
  expect(lines).toContain('missed 0');
  return { said: JSON.parse(said), reached: lines.filter((line) => !/^(?:missed|recording)/u.test(line)) };
}

/** Nobody was reached but the allowed hosts and, on purpose, the forbidden ones; and each of the allowed was. */
function expectOnly(reached: readonly string[], allowed: readonly string[], forbidden: readonly string[]): void {
  const isAllowed = (line: string): boolean => {
    const [protocol, host, port] = line.split(' ');
    return protocol === 'tcp' && allowed.includes(`${host}:${port}`);
  };
  expect(reached.filter((line) => !isAllowed(line)).toSorted()).toEqual(forbidden.toSorted());
  expect(allowed.filter((host) => !reached.includes(`tcp ${host.replace(':', ' ')}`))).toEqual([]);
}

test(
  'control plane, Agent and every connector reach configured hosts only, wherever answers lead',
  { tags: ['deep'], timeout: 180_000 },
  async () => {
    const { said, reached } = await record('scenario');
    const { allowed, asked, forbidden } = Told.parse(said);
    // The fakes answered and were asked: an Agent that does nothing reaches nobody either.
    expect(Object.keys(asked).toSorted()).toEqual(registry.map(({ manifest }) => manifest.id).toSorted());
    expect(Object.entries(asked).filter(([, count]) => count < 9)).toEqual([]);
    expectOnly(reached, allowed, forbidden);
  },
);

test('a control plane connects to its database and the configured provider, and sends no event to anybody [P-EVT-1]', async () => {
  const { said, reached } = await record('control-scenario');
  const { allowed, happened, forbidden } = Happened.parse(said);
  // An event could have been sent for each of these. The hosts are the database, the identity provider, and its own.
  expect(happened).toEqual([
    'capture failed',
    'capture_requested',
    'instance_enrolled',
    'instance_revoked',
    'person_invited',
    'person_joined',
    'profiler_disabled',
    'profiler_enabled',
    'signed_in',
    'token_created',
    'token_revoked',
  ]);
  expectOnly(reached, allowed, forbidden);
}, 180_000);
