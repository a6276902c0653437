/** The services of the control plane that its routes use, opened in the order in which they need one another. */
import type { Logger } from 'pino';
import type { InstanceClass } from '../tunnel/messages.ts';
import { AnsweringAgents } from './catalog/answering-agents.ts';
import { BundleDesk } from './bundles/bundle-desk.ts';
import { AnswerDesk } from './operations/answers/answer-desk.ts';
import { CaptureDiff } from './captures/capture-diff.ts';
import { OfferStore } from './captures/offer-store.ts';
import { CaptureQueue } from './captures/capture-queue.ts';
import { CaptureReader } from './captures/capture-reader.ts';
import { TargetVerdicts } from './captures/target-verdicts.ts';
import { CaptureOffers } from './captures/capture-offers.ts';
import { RequestExpiry } from './captures/expire-requests.ts';
import type { MarkKeeper } from './clock/mark-keeper.ts';
import type { SteadyClock } from './clock/steady-clock.ts';
import type { Shutdown } from './shutdown.ts';
import type { ControlConfig } from './config/config.ts';
import { BootstrapTokenStore } from './enrolment/bootstrap-tokens.ts';
import { FleetView } from './fleet/fleet-view.ts';
import { HealthReports } from './fleet/health-reports.ts';
import { KeyExpiries } from './fleet/key-expiries.ts';
import { type RunningHub, startHub } from './hub/start-hub.ts';
import { startAnnouncingAuthority } from './hub/announce-authority.ts';
import { startAnnouncing } from './hub/announce-keys.ts';
import type { CommandKeys } from './keys/command-keys.ts';
import type { KeyCustody } from './keys/key-custody.ts';
import { EventFeed, EventStreams } from './live/event-stream.ts';
import type { Metrics } from './metrics/metrics.ts';
import { Links } from './people/links.ts';
import { Members } from './people/members.ts';
import { Readmissions } from './people/sso/readmissions.ts';
import { openOrganization, type Organization } from './people/organization.ts';
import { Challenges } from './people/passkeys/challenges.ts';
import { Passkeys } from './people/passkeys/passkeys.ts';
import { Sessions } from './people/sessions.ts';
import { openSso, type Sso } from './people/sso/open-sso.ts';
import { QuestionLog } from './questions/question-log.ts';
import { type JoinedReplica, openReplicas } from './replicas/open-replicas.ts';
import type { ReplicaHub } from './replicas/replica-hub.ts';
import { Retention } from './retention/retention.ts';
import { startRetention } from './retention/start-retention.ts';
import { ProfilerSettings } from './settings/profiler-setting.ts';
import type { Store } from './store/database.ts';
import { InstanceStore } from './fleet/instance-store.ts';
import type { ServerTls } from './tls/server-tls.ts';
import { AccessTokens } from './tokens/access-tokens.ts';
import type { BootstrapTokens } from './tokens/token-catalog.ts';

export interface Services {
  readonly store: Store;
  /** The one clock that everything below the store goes by. */
  readonly clock: SteadyClock;
  readonly organization: Organization;
  readonly links: Links;
  readonly members: Members;
  readonly readmissions: Readmissions;
  readonly sessions: Sessions;
  readonly passkeys: Passkeys;
  readonly challenges: Challenges;
  readonly sso: Sso | undefined;
  readonly access: AccessTokens;
  readonly bootstrap: BootstrapTokens;
  readonly settings: ProfilerSettings;
  /** Sockets of this process. */
  readonly sockets: RunningHub;
  /** Tunnels of all replicas. */
  readonly hub: ReplicaHub;
  readonly replica: JoinedReplica;
  /** Sign commands; instances pin the public half of one. */
  readonly keys: CommandKeys;
  /** Whether the organization takes this class of instance at all. */
  readonly isClassAllowed: (organization: string, instanceClass: InstanceClass) => Promise<boolean>;
  /** Closes Profiler tunnels, fails queued captures and aborts running ones. */
  readonly onProfilerDisabled: (organization: string) => Promise<void>;
  readonly instances: InstanceStore;
  readonly fleet: FleetView;
  readonly answering: AnsweringAgents;
  readonly questions: QuestionLog;
  readonly queue: CaptureQueue;
  readonly reader: CaptureReader;
  readonly bundles: BundleDesk;
  readonly answers: AnswerDesk;
  readonly diff: CaptureDiff;
  readonly verdicts: TargetVerdicts;
  readonly captureOffers: CaptureOffers;
  readonly feed: EventFeed;
  readonly streams: EventStreams;
  /** After how many days records and captures are removed. */
  readonly retentionDays: number;
  /** Begins what runs without being asked; called once the addresses are known. */
  startWork(): void;
}

export interface ServiceDeps {
  readonly log: Logger;
  readonly clock: SteadyClock;
  readonly keeper: MarkKeeper;
  readonly tls: ServerTls;
  readonly metrics: Metrics;
  readonly store: Store;
  readonly keys: CommandKeys;
  readonly custody: KeyCustody;
}

