/** Builds the price servers, once for each way, and starts them as an unprivileged user. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Child, startChild } from '../../demo/child-process.ts';
import { portsOf } from './backends.ts';
import type { ServerName } from './capture-index.ts';
import { needCommand } from '../running-program.ts';
import type { Variant } from './variants.ts';

/** `nobody` of Debian: owns nothing else. */
const unprivileged = { uid: 65_534, gid: 65_534 };
const startTimeoutMs = 30_000;
const sources = path.join(import.meta.dirname, 'servers');

/** @throws NotInstalled without a compiler, or Error when it does not come up. */
export async function startServer(folder: string, server: ServerName, variant: Variant): Promise<Child> {
  const run = path.join(folder, 'run', server);
  mkdirSync(run, { recursive: true });
  chownSync(run, unprivileged.uid, unprivileged.gid);
  for (const name of ['prices.conf', 'limits.conf']) writeFileSync(path.join(run, name), 'currency=BRL\n');
  const [command, ...first] = commandOf(folder, server, variant);
  const ports = [portsOf.server[server], portsOf.backend, portsOf.audit].map(String);
  const child = startChild({
    name: `server-${server}`,
    command,
    args: [...first, ...ports, run, ...(variant.change === undefined ? [] : [variant.change])],
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' },
    cwd: run,
    logFile: path.join(folder, `server-${server}.log`),
    identity: unprivileged,
  });
  await child.waitFor('listening', startTimeoutMs);
  return child;
}

function commandOf(folder: string, server: ServerName, { flags }: Variant): [string, ...string[]] {
  if (server === 'node') return [process.execPath, path.join(sources, 'server.ts')];
  // Not the one on the PATH, which may be in a home that the unprivileged user cannot enter.
  if (server === 'python') return ['/usr/bin/python3', path.join(sources, 'server.py')];
  if (server === 'java') {
    // Without it each reply waits for an acknowledgement between its headers and its body.
    const options = ['-Xmx256m', '-Dsun.net.httpserver.nodelay=true'];
    return ['java', ...options, '-cp', build(folder, 'java', buildJava), 'Prices'];
  }
  if (server === 'go') return [build(folder, 'go', buildGo)];
  const name = ['c', ...flags.map((flag) => flag.replaceAll(/[^\w]/gu, ''))].join('-');
  return [build(folder, name, (out) => buildC(out, flags))];
}

/**
 * What was built stays, also for a run that is resumed: a capture names the executable that it measured. All have one
 * file name, which is part of every function's key.
 */
function build(folder: string, name: string, make: (out: string) => void): string {
  const out = path.join(folder, 'builds', name, 'prices');
  if (existsSync(out)) return out;
  mkdirSync(path.dirname(out), { recursive: true });
  make(`${out}.partial`);
  chmodSync(`${out}.partial`, 0o755);
  renameSync(`${out}.partial`, out);
  return out;
}

/** Without debug information, as such services are shipped: an inlined function then loses its name. */
export function buildC(out: string, flags: readonly string[]): void {
  needCommand('cc', 'gcc');
  const source = path.join(sources, 'server.c');
  execFileSync('cc', ['-O2', '-Wall', '-Wextra', '-pthread', ...flags, '-o', out, source], { stdio: 'inherit' });
}

/** A folder of classes. */
function buildJava(out: string): void {
  needCommand('javac', 'openjdk-17-jdk-headless');
  execFileSync('javac', ['-d', out, path.join(sources, 'Prices.java')], { stdio: 'inherit' });
}

/** One file without a module: Go fetches nothing for it. */
function buildGo(out: string): void {
  needCommand('go', 'golang-go');
  execFileSync('go', ['build', '-o', out, path.join(sources, 'server.go')], {
    cwd: path.dirname(out),
    env: {
      ...process.env,
      GOFLAGS: '-buildvcs=false',
      GOTOOLCHAIN: 'local',
      GOWORK: 'off',
      GOPROXY: 'off',
      CGO_ENABLED: '0',
    },
    stdio: 'inherit',
  });
}
