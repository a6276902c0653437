/**
 * The Agent's own operation gate with the connectors of the registry, configured as in production with a
 * secret to redact. Only the last step of a handler, its I/O, is replaced by an answer that is ready.
 */
import { catalog } from '../catalog/index.ts';
import { registry } from '../connectors/registry.ts';
import { ConnectorHost } from '../src/agent/connectors/connector-host.ts';
import { readConnectorSetup } from '../src/agent/connectors/connector-setup.ts';
import { readLimits } from '../src/agent/boot/agent-variables.ts';
import { OperationGate, type OperationGatePorts } from '../src/agent/gate/operation-gate.ts';
import type { ConnectorOperation, LoadedConnector, RegisteredConnector } from '../src/connector/connector.ts';
import { type Clock, systemClock } from '../src/core/clock.ts';
import { createLog } from '../src/core/log.ts';
import { createAgents } from '../src/core/network-agent.ts';
import { systemRandom } from '../src/core/random.ts';
import { Redactor } from '../src/core/redact.ts';
import type { CommandRequest, OperationAnswer } from '../src/tunnel/messages.ts';

const env = {
  GRAFANA_METRICS_URL: 'http://127.0.0.1:9/',
  GRAFANA_METRICS_USER: '1234567',
  GRAFANA_METRICS_TOKEN: 'a-token-of-the-benchmark',
};

export class GateUnderBench {
  /** `performance.now()` when the handler of the last accepted operation was about to do I/O. */
  reachedIoAt = 0;
  readonly #agents = createAgents({ env: {} });
  readonly #gate: OperationGate;
  readonly #signal = new AbortController().signal;
  #monotonicMs = 0;

  constructor(audit: OperationGatePorts['audit']) {
    const redactor = new Redactor();
    // Lines are made and redacted as in production; only the terminal is missing.
    const log = createLog('bench', { redactor, destination: { write: () => undefined } });
    // A second passes between two questions: the limit of an Agent at full rate, with its full memory, and no refusal.
    const clock: Clock = { ...systemClock, monotonic: () => this.#monotonicMs };
    const { limits } = readLimits({});
    const ports = { agents: this.#agents, clock, random: systemRandom, log, redactor, limits };
    const hosts = registry.map(
      (one) => new ConnectorHost(this.#withoutIo(one), readConnectorSetup(one.manifest, env, redactor), ports),
    );
    // No write is enabled, so nothing claims one.
    const journal = { claim: () => Promise.reject(new Error('a write was asked for')) };
    this.#gate = new OperationGate({ catalog, allowed: undefined, hosts, audit, journal, redactor, clock, log });
  }

  ask(question: CommandRequest<'operation.run'>): Promise<OperationAnswer> {
    this.#monotonicMs += 1000;
    return this.#gate.run(question, { signal: this.#signal });
  }

  close(): void {
    this.#agents.close();
  }

  #withoutIo(registered: RegisteredConnector): RegisteredConnector {
    return {
      manifest: registered.manifest,
      load: async () => {
        const loaded = await registered.load();
        const operations = Object.entries(loaded.operations).map(([name, handler]) => [
          name,
          this.#stopBeforeIo(handler),
        ]);
        return { ...loaded, operations: Object.fromEntries(operations) as LoadedConnector['operations'] };
      },
    };
  }

  #stopBeforeIo(handler: ConnectorOperation): ConnectorOperation {
    return {
      ...handler,
      run: () => {
        this.reachedIoAt = performance.now();
        return Promise.resolve({ data: { series: [] }, complete: true, because: 'no series', truncated: false });
      },
    };
  }
}
