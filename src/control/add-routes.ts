/** Every route of the control plane, in one place: what is not added here is not served. */
import type { Logger } from 'pino';
import { ableAgents } from './catalog/answering-agents.ts';
import type { Addresses } from './config/addresses.ts';
import { followOrigins } from './http/follow-origins.ts';
import { actRoutes, questionRoutes, auditRoutes } from './routes/record-routes.ts';
import { catalogRoutes } from './routes/catalog-routes.ts';
import { captureRoutes } from './routes/capture-routes.ts';
import { enrolmentRoutes } from './routes/enrolment-routes.ts';
import { fleetRoutes } from './routes/fleet-routes.ts';
import { descriptionRoute, authorityRoute, healthRoutes } from './routes/installation-routes.ts';
import type { App } from './http/server.ts';
import { eventRoutes } from './live/event-routes.ts';
import { markerRoutes } from './routes/marker-routes.ts';
import { mcpRoutes } from './mcp/mcp-routes.ts';
import { type Metrics, measureRequests } from './metrics/metrics.ts';
import { AskedOperations } from './operations/asked-operations.ts';
import { type OperationDeps, operationRoutes } from './routes/operation-routes.ts';
import { StartGate } from './operations/start-gate.ts';
import { WriteAgents } from './operations/write-agents.ts';
import { isTunnelListening, type Services } from './services.ts';
import { findPolicies } from '../policy/policy-files.ts';
import { readVersion } from '../core/version.ts';
import { policyRoutes } from './routes/policy-routes.ts';
import { passkeyRoutes } from './routes/passkey-routes.ts';
import { peopleRoutes } from './routes/people-routes.ts';
import { guardPersons } from './http/person-guard.ts';
import { savedQuestionRoutes } from './routes/saved-question-routes.ts';
import { SavedQuestions } from './questions/saved-questions.ts';
import { sessionRoutes } from './routes/session-routes.ts';
import { settingsRoutes } from './routes/settings-routes.ts';
import { listWorkingTokens } from './tokens/token-catalog.ts';
import { tokenRoutes } from './routes/token-routes.ts';

export interface RouteDeps extends Services {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly caPem: () => string | undefined;
  /** A link for the first owner is of no use any more. */
  readonly onOwnerSignedIn: () => Promise<void>;
  readonly imageRegistry: string | undefined;
  /** Known once the ports are bound. */
  readonly addresses: () => Addresses;
}

export function addRoutes({ fastify, routes }: App, deps: RouteDeps): void {
  const { clock, metrics, links, members, sessions, streams, settings, fleet } = deps;
  const publicOrigin = (): string => deps.addresses().app;
  const isProfilerEnabled = async (organization: string): Promise<boolean> =>
    (await settings.read(organization)).enabled;
  measureRequests(fastify, metrics);
  followOrigins(fastify);
  guardPersons(fastify, { sessions, tokens: deps.access, publicOrigin });
  healthRoutes(fastify, {
    checkStore: () => deps.store.ping(),
    isTunnelListening: () => isTunnelListening(deps),
  });
  descriptionRoute(fastify, routes, publicOrigin);
  policyRoutes(fastify, { folder: findPolicies(), version: readVersion() });
  sessionRoutes(fastify, {
    clock,
    links,
    members,
    sessions,
    passkeys: deps.passkeys,
    challenges: deps.challenges,
    sso: deps.sso,
    metrics,
    publicOrigin,
    hasOwnAuthority: () => deps.caPem() !== undefined,
    isProfilerEnabled,
    onOwnerSignedIn: deps.onOwnerSignedIn,
    onSignOut: (session) => streams.endAll(session),
  });
  const onEnded = (ended: readonly string[]): void => {
    for (const session of ended) streams.endAll(session);
  };
  peopleRoutes(fastify, {
    links,
    members,
    readmissions: deps.readmissions,
    listTokensOf: (organization, madeBy) => listWorkingTokens(deps, { organization, madeBy, now: clock.now() }),
    publicOrigin,
    sessions,
    passkeys: deps.passkeys,
    onEnded,
  });
  passkeyRoutes(fastify, { passkeys: deps.passkeys, challenges: deps.challenges, publicOrigin, onEnded });
  tokenRoutes(fastify, {
    members,
    access: deps.access,
    bootstrap: deps.bootstrap,
    addresses: () => ({ enrollUrl: deps.addresses().enroll, tunnelUrl: deps.addresses().tunnel, caPem: deps.caPem() }),
    delivery: { version: readVersion(), registry: deps.imageRegistry },
  });
  actRoutes(fastify, deps.store.db);
  auditRoutes(fastify, { store: deps.store, clock, retentionDays: deps.retentionDays });
  settingsRoutes(fastify, { settings, onDisabled: deps.onProfilerDisabled });
  fleetRoutes(fastify, fleet);
  authorityRoute(fastify, deps.caPem);
  catalogRoutes(fastify, deps.answering);
  questionRoutes(fastify, deps.store.db);
  savedQuestionRoutes(fastify, new SavedQuestions(deps.store, clock));
  markerRoutes(fastify, {
    db: deps.store.db,
    clock,
    tokens: deps.access,
    onRecorded: (organization) => {
      deps.feed.publish(organization, { type: 'marker' });
      deps.replica
        .announceMarker(organization)
        .catch((error: unknown) => deps.log.error({ err: error }, 'other replicas were not notified of a marker'));
    },
  });
  const asking = askingDeps(deps);
  operationRoutes(fastify, asking);
  mcpRoutes(fastify, {
    tokens: deps.access,
    sso: deps.sso,
    publicOrigin,
    asking,
    answering: deps.answering,
    fleet,
    reader: deps.reader,
    diff: deps.diff,
  });
  enrolmentRoutes(fastify, {
    store: deps.store,
    clock,
    commandKey: () => deps.keys.current.publicKey,
    isClassAllowed: deps.isClassAllowed,
  });
  captureRoutes(fastify, {
    queue: deps.queue,
    reader: deps.reader,
    diff: deps.diff,
    verdicts: deps.verdicts,
    bundles: deps.bundles,
    tokens: deps.access,
    isProfilerEnabled,
    cancel: (organization, requestId, by) => deps.captureOffers.cancel(organization, requestId, by),
    onQueued: (organization, requestId) => {
      deps.feed.publish(organization, { type: 'capture', request_id: requestId });
      deps.captureOffers.wake();
    },
  });
  eventRoutes(fastify, streams, sessions);
}

function askingDeps({ store, clock, hub, fleet, instances, metrics, ...deps }: RouteDeps): OperationDeps {
  return {
    questions: deps.questions,
    hub,
    clock,
    answers: deps.answers,
    asked: new AskedOperations(store, clock, deps.replica.id),
    writes: new WriteAgents(store, clock),
    starts: new StartGate(hub, clock),
    answering: deps.answering,
    metrics,
    isKnownAgent: (organization, instance) => fleet.isAgent(organization, instance),
    ableAgents: async ({ organization, operation, source }) => {
      // One Agent is asked whatever it has, and says itself what it lacks.
      if (hub.live({ organization, class: 'agent' }).length < 2) return new Set();
      return ableAgents(await deps.answering.find(organization), { operation, source });
    },
    enrolledAt: async (organization, instance) => {
      const found = await instances.find({ organization, instance });
      return found?.class === 'agent' ? found.enrolledAt : undefined;
    },
  };
}
