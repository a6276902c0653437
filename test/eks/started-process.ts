/** A program of the test cluster in a process of its own: waited for until it is ready, with what it said when it is not. */
import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { controlPlaneBinary } from './control-plane-binaries.ts';

const readyMs = 60_000;

export interface StartedProcess {
  stop(): Promise<void>;
}

interface Start {
  readonly program: Parameters<typeof controlPlaneBinary>[0];
  readonly flags: readonly string[];
  /** The whole environment: nothing of the machine's own configuration is meant. */
  readonly env?: Readonly<Record<string, string>>;
  readonly isReady: () => Promise<boolean>;
}

/** @throws when it ends or is not ready in time. */
export async function startProcess({ program, flags, env, isReady }: Start): Promise<StartedProcess> {
  const child = spawn(controlPlaneBinary(program), flags, {
    env: { HOME: '/nonexistent', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-4000)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  const deadline = Date.now() + readyMs;
  // A connection that is refused means: not yet.
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`${program} did not get ready:\n${said}`);
    }
    await sleep(100);
  }
  return { stop };
}

export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
