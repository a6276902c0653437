/** One control plane and one connected system for many situations, and places in which an instance gets into them. */
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { TokenCreated } from '../../src/control/api/api.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { createAgents } from '../../src/core/network-agent.ts';
import { Redactor } from '../../src/core/redact.ts';
import { Secret } from '../../src/core/secret.ts';
import { parseInstanceConfig } from '../../src/tunnel/instance/config.ts';
import { enrol } from '../../src/tunnel/instance/enrol.ts';
import type { InstanceClass } from '../../src/tunnel/messages.ts';
import { Balancer } from '../balancer.ts';
import { FakeUpstream } from '../contract/fake-upstream.ts';
import { startTestControl, type TestControl } from '../control-plane.ts';

export type Variables = Readonly<Record<string, string>>;

/** A machine of its own: a folder, a name, and the variables of an instance for which everything is in order but the token. */
export interface Place {
  readonly bench: TroubleBench;
  readonly folder: string;
  readonly instance: string;
  readonly identityDir: string;
  readonly env: Variables;
}

export class TroubleBench {
  readonly control: TestControl;
  readonly #upstream: FakeUpstream;
  readonly #owner: Variables;
  readonly #closers: (() => unknown)[] = [];
  #places = 0;

  private constructor(control: TestControl, upstream: FakeUpstream, owner: Variables) {
    this.control = control;
    this.#upstream = upstream;
    this.#owner = owner;
  }

  static async start(): Promise<TroubleBench> {
    const control = await startTestControl();
    const upstream = await FakeUpstream.start(({ path: asked }) => {
      const data = asked.endsWith('/labels')
        ? ['job']
        : { resultType: 'vector', result: [{ metric: { job: 'api' }, value: [1, String(Date.now() / 1000)] }] };
      return { status: 200, body: JSON.stringify({ status: 'success', data }) };
    });
    return new TroubleBench(control, upstream, await control.signIn('owner'));
  }

  /** Run in the opposite order when the bench is closed. */
  onClose(closer: () => unknown): void {
    this.#closers.push(closer);
  }

  async close(): Promise<void> {
    for (const closer of this.#closers.toReversed()) await closer();
    await this.#upstream.close();
    await this.control.close();
  }

  async place(): Promise<Place> {
    this.#places += 1;
    const instance = `edge-${this.#places}`;
    const folder = path.join(this.control.folder, 'places', instance);
    await mkdir(folder, { recursive: true });
    const caFile = path.join(folder, 'ca.pem');
    await writeFile(caFile, this.control.caPem);
    const { tunnel, enroll } = this.control.control.addresses;
    const identityDir = path.join(folder, 'identity');
    const env = {
      RUNNER_TENANT: 'acme',
      RUNNER_INSTANCE_ID: instance,
      RUNNER_TUNNEL_URL: tunnel,
      RUNNER_ENROLL_URL: enroll,
      RUNNER_IDENTITY_DIR: identityDir,
      RUNNER_CA_FILE: caFile,
      GRAFANA_METRICS_URL: this.#upstream.url,
      GRAFANA_METRICS_USER: '1234567',
      GRAFANA_METRICS_TOKEN: 'a token of nobody',
    };
    return { bench: this, folder, instance, identityDir, env };
  }

  /** Asks the control plane as an owner. */
  async ask(method: string, at: string, body?: object): Promise<unknown> {
    const answer = await this.control.send({ method, path: at, headers: this.#owner, ...(body && { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${at}: ${answer.status} ${answer.text}`);
    return answer.text === '' ? undefined : answer.json();
  }

  /** A bootstrap token: its id and its value. */
  async mint(instanceClass: InstanceClass = 'agent'): Promise<{ readonly id: string; readonly value: string }> {
    const body = { kind: 'bootstrap', class: instanceClass, name: 'trouble' };
    const { token, value } = TokenCreated.parse(await this.ask('POST', '/api/tokens', body));
    return { id: token.id, value };
  }

  /** A way to the tunnel on which every connection can be broken at once. */
  async relay(): Promise<{ readonly url: string; breakAll(): void }> {
    const { hostname, port } = new URL(this.control.control.addresses.tunnel);
    const balancer = await Balancer.start([Number(port)]);
    this.onClose(() => balancer.close());
    return { url: `wss://${hostname}:${balancer.port}`, breakAll: () => balancer.cut() };
  }

  /** The port of a server that ends with the bench. */
  async listen(server: Server): Promise<number> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.onClose(() => server.close());
    return (server.address() as AddressInfo).port;
  }
}

/** As a first start does, without connecting. */
export async function enrolAt({ bench, env }: Place, instanceClass: InstanceClass = 'agent'): Promise<void> {
  const { config } = parseInstanceConfig(env);
  if (config === undefined) throw new Error('the variables of this place are not valid');
  const token = new Secret((await bench.mint(instanceClass)).value);
  const agents = createAgents({ ca: config.ca, env: {} });
  const log = createLog('test', { level: 'silent', redactor: new Redactor() });
  const common = { config, class: instanceClass, agent: agents.https, clock: systemClock, log, maxAttempts: 1 };
  await enrol({ ...common, token: () => Promise.resolve(token) });
  agents.close();
}

/** Makes the identity directory a volume of this size. Needs root. */
export async function mountVolume({ bench, identityDir }: Place, kilobytes: number): Promise<void> {
  await mkdir(identityDir, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=0700`, 'none', identityDir]);
  bench.onClose(() => execFileSync('umount', ['-l', identityDir]));
}

/** Until nothing more fits. */
export async function fillVolume({ identityDir }: Place): Promise<void> {
  const filler = path.join(identityDir, 'filler');
  for (const bytes of [1 << 16, 1 << 12]) {
    const isFull = async (): Promise<boolean> =>
      writeFile(filler, Buffer.alloc(bytes), { flag: 'a' }).then(
        () => false,
        () => true,
      );
    for (let tries = 0; tries < 1000 && !(await isFull()); tries += 1);
  }
}
