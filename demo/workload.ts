/**
 * The measured process: lantern, its two backends and a constant open-loop load. The load does not
 * wait for answers, so a slower version receives exactly as many requests as the faster one did.
 */
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { type Child, startChild } from './child-process.ts';
import { claimName } from './claim-name.ts';
import { findFreePort } from './free-ports.ts';
import type { Workspace } from './workspace.ts';

/** Of the program, and the name of its process where no other of it runs on this machine. */
export const workloadName = 'lantern';
/** Far from the sampling rate of 99 Hz: a load in step with the sampler would be seen too often or too rarely. */
const requestsPerSecond = 70;
const backendAddresses = ['127.0.0.1', '127.0.0.2'] as const;

export interface Workload {
  /** Name of its process: what a target list and a request name. */
  readonly name: string;
  readonly port: number;
  readonly backendPort: number;
  /** Where lantern reads its settings and writes its logs; the paths a capture reports. */
  readonly folder: string;
  /** Of the running version. */
  pid(): number;
  start(version: 1 | 2): Promise<void>;
  /** Requests sent and answered since the start, for the report. */
  load(): { sent: number; answered: number };
  stop(): Promise<void>;
}

export async function prepareWorkload(repository: string, workspace: Workspace): Promise<Workload> {
  const { name, release } = await claimName(workloadName);
  const folder = workspace.sharedFolder('lantern', workspace.workload);
  writeFileSync(path.join(folder, 'prices.conf'), 'currency=BRL\n');
  writeFileSync(path.join(folder, 'flags.conf'), 'rounding=bank\n');
  const backendPort = await findFreePort(backendAddresses);
  const backends = await Promise.all(backendAddresses.map((address) => startEcho(backendPort, address)));
  const port = await findFreePort();
  let running: Child | undefined;
  const load = startLoad(port);

  const stopRunning = async (): Promise<void> => {
    load.pause();
    await running?.stop();
    running = undefined;
  };
  return {
    name,
    port,
    backendPort,
    folder,
    pid() {
      if (running === undefined) throw new Error(`${name} is not running`);
      return running.pid;
    },
    async start(version) {
      await stopRunning();
      const command = placeVersion({ repository, workspace, name }, version);
      running = startChild({
        name: `${name} version ${version}`,
        command,
        args: [folder, String(port), String(backendPort)],
        env: {},
        cwd: folder,
        logFile: path.join(workspace.folder, `lantern-${version}.log`),
        identity: workspace.workload,
      });
      await running.waitFor('listening', 5000);
      load.resume();
    },
    load: () => load.counts(),
    async stop() {
      await stopRunning();
      load.end();
      for (const server of backends) server.close();
      release();
    },
  };
}

interface Placed {
  readonly repository: string;
  readonly workspace: Workspace;
  readonly name: string;
}

function placeVersion({ repository, workspace, name }: Placed, version: 1 | 2): string {
  const folder = path.join(workspace.folder, `v${version}`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const command = path.join(folder, name);
  copyFileSync(path.join(repository, 'dist/demo', `v${version}`, workloadName), command);
  chmodSync(command, 0o755);
  return command;
}

function startEcho(port: number, address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.pipe(socket);
    });
    server.once('error', reject);
    server.listen(port, address, () => resolve(server));
  });
}

function startLoad(port: number): {
  resume(): void;
  pause(): void;
  end(): void;
  counts(): { sent: number; answered: number };
} {
  let isPaused = true;
  const counts = { sent: 0, answered: 0 };
  const timer = setInterval(() => {
    if (isPaused) return;
    counts.sent++;
    request({ host: '127.0.0.1', port, path: '/quote', agent: false, timeout: 2000 }, (response) => {
      response.resume();
      response.once('end', () => counts.answered++);
    })
      // A request that meets the replacement of the version is lost on purpose: it shows in the two counts.
      .on('error', () => undefined)
      .end();
  }, 1000 / requestsPerSecond);
  return {
    resume: () => void (isPaused = false),
    pause: () => void (isPaused = true),
    end: () => clearInterval(timer),
    counts: () => ({ ...counts }),
  };
}
