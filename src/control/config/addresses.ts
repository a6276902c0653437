/** Under which addresses people, pipelines and instances reach this control plane, and which names its certificate needs. */
import { type ControlConfig, isWildcard } from './config.ts';

/** Under it instances enrol. */
export const enrolmentBase = '/enroll';

export interface Addresses {
  /** Origin of app and API, without a final slash. */
  readonly app: string;
  readonly tunnel: string;
  readonly enroll: string;
}

type Configured = Pick<ControlConfig, 'host' | 'publicUrl' | 'tunnelUrl'>;

/** `ports` are the bound ones: with port 0 they are known only after listening. */
export function deriveAddresses(config: Configured, ports: { app: number; tunnel: number }): Addresses {
  const origin = (host: string): string => config.publicUrl?.origin ?? `https://${bracketed(host)}:${ports.app}`;
  const tunnelHost = bracketed(config.publicUrl?.hostname ?? config.host);
  const tunnel = config.tunnelUrl === undefined ? `wss://${tunnelHost}:${ports.tunnel}` : originOf(config.tunnelUrl);
  // People open a name, because browsers make passkeys for names only. Instances keep the address that is listened on.
  const app = origin(isLoopback(config.host) ? 'localhost' : config.host);
  return { app, tunnel, enroll: `${origin(config.host)}${enrolmentBase}` };
}

/** Public names first. Loopback names are always there, for probes and commands on the same machine. */
export function listNames(config: Configured): string[] {
  const configured = [
    config.publicUrl?.hostname,
    config.tunnelUrl?.hostname,
    isWildcard(config.host) ? undefined : config.host,
  ];
  const names = configured.filter((one) => one !== undefined).map((one) => one.replace(/^\[(.*)\]$/u, '$1'));
  return [...new Set([...names, 'localhost', '127.0.0.1', '::1'])];
}

function isLoopback(host: string): boolean {
  return host === '127.0.0.1' || host === '::1';
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

/** `URL.origin` is `null` for wss. */
function originOf(url: URL): string {
  return `${url.protocol}//${url.host}`;
}
