/** The Agent's tunnel: as every instance's, and what it refuses is recorded. */
import { verifyEd25519 } from '../tunnel/identity/key-pair.ts';
import type { OpenTunnelOptions } from '../tunnel/instance/open-tunnel.ts';
import { runTunnelClient } from '../tunnel/instance/tunnel-client.ts';
import { createWsNet } from '../tunnel/instance/ws-net.ts';
import type { TunnelClient } from '../tunnel/port.ts';
import { CommandGuard } from '../tunnel/session/command.ts';
import { systemRandom } from '../tunnel/session/ports.ts';
import type { RefusedCommands } from './record-refused-commands.ts';

export function openAuditedTunnel(
  { config, agent, ...options }: OpenTunnelOptions,
  refused: RefusedCommands,
): TunnelClient {
  return runTunnelClient({
    ...options,
    net: createWsNet(config.tunnelUrl, agent),
    random: systemRandom,
    verify: verifyEd25519,
    makeGuard: (address, by) => new CommandGuard(address, by),
    onRefused: (command) => refused.add(command),
  });
}
