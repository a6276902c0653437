/** The Agent's tunnel: as every instance's, and what it refuses is recorded. */
import { openTunnel, type OpenTunnelOptions } from '../../tunnel/instance/open-tunnel.ts';
import type { TunnelClient } from '../../tunnel/port.ts';
import type { RefusedCommands } from './record-refused-commands.ts';

export function openAuditedTunnel(options: OpenTunnelOptions, refused: RefusedCommands): TunnelClient {
  return openTunnel({ ...options, onRefused: (command) => refused.add(command) });
}
