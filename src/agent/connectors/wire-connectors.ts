/** The connectors with the gate in front of them, put together once for everything that answers questions. */
import { catalog } from '../../../catalog/index.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { NetworkAgents } from '../../core/network-agent.ts';
import { systemRandom } from '../../core/random.ts';
import type { Redactor } from '../../core/redact.ts';
import type { AgentSettings } from '../boot/read-settings.ts';
import { ConnectorHost } from './connector-host.ts';
import type { SourceStore } from './source-store.ts';
import { OperationGate, type OperationGatePorts } from '../gate/operation-gate.ts';

export interface WiringPorts {
  readonly agents: NetworkAgents;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  /** Undefined in a process without an identity directory. */
  readonly store?: SourceStore | undefined;
}

export function createHosts({ sources, limits }: AgentSettings, ports: WiringPorts): ConnectorHost[] {
  const { agents, clock, log, redactor, store } = ports;
  const random = systemRandom;
  return sources.map(
    ({ registered, setup }) =>
      new ConnectorHost(registered, setup, { agents, clock, random, log, redactor, limits, store }),
  );
}

export function createOperationGate(
  { allowed, inert }: AgentSettings,
  ports: WiringPorts & Pick<OperationGatePorts, 'audit' | 'hosts' | 'journal' | 'instance'>,
): OperationGate {
  return new OperationGate({ ...ports, catalog, allowed, inert });
}
