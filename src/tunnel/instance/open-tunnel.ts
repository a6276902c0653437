/** The tunnel of an Agent or a Profiler, over real sockets. */
import type { Agent } from 'node:https';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { verifyEd25519 } from '../identity/key-pair.ts';
import type { Identity } from '../identity/open-identity.ts';
import type { CommandName } from '../messages.ts';
import type { CommandHandlers, TunnelClient } from '../port.ts';
import { CommandGuard } from '../session/command.ts';
import { systemRandom } from '../session/ports.ts';
import type { InstanceConfig } from './config.ts';
import { ControlTrust } from './control-trust.ts';
import { runTunnelClient, type TunnelClientOptions } from './tunnel-client.ts';
import { createWsNet } from './ws-net.ts';

export interface OpenTunnelOptions {
  readonly config: InstanceConfig;
  readonly identity: Identity;
  /** Names and versions of the programs of this instance, such as `{ agent: '1.0.0' }`; at most 16. */
  readonly versions: Readonly<Record<string, string>>;
  readonly catalogDigest?: string | undefined;
  /** Profilers only: how many targets they read. */
  readonly targets?: number | undefined;
  readonly handlers: Partial<CommandHandlers<CommandName>>;
  /** The agent that enrolment used: proxy and authority hold for both. Authorities learned since are trusted too. */
  readonly agent: Agent;
  readonly clock: Clock;
  readonly log: Log;
}

/** Connects in the background, from now until it is closed or stopped. */
export function openTunnel(options: OpenTunnelOptions & Pick<TunnelClientOptions, 'onRefused'>): TunnelClient {
  const { config, agent, ...rest } = options;
  const trust = new ControlTrust({ agent, ledger: options.identity.authorities, clock: options.clock });
  return runTunnelClient({
    ...rest,
    trust,
    net: createWsNet(config.tunnelUrl, () => trust.agent()),
    random: systemRandom,
    verify: verifyEd25519,
    makeGuard: (address, by) => new CommandGuard(address, by),
  });
}
