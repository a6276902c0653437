/** The real end of an instance for tests: enrols at a test control plane with a bootstrap token and connects. */
import path from 'node:path';
import { TokenCreated } from '../src/control/api/api.ts';
import { RawInstance } from '../bench/hostile/raw-instance.ts';
import { openLog } from '../src/control/http/log.ts';
import { systemClock } from '../src/core/clock.ts';
import { createAgents } from '../src/core/network-agent.ts';
import { Secret } from '../src/core/secret.ts';
import { enrol } from '../src/tunnel/instance/enrol.ts';
import { openTunnel } from '../src/tunnel/instance/open-tunnel.ts';
import type { CommandName, InstanceClass } from '../src/tunnel/messages.ts';
import type { CommandHandlers, TunnelClient } from '../src/tunnel/port.ts';
import type { TestControl } from './control-plane.ts';

export interface TestInstance {
  readonly class: InstanceClass;
  readonly instance: string;
  /** Organization of `owner`. Default: `acme`. */
  readonly tenant?: string;
  /** Session headers of an owner or admin, who makes the bootstrap token. */
  readonly owner: Readonly<Record<string, string>>;
  /** As an Agent announces it. */
  readonly catalogDigest?: string;
  readonly handlers: Partial<CommandHandlers<CommandName>>;
}

/** Rejects when the enrolment is refused. The caller closes the tunnel. */
export async function startInstance(running: TestControl, options: TestInstance): Promise<TunnelClient> {
  const { class: instanceClass, handlers, catalogDigest } = options;
  return openTunnel({
    ...(await enrolInstance(running, options)),
    versions: { [instanceClass]: '1.2.3' },
    catalogDigest,
    targets: 1,
    handlers,
  });
}

/** An enrolled one that keeps no rule of the protocol: what it sends is what a test says. The caller closes it. */
export async function startRawInstance(
  running: TestControl,
  options: Omit<TestInstance, 'handlers'>,
): Promise<RawInstance> {
  const { config, identity, agent } = await enrolInstance(running, options);
  return RawInstance.connect({ tunnelUrl: config.tunnelUrl, agent, identity });
}

/** Enrols, and does not connect. */
export async function enrolInstance(running: TestControl, options: Omit<TestInstance, 'handlers'>) {
  const { class: instanceClass, instance, tenant = 'acme', owner } = options;
  const body = { kind: 'bootstrap', class: instanceClass, name: instance };
  const made = await running.send({ method: 'POST', path: '/api/tokens', headers: owner, body });
  const token = new Secret(TokenCreated.parse(made.json()).value);
  const { tunnel, enroll } = running.control.addresses;
  const common = {
    config: {
      tenant,
      instance,
      tunnelUrl: new URL(tunnel),
      enrollUrl: new URL(enroll),
      identityDir: path.join(running.folder, 'instances', tenant === 'acme' ? instance : `${tenant}-${instance}`),
      ca: running.caPem,
    },
    agent: createAgents({ ca: running.caPem, env: {} }).https,
    clock: systemClock,
    log: openLog('fatal'),
  };
  const identity = await enrol({
    ...common,
    class: instanceClass,
    token: () => Promise.resolve(token),
    maxAttempts: 1,
  });
  return { ...common, identity };
}
