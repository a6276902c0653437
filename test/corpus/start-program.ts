/** The programs around one capture, each in a process of its own: the service, its peers and its client. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Addresses, type Command, fillIn } from './build-program.ts';
import { LoadReport, PeerReport } from './outside.ts';

const readyMs = 20_000;

export interface Peers {
  report(): Promise<PeerReport>;
  stop(): Promise<void>;
}

export async function startPeers({ peerPort, namePort }: Addresses): Promise<Peers> {
  const child = fork(path.join(import.meta.dirname, 'peer-process.ts'), [`${peerPort}`, `${namePort}`]);
  await messageOf(child);
  return {
    async report() {
      child.send('report');
      return PeerReport.parse(await messageOf(child));
    },
    stop: () => endOf(child),
  };
}

export interface Load {
  begin(): void;
  /** Of what was asked since `begin`. */
  end(): Promise<LoadReport>;
  stop(): Promise<void>;
}

export async function startLoad(port: number, requestsPerSec: number, protocol: string): Promise<Load> {
  const child = fork(path.join(import.meta.dirname, 'load-process.ts'), [`${port}`, `${requestsPerSec}`, protocol]);
  await messageOf(child);
  return {
    begin: () => void child.send('begin'),
    async end() {
      child.send('end');
      return LoadReport.parse(await messageOf(child));
    },
    stop: () => endOf(child),
  };
}

export interface Service {
  /** What is captured: the program, or the process that it prints as `target PID`. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** `nobody` of Debian: what root may do would be part of what is captured. */
const unprivileged = { uid: 65_534, gid: 65_534 } as const;

/** @throws Error with its last words when it does not accept connections in time. */
export async function startService(
  { command, args, env, isPrivileged = false }: Command,
  addresses: Addresses,
): Promise<Service> {
  for (const file of args.filter((arg) => arg.endsWith('.conf'))) {
    writeFileSync(file, fillIn(readFileSync(file, 'utf8'), addresses));
  }
  const child = spawn(
    command,
    args.map((arg) => fillIn(arg, addresses)),
    {
      cwd: '/',
      ...(isPrivileged ? {} : unprivileged),
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', NAME_SERVER: `127.0.0.1:${addresses.namePort}`, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-4000)));
  }
  child.once('error', (error) => (said += error.message));
  const deadline = performance.now() + readyMs;
  while (!(await accepts(addresses.port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${command} did not get ready:\n${said}`);
    }
    await sleep(50);
  }
  return {
    pid: Number(/^target (\d+)$/mu.exec(said)?.[1] ?? child.pid),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), 5000);
      await ended;
      clearTimeout(hard);
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.end(() => resolve(true))).once('error', () => resolve(false));
  });
}

/** The next one. @throws Error when the program ends first. */
function messageOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error('a program of the harness ended'));
    child.once('exit', fail).once('message', (message) => {
      child.off('exit', fail);
      resolve(message);
    });
  });
}

/** Once it has ended, so that it does not miss what is stopped after it. */
async function endOf(child: ChildProcess): Promise<void> {
  if (!child.connected) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}
