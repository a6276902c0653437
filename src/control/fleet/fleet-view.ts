/** Enrolled instances joined with their live tunnels and last health reports, and the acts an admin has over them. */
import type { Clock } from '../../core/clock.ts';
import type { HealthReport } from '../../tunnel/messages.ts';
import type { LiveSession, TunnelHub } from '../../tunnel/port.ts';
import type { Doer } from '../acts/record-act.ts';
import type { Fleet, FleetExpiry, FleetInstance, InstanceDetail, InstanceList } from '../api/api.ts';
import { describeInstance, summarizeInstance, type KnownInstance } from './describe-instance.ts';
import type { PermissionList } from '../api/permissions.ts';
import { listPermissions } from './list-permissions.ts';
import type { KeyExpiries, KeyOutlook } from './key-expiries.ts';
import type { ReportSummary } from './summarize-report.ts';

/** What the fleet asks of the store of instances, which belongs to enrolment. */
export interface InstanceDirectory {
  /** All of them, the one of this name, or those that this bootstrap token enrolled. */
  list(organization: string, of?: { instance?: string; token?: string }): Promise<readonly KnownInstance[]>;
  /** False when the organization has no such instance. */
  revoke(organization: string, instance: string, by: Doer): Promise<boolean>;
  allowReenrolment(organization: string, instance: string, by: Doer): Promise<boolean>;
}

/** Enrolled and not revoked, live or not. */
export function isAgentInUse(one: Pick<KnownInstance, 'class' | 'revokedAt'>): boolean {
  return one.class === 'agent' && one.revokedAt === undefined;
}

export interface HealthReader {
  /** Last report of each instance, or of the one of this name, by instance id. */
  read(organization: string, instance?: string): Promise<ReadonlyMap<string, HealthReport>>;
  summaries(organization: string): Promise<ReadonlyMap<string, ReportSummary>>;
}

export interface FleetSources {
  readonly keys: Pick<KeyExpiries, 'read' | 'identityOf'>;
  readonly instances: InstanceDirectory;
  readonly health: HealthReader;
  readonly hub: TunnelHub;
  readonly clock: Clock;
}

export class FleetView {
  readonly #instances: InstanceDirectory;
  readonly #health: HealthReader;
  readonly #hub: TunnelHub;
  readonly #clock: Clock;
  readonly #keys: Pick<KeyExpiries, 'read' | 'identityOf'>;

  constructor({ instances, health, hub, clock, keys }: FleetSources) {
    this.#keys = keys;
    this.#instances = instances;
    this.#health = health;
    this.#hub = hub;
    this.#clock = clock;
  }

  async show(organization: string): Promise<Fleet> {
    const { expiries, stranded } = await this.#keys.read(organization);
    return { instances: await this.#list(organization, stranded), expiries: [...expiries] };
  }

  /** By class, then by name, without their reports. `token`: those that this bootstrap token enrolled. */
  async summarize(organization: string, token?: string): Promise<InstanceList> {
    const [known, summaries, { expiries, stranded }] = await Promise.all([
      this.#instances.list(organization, token === undefined ? {} : { token }),
      this.#health.summaries(organization),
      this.#keys.read(organization),
    ]);
    const now = this.#clock.now();
    const live = this.#live(organization);
    const instances = known.map((one) =>
      summarizeInstance(one, {
        live: live.get(one.instance),
        summary: summaries.get(one.instance),
        stranded: stranded.get(one.instance),
        now,
      }),
    );
    return { instances: instances.toSorted(byClassAndName), expiries: [...expiries] };
  }

  /** Undefined when the organization has no such instance. */
  async detail(organization: string, instance: string): Promise<InstanceDetail | undefined> {
    const [{ expiries, stranded }, identity] = await Promise.all([
      this.#keys.read(organization),
      this.#keys.identityOf(organization, instance),
    ]);
    const [found] = await this.#list(organization, stranded, instance);
    if (found === undefined || identity === undefined) return undefined;
    // Ends of a certificate concern everybody; those of a replaced key, the instances that still hold it.
    const isOfAll = ({ what }: FleetExpiry): boolean => what !== 'authority_change' && what !== 'command_key_change';
    const concerning = expiries.filter((one) => isOfAll(one) || one.waiting.includes(instance));
    return {
      instance: found,
      identity,
      expiries: concerning.map((one) => ({ ...one, waiting: isOfAll(one) ? one.waiting : [instance] })),
    };
  }

  /** By class, then by name: all of them, or the one of this name. */
  async #list(organization: string, stranded: KeyOutlook['stranded'], instance?: string): Promise<FleetInstance[]> {
    const [known, health] = await Promise.all([
      this.#instances.list(organization, instance === undefined ? {} : { instance }),
      this.#health.read(organization, instance),
    ]);
    const now = this.#clock.now();
    const live = this.#live(organization);
    return known
      .map((one) =>
        describeInstance(one, {
          live: live.get(one.instance),
          health: health.get(one.instance),
          stranded: stranded.get(one.instance),
          now,
        }),
      )
      .toSorted(byClassAndName);
  }

  /** What the credential of each source may do, of Agents that are not revoked. `titles`: of connectors. */
  async permissions(organization: string, titles: Readonly<Record<string, string>>): Promise<PermissionList> {
    const [known, reports] = await Promise.all([this.#instances.list(organization), this.#health.read(organization)]);
    return listPermissions(
      known.filter(isAgentInUse).flatMap(({ instance }) => {
        const report = reports.get(instance);
        return report === undefined ? [] : [{ instance, report }];
      }),
      titles,
    );
  }

  #live(organization: string): ReadonlyMap<string, LiveSession> {
    return new Map(this.#hub.live({ organization }).map((one) => [one.instance, one]));
  }

  /** True when the organization has this Agent, live or not. A live one is not looked up. */
  async isAgent(organization: string, instance: string): Promise<boolean> {
    const isLive = this.#hub.live({ organization, class: 'agent' }).some((one) => one.instance === instance);
    return isLive || (await this.#instances.list(organization, { instance })).some((one) => one.class === 'agent');
  }

  /** The stored act comes first: a socket closed before it could come back. */
  async revoke(organization: string, instance: string, by: Doer): Promise<FleetInstance | undefined> {
    if (!(await this.#instances.revoke(organization, instance, by))) return undefined;
    this.#hub.disconnect({ organization, instance }, 'revoked');
    return this.#find(organization, instance);
  }

  async allowReenrolment(organization: string, instance: string, by: Doer): Promise<FleetInstance | undefined> {
    if (!(await this.#instances.allowReenrolment(organization, instance, by))) return undefined;
    return this.#find(organization, instance);
  }

  async #find(organization: string, instance: string): Promise<FleetInstance | undefined> {
    // Just revoked or about to enrol again: whether it knows the current keys does not matter.
    return (await this.#list(organization, new Map(), instance))[0];
  }
}

type Named = Pick<FleetInstance, 'class' | 'instance'>;

function byClassAndName(a: Named, b: Named): number {
  return a.class.localeCompare(b.class) || a.instance.localeCompare(b.instance);
}
