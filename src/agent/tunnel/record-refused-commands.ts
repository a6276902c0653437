/**
 * Writes into the audit log which commands were refused before they became a question: unsigned, forged,
 * repeated, expired, for another instance, not for an Agent, one too many at a time, or not of the shape their
 * name promises. The first of a kind is written at once; what follows within ten seconds is one record with a
 * number, so that requests cannot fill the log.
 */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { printableName } from '../../core/printable-name.ts';
import { openTunnel, type OpenTunnelOptions } from '../../tunnel/instance/open-tunnel.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import type { OnRefused } from '../../tunnel/session/link.ts';
import type { TunnelErrorCode } from '../../tunnel/session/tunnel-error.ts';
import type { AuditLog } from '../audit/audit-log.ts';

export interface RecorderPorts {
  readonly audit: Pick<AuditLog, 'note'>;
  readonly clock: Clock;
  readonly log: Log;
}

type RefusedCommand = Parameters<OnRefused>[0];

const gatherMs = 10_000;

interface Gathered {
  command: string;
  count: number;
}

export class RefusedCommands {
  readonly #ports: RecorderPorts;
  readonly #gathered = new Map<TunnelErrorCode, Gathered>();

  constructor(ports: RecorderPorts) {
    this.#ports = ports;
  }

  add({ name: command, code }: RefusedCommand): void {
    const gathered = this.#gathered.get(code);
    if (gathered !== undefined) {
      gathered.count += 1;
      return;
    }
    this.#gathered.set(code, { command, count: 0 });
    this.#ports.clock.after(gatherMs, () => this.#end(code), { unref: true });
    this.#write(code, { command, count: 1 });
  }

  /** Writes what was gathered and not written yet. */
  flush(): void {
    for (const code of this.#gathered.keys()) this.#end(code);
  }

  #end(code: TunnelErrorCode): void {
    const gathered = this.#gathered.get(code);
    this.#gathered.delete(code);
    if (gathered !== undefined && gathered.count > 0) this.#write(code, gathered);
  }

  /** No caller waits for this record. When it cannot be written, records of operations cannot either, and those are refused. */
  #write(code: TunnelErrorCode, { command, count }: Gathered): void {
    const { audit, log } = this.#ports;
    const refused = { command: printableName(command), code, count };
    log.warn(refused, 'a command was refused');
    audit
      .note({ event: 'command_refused', ...refused })
      .catch((error: unknown) => log.error({ err: error, ...refused }, 'the refusal could not be recorded'));
  }
}

/** The Agent's tunnel: as every instance's, and what it refuses is recorded. */
export function openAuditedTunnel(options: OpenTunnelOptions, refused: RefusedCommands): TunnelClient {
  return openTunnel({ ...options, onRefused: (command) => refused.add(command) });
}
