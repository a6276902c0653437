/** Connections of simulated instances: in turns to each replica, and to the next one where a port is closed, as through a balancer. */
import { Agent } from 'node:https';
import { createSecureContext } from 'node:tls';
import WebSocket from 'ws';
import { tunnelSubprotocol } from '../../src/tunnel/session/frame.ts';
import { limits } from '../../src/tunnel/session/limits.ts';
import type { Net, Wire, WireEvents } from '../../src/tunnel/session/ports.ts';
import { openWire } from '../../src/tunnel/session/ws-wire.ts';

type Listen = (wire: Wire) => WireEvents;

export interface DoorOptions {
  readonly ca: string | undefined;
  readonly ports: readonly number[];
}

export class SimulatedDoor {
  readonly #ports: readonly number[];
  readonly #agent: Agent | undefined;
  #turn = 0;

  constructor({ ca, ports }: DoorOptions) {
    this.#ports = ports;
    // Each instance has its own machine: none of them resumes the TLS session of another.
    this.#agent =
      ca === undefined ? undefined : new Agent({ secureContext: createSecureContext({ ca }), maxCachedSessions: 0 });
  }

  /** Tells the port of each connection that was opened. */
  netFrom(localAddress: string, onPort: (port: number) => void): Net {
    return {
      dial: async (listen, signal) => {
        this.#turn += 1;
        let failed: unknown;
        for (let at = 0; at < this.#ports.length && !signal.aborted; at += 1) {
          const port = this.#ports[(this.#turn + at) % this.#ports.length] ?? 0;
          try {
            await this.#open({ port, localAddress, signal }, (wire) => {
              onPort(port);
              return listen(wire);
            });
            return;
          } catch (error) {
            failed = error;
          }
        }
        throw failed;
      },
    };
  }

  #open(to: { port: number; localAddress: string; signal: AbortSignal }, listen: Listen): Promise<void> {
    const { port, localAddress, signal } = to;
    const scheme = this.#agent === undefined ? 'ws' : 'wss';
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`${scheme}://127.0.0.1:${port}`, tunnelSubprotocol, {
        ...(this.#agent !== undefined && { agent: this.#agent }),
        localAddress,
        perMessageDeflate: false,
        handshakeTimeout: limits.handshakeMs,
        maxPayload: limits.frameBytes,
      });
      const abandon = (): void => socket.terminate();
      signal.addEventListener('abort', abandon, { once: true });
      const settled = (): void => signal.removeEventListener('abort', abandon);
      socket.on('error', (error) => {
        settled();
        reject(error);
      });
      socket.once('open', () => {
        settled();
        openWire(socket, listen);
        resolve();
      });
    });
  }
}

/** Of 127.0.0.0/8, all of which is this machine: another one for each instance. */
export function loopbackAddress(at: number): string {
  return `127.${1 + Math.floor(at / 64_000)}.${1 + (Math.floor(at / 250) % 250)}.${1 + (at % 250)}`;
}
