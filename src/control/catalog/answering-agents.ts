/** Which live Agents have which connector configured, by their last health reports. */
import type { Clock } from '../../core/clock.ts';
import type { TunnelHub } from '../../tunnel/port.ts';
import type { HealthReader } from '../fleet/fleet-view.ts';

export interface AnsweringSources {
  readonly health: Pick<HealthReader, 'read'>;
  readonly hub: Pick<TunnelHub, 'live'>;
  readonly clock: Clock;
}

/** Names of Agents by connector, sorted. */
export type ConfiguredAgents = ReadonlyMap<string, readonly string[]>;

/** Reading the reports of a large fleet costs more than a search in the catalog should. */
const freshMs = 5000;

export class AnsweringAgents {
  readonly #sources: AnsweringSources;
  /** By organization. */
  readonly #read = new Map<string, { readonly at: number; readonly agents: Promise<ConfiguredAgents> }>();

  constructor(sources: AnsweringSources) {
    this.#sources = sources;
  }

  /** At most five seconds old. */
  async find(organization: string): Promise<ConfiguredAgents> {
    const now = this.#sources.clock.monotonic();
    const known = this.#read.get(organization);
    if (known !== undefined && now - known.at < freshMs) return known.agents;
    const agents = this.#findNow(organization);
    this.#read.set(organization, { at: now, agents });
    agents.catch(() => this.#read.delete(organization));
    return agents;
  }

  async #findNow(organization: string): Promise<ConfiguredAgents> {
    const { health, hub } = this.#sources;
    const live = hub.live({ organization, class: 'agent' }).map(({ instance }) => instance);
    const reports = live.length === 0 ? new Map<string, never>() : await health.read(organization);
    const agents = new Map<string, string[]>();
    for (const instance of live.toSorted()) {
      for (const connector of configuredIn(reports.get(instance)?.checks ?? [])) {
        agents.set(connector, [...(agents.get(connector) ?? []), instance]);
      }
    }
    return agents;
  }
}

function configuredIn(checks: readonly { readonly connector: string; readonly status: string }[]): Set<string> {
  const isConfigured = (status: string): boolean => status !== 'skipped' && status !== 'pending_configuration';
  return new Set(checks.filter(({ status }) => isConfigured(status)).map(({ connector }) => connector));
}
