/** How the descriptors of the process are shared between its two ports, so that a full one leaves the other its own. */
import { readFileSync } from 'node:fs';
import type { ConnectionLimits } from './connection-guard.ts';

/** For the store, files, timers and the event loop itself. */
const reserved = 96;
const mostOfApp = 2048;
const mostOfTunnel = 32_768;
/** Of strangers. Browsers hold six and a stream of events; scripts and proxies more. */
const mostOfAddress = 512;

export interface PortLimits {
  readonly app: ConnectionLimits;
  readonly tunnel: ConnectionLimits;
}

/** `descriptors`: how many this process may have open. */
export function sharePorts(descriptors: number): PortLimits {
  const free = Math.max(descriptors - reserved, 16);
  const app = Math.min(Math.floor(free / 4), mostOfApp);
  const tunnel = Math.min(free - app, mostOfTunnel);
  return {
    app: { max: app, maxOfAddress: mostOfAddress },
    // Any number of instances may share an address; what they share before they prove themselves is bounded.
    tunnel: { max: tunnel, maxOfAddress: mostOfAddress },
  };
}

/** The limit that the kernel holds this process to. Node raises the soft limit to the hard one when it starts. */
export function readDescriptorLimit(limits = readFileSync('/proc/self/limits', 'utf8')): number {
  const soft = /^Max open files\s+(\S+)/mu.exec(limits)?.[1];
  return soft === 'unlimited' || soft === undefined ? Number.MAX_SAFE_INTEGER : Number(soft);
}
