/** Which sources of which connector live Agents have configured, by their last health reports. */
import { answeredBy } from '../../../catalog/answered-by.ts';
import type { Clock } from '../../core/clock.ts';
import type { HealthReport } from '../../tunnel/messages.ts';
import type { TunnelHub } from '../../tunnel/port.ts';
import type { HealthReader } from '../fleet/fleet-view.ts';

export interface AnsweringSources {
  readonly health: Pick<HealthReader, 'read'>;
  readonly hub: Pick<TunnelHub, 'live'>;
  readonly clock: Clock;
}

/** Of one name, at each Agent that has it. */
export interface ConfiguredSource {
  readonly source: string;
  /** As the first of the Agents describes it. */
  readonly about?: string;
  /** Sorted. */
  readonly agents: readonly string[];
}

/** By connector, each sorted by name. */
export type ConfiguredSources = ReadonlyMap<string, readonly ConfiguredSource[]>;

/** Reading the reports of a large fleet costs more than a search in the catalog should. */
const freshMs = 5000;

export class AnsweringAgents {
  readonly #sources: AnsweringSources;
  /** By organization. */
  readonly #read = new Map<string, { readonly at: number; readonly found: Promise<ConfiguredSources> }>();

  constructor(sources: AnsweringSources) {
    this.#sources = sources;
  }

  /** At most five seconds old. */
  async find(organization: string): Promise<ConfiguredSources> {
    const now = this.#sources.clock.monotonic();
    const known = this.#read.get(organization);
    if (known !== undefined && now - known.at < freshMs) return known.found;
    const found = this.#findNow(organization);
    this.#read.set(organization, { at: now, found });
    found.catch(() => this.#read.delete(organization));
    return found;
  }

  async #findNow(organization: string): Promise<ConfiguredSources> {
    const { health, hub } = this.#sources;
    const live = hub.live({ organization, class: 'agent' }).map(({ instance }) => instance);
    const reports = live.length === 0 ? new Map<string, never>() : await health.read(organization);
    const reported = live.toSorted().flatMap((instance) => configuredIn(instance, reports.get(instance)));
    const byConnector = Map.groupBy(reported, ({ connector }) => connector);
    return new Map([...byConnector].map(([connector, ofOne]) => [connector, merge(ofOne)]));
  }
}

/** Agents that have any source of the connector, sorted. */
export function agentsOf(found: ConfiguredSources, connector: string): string[] {
  return [...new Set((found.get(connector) ?? []).flatMap(({ agents }) => agents))].toSorted();
}

/** Agents that can answer it from this source or, without one, from any source of a connector that answers it. */
export function ableAgents(
  found: ConfiguredSources,
  { operation, source }: { readonly operation: string; readonly source: string | undefined },
): ReadonlySet<string> {
  const able = Object.keys(answeredBy.operations[operation] ?? {}).flatMap((connector) =>
    (found.get(connector) ?? []).filter((one) => source === undefined || source === connector || source === one.source),
  );
  return new Set(able.flatMap(({ agents }) => agents));
}

interface Reported {
  readonly connector: string;
  readonly source: string;
  readonly about: string | undefined;
  readonly instance: string;
}

function configuredIn(instance: string, report: Pick<HealthReport, 'checks' | 'about'> | undefined): Reported[] {
  const { checks = [], about = {} } = report ?? {};
  const isConfigured = (status: string): boolean => status !== 'skipped' && status !== 'pending_configuration';
  const configured = checks.filter(({ status }) => isConfigured(status));
  const connectors = new Map(configured.map(({ connector, source = connector }) => [source, connector]));
  // A source may be called `constructor`.
  const wordsOf = (source: string) => (Object.hasOwn(about, source) ? about[source] : undefined);
  return [...connectors].map(([source, connector]) => ({ connector, source, about: wordsOf(source), instance }));
}

function merge(reported: readonly Reported[]): ConfiguredSource[] {
  return [...Map.groupBy(reported, ({ source }) => source)]
    .map(([source, ofOne]): ConfiguredSource => {
      const about = ofOne.find((one) => one.about !== undefined)?.about;
      return { source, ...(about !== undefined && { about }), agents: ofOne.map(({ instance }) => instance) };
    })
    .toSorted((one, other) => (one.source < other.source ? -1 : 1));
}
