/** Which sources of which connector Agents have configured, by their last health reports. */
import { answeredBy } from '../../../catalog/answered-by.ts';
import type { Clock } from '../../core/clock.ts';
import { aboutSource, checksBySource, type HealthReport } from '../../tunnel/messages.ts';
import type { TunnelHub } from '../../tunnel/port.ts';
import type { SourcePlan } from '../api/permissions.ts';
import { type HealthReader, type InstanceDirectory, isAgentInUse } from '../fleet/fleet-view.ts';

export interface AnsweringSources {
  readonly health: Pick<HealthReader, 'read'>;
  readonly instances: Pick<InstanceDirectory, 'list'>;
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
  readonly #read = new Map<string, { readonly at: number; readonly known: Promise<Known> }>();

  constructor(sources: AnsweringSources) {
    this.#sources = sources;
  }

  /** At most five seconds old. */
  async find(organization: string): Promise<ConfiguredSources> {
    return (await this.#known(organization)).configured;
  }

  /** Every source that answers the operation, at each Agent that reported it, connected or not. */
  async plan(organization: string, operation: string): Promise<SourcePlan> {
    const connectors = answeredBy.operations[operation] ?? {};
    const live = this.#live(organization);
    const [{ reported, hasReported }, enrolled] = await Promise.all([
      this.#known(organization),
      this.#sources.instances.list(organization),
    ]);
    const isKept = new Set(enrolled.filter(isAgentInUse).map(({ instance }) => instance));
    const sources = reported
      .filter(({ connector, instance }) => Object.hasOwn(connectors, connector) && isKept.has(instance))
      .map(({ about, isReady, ...one }) => ({
        ...one,
        ...(about !== undefined && { about }),
        state: live.includes(one.instance) ? stateOf(isReady) : ('not_connected' as const),
      }));
    return {
      sources: sources.toSorted((one, other) => compare([one.source, one.instance], [other.source, other.instance])),
      unreported: live.filter((instance) => !hasReported.has(instance)),
    };
  }

  #known(organization: string): Promise<Known> {
    const now = this.#sources.clock.monotonic();
    const read = this.#read.get(organization);
    if (read !== undefined && now - read.at < freshMs) return read.known;
    const known = this.#readNow(organization);
    this.#read.set(organization, { at: now, known });
    known.catch(() => this.#read.delete(organization));
    return known;
  }

  async #readNow(organization: string): Promise<Known> {
    const live = this.#live(organization);
    const reports = await this.#sources.health.read(organization);
    const reported = [...reports].flatMap(([instance, report]) => sourcesIn(instance, report));
    const answering = reported.filter(({ instance, isReady }) => isReady && live.includes(instance));
    const byConnector = Map.groupBy(
      answering.toSorted((one, other) => compare([one.instance], [other.instance])),
      ({ connector }) => connector,
    );
    const configured = new Map([...byConnector].map(([connector, ofOne]) => [connector, merge(ofOne)]));
    return { configured, reported, hasReported: new Set(reports.keys()) };
  }

  /** Sorted. */
  #live(organization: string): string[] {
    const live = this.#sources.hub.live({ organization, class: 'agent' });
    return live.map(({ instance }) => instance).toSorted();
  }
}

interface Known {
  /** Of live Agents. */
  readonly configured: ConfiguredSources;
  readonly reported: readonly Reported[];
  readonly hasReported: ReadonlySet<string>;
}

function stateOf(isReady: boolean): 'ready' | 'not_configured' {
  return isReady ? 'ready' : 'not_configured';
}

function compare(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [one.join('\0'), other.join('\0')];
  if (a === b) return 0;
  return a < b ? -1 : 1;
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
  /** Nothing that it needs is missing in its configuration. */
  readonly isReady: boolean;
}

/** A connector of which nothing is set is no source; one that the sources file names is one that lacks everything. */
function sourcesIn(instance: string, report: HealthReport): Reported[] {
  return [...checksBySource(report.checks)].flatMap(([source, ofOne]) => {
    const connector = ofOne[0]?.connector ?? source;
    const isBegun = source !== connector || ofOne.some(({ status }) => status !== 'skipped');
    const isReady = ofOne.some(({ status }) => status !== 'skipped' && status !== 'pending_configuration');
    return isBegun ? [{ connector, source, about: aboutSource(report, source), instance, isReady }] : [];
  });
}

function merge(reported: readonly Reported[]): ConfiguredSource[] {
  return [...Map.groupBy(reported, ({ source }) => source)]
    .map(([source, ofOne]): ConfiguredSource => {
      const about = ofOne.find((one) => one.about !== undefined)?.about;
      return { source, ...(about !== undefined && { about }), agents: ofOne.map(({ instance }) => instance) };
    })
    .toSorted((one, other) => (one.source < other.source ? -1 : 1));
}