export async function openServices(config: ControlConfig, deps: ServiceDeps, shutdown: Shutdown): Promise<Services> {
  const { clock, keeper, log, tls, store, keys, custody } = deps;
  const organization = await openOrganization(store, config.organization, clock);
  const feed = new EventFeed();
  const health = new HealthReports(store.db, clock);
  const settings = new ProfilerSettings(store, clock);
  const isClassAllowed = async (id: string, instanceClass: InstanceClass): Promise<boolean> =>
    instanceClass === 'agent' || (await settings.read(id)).enabled;
  const instances = new InstanceStore(store, clock);
  const replicas = await openReplicas({
    store,
    clock,
    log,
    onReported: (id) => feed.publish(id, { type: 'fleet' }),
    onMarked: (id) => feed.publish(id, { type: 'marker' }),
  });
  shutdown.add('lease', () => replicas.close());
  const sockets = await startHub({
    tls: config.tunnelTls === 'here' ? tls.options() : undefined,
    host: config.host,
    port: config.tunnelPort,
    store: Object.assign(replicas.own(instances), {
      listStandings: (since: number) => instances.listStandings(since),
      touch: (seen: Parameters<InstanceStore['touch']>[0]) => instances.touch(seen),
    }),
    keys,
    clock,
    log,
    isClassAllowed,
    listProfiled: () => settings.listEnabled(),
    proxies: config.trustedProxies,
  });
  shutdown.add('tunnel', () => sockets.close());
  shutdown.add('announcements of keys', startAnnouncing({ keys, hub: sockets, instances, clock, log }));
  if (sockets.server !== undefined) tls.follow(sockets.server);
  if (tls.caFile !== undefined) {
    const announcing = { store, custody, keys, tls, hub: sockets, instances, clock, log };
    shutdown.add('announcements of the authority', startAnnouncingAuthority(announcing));
  }
  const replica = await replicas.join(sockets);
  shutdown.add('replica', () => replica.close());
  const { hub } = replica;
  hub.onReport('health.report', async (from, report) => {
    const { cutFrom } = await health.keep(from, report);
    if (cutFrom !== undefined) {
      deps.metrics.auditGaps.inc();
      const where = { organization: from.organization, instance: from.instance, anchor: cutFrom, now: report.audit };
      log.warn(
        where,
        'the audit log of an Agent does not continue from its last anchor: run farol audit verify --anchor there',
      );
    }
    feed.publish(from.organization, { type: 'fleet' });
    await replica.announceReport(from.organization);
    return {};
  });
  hub.onChange(({ session }) => feed.publish(session.organization, { type: 'fleet' }));
  const perHour = config.capturesPerHour;
  const expiry = new RequestExpiry(store.db, clock, config.captureExpiryHours);
  const queue = new CaptureQueue(store, clock, { expiry, perHour });
  const bundles = new BundleDesk(clock);
  shutdown.add('bundle workers', () => bundles.close());
  const spacingMs = config.replicateSpacingSec * 1000;
  const diff = new CaptureDiff(store, bundles, { spacingMs, clock });
  const verdicts = new TargetVerdicts({
    store,
    bundles,
    diff,
    clock,
    onError: (error, target) => log.error({ err: error, ...target }, 'the latest versions could not be compared'),
  });
  shutdown.add('verdicts', () => verdicts.close());
  const answers = new AnswerDesk(clock);
  shutdown.add('answer worker', () => answers.close());
  const captureOffers = new CaptureOffers({
    queue,
    offers: new OfferStore(store, replica.owners, clock),
    hub,
    bundles,
    listOwn: (id) => replica.own(id),
    clock,
    onError: (error, captureId) =>
      log.error({ err: error, capture: captureId }, 'a capture could not be advanced to its next state'),
    onChange: (id, captureId) => feed.publish(id, { type: 'capture', request_id: captureId }),
  });
  shutdown.add('capture offers', () => captureOffers.stop());
  const streams = new EventStreams(feed, clock);
  const onEnded = (ended: readonly string[]): void => {
    for (const session of ended) streams.endAll(session);
  };
  const sso = config.sso && (await openSso(config.sso, { store, clock, log, organization, onEnded }));
  if (sso !== undefined) shutdown.add('single sign-on', () => sso.provider.close());
  const onDone = (): void => deps.metrics.retentionDone.set(clock.now() / 1000);
  const retention = new Retention({ store, limits: config.retention, time: keeper, log });
  return {
    store,
    clock,
    organization,
    links: new Links(store, clock),
    members: new Members(store, clock),
    readmissions: new Readmissions(store, clock),
    sessions: new Sessions(store, clock, { idleHours: config.sessionIdleHours, maxHours: config.sessionMaxHours }),
    passkeys: new Passkeys(store, clock),
    challenges: new Challenges({ db: store.db, clock, keys }),
    sso,
    access: new AccessTokens(store.db, clock),
    bootstrap: new BootstrapTokenStore(store, clock),
    settings,
    sockets,
    hub,
    keys,
    replica,
    isClassAllowed,
    queue,
    reader: new CaptureReader(store, clock, { limits: config.retention, spacingMs, perHour }),
    bundles,
    answers,
    diff,
    verdicts,
    captureOffers,
    // Running captures are stopped while their tunnels are still open.
    onProfilerDisabled: async (id) => {
      await captureOffers.disable(id);
      hub.disconnect({ organization: id, class: 'profiler' }, 'profiler_disabled');
    },
    instances,
    fleet: new FleetView({ instances, health, hub, clock, keys: new KeyExpiries({ store, tls, clock }) }),
    answering: new AnsweringAgents({ health, instances, hub, clock }),
    questions: new QuestionLog(store),
    feed,
    streams,
    retentionDays: config.retention.days,
    startWork: () => {
      sso?.provider.start();
      captureOffers.start();
      shutdown.add('retention', startRetention(retention, { clock, log, onDone }));
    },
  };
}

/** And this replica may serve: another process would take over its sessions otherwise. */
export function isTunnelListening({ sockets, replica }: Pick<Services, 'sockets' | 'replica'>): boolean {
  return sockets.isListening() && replica.isHeld();
}

/** Of every organization. */
export function countByClass(hub: Pick<RunningHub, 'allLive'>): ReadonlyMap<InstanceClass, number> {
  const live = hub.allLive();
  const count = (one: InstanceClass): number => live.filter((session) => session.class === one).length;
  return new Map((['agent', 'profiler'] as const).map((one) => [one, count(one)]));
}
