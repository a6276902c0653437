/**
 * A process name of its own for each workload of this machine. A target list selects processes by name, so two demos
 * beside each other under one name would measure each other's.
 */
import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface ClaimedName {
  /** At most 15 bytes, which the kernel keeps of a process name. */
  readonly name: string;
  readonly release: () => void;
}

const mostNames = 20;

/**
 * `base`, else `base-2` and so on: the first name that no running process has and no other claim holds. A claim ends
 * with its process, however it ends. @throws Error when all are taken.
 */
export async function claimName(base: string): Promise<ClaimedName> {
  const running = runningNames();
  for (let at = 1; at <= mostNames; at++) {
    const name = at === 1 ? base : `${base}-${at}`;
    if (running.has(name)) continue;
    const claim = await hold(name);
    if (claim !== undefined) return { name, release: () => void claim.close() };
  }
  throw new Error(`${mostNames} workloads named ${base} run on this machine; end some of them`);
}

/** What an earlier demo left behind has its name, but no claim. */
function runningNames(): ReadonlySet<string> {
  const names = readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/u.test(entry)) return [];
    try {
      return [readFileSync(path.join('/proc', entry, 'comm'), 'utf8').trimEnd()];
    } catch {
      // It has just ended.
      return [];
    }
  });
  return new Set(names);
}

/** An abstract socket: the kernel lets one process have it, and frees it when that process is gone. */
async function hold(name: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  server.listen(`\0farol-workload/${name}`);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined;
    throw error;
  }
  server.unref();
  return server;
}
