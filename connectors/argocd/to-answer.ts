/** Applications in the words of the catalog. Every text that Argo CD wrote goes through the redaction of its application. */
import type { DataOf } from '../../catalog/index.ts';
import { redactionFor, withoutCredentials } from './redaction.ts';
import type { Application, Deployment, Initiator, OperationState, ResourceStatus, Source } from './schema.ts';

type ApplicationData = DataOf<'gitops.listApplications'>['applications'][number];
type DetailData = DataOf<'gitops.getApplication'>;
type HistoryData = DataOf<'gitops.getSyncHistory'>;
type Clean = (text: string) => string;

/** What a list returns of each. */
export function toApplication(application: Application): ApplicationData {
  const { metadata, spec, status } = application;
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    project: projectOf(application),
    destination: toDestination(spec),
    sources: toSources(spec),
    sync: status?.sync?.status || 'Unknown',
    ...toHealth(application),
    ...toAutomation(spec),
    images: status?.summary?.images ?? [],
    ...(metadata.creationTimestamp && { createdAt: metadata.creationTimestamp }),
    labels: metadata.labels ?? {},
  };
}

function toDestination({ destination }: Application['spec']): ApplicationData['destination'] {
  const { name, server, namespace } = destination ?? {};
  return {
    ...(name && { cluster: name }),
    ...(server && { server: withoutCredentials(server) }),
    ...(namespace && { namespace }),
  };
}

function toHealth(application: Application): Pick<ApplicationData, 'health' | 'healthMessage' | 'healthChangedAt'> {
  const { status, message, lastTransitionTime } = application.status?.health ?? {};
  return {
    health: status || 'Unknown',
    ...(message && { healthMessage: redactionFor(application)(message) }),
    ...(lastTransitionTime && { healthChangedAt: lastTransitionTime }),
  };
}

/** Automation can be configured and turned off. */
function toAutomation({ syncPolicy }: Application['spec']): Pick<ApplicationData, 'automation'> {
  const { automated } = syncPolicy ?? {};
  if (!automated || automated.enabled === false) return {};
  return { automation: { prunes: automated.prune === true, healsItself: automated.selfHeal === true } };
}

/** What only the application itself tells, and no list. */
export function toDetailedApplication(application: Application): ApplicationData {
  const { status } = application;
  const clean = redactionFor(application);
  return {
    ...toApplication(application),
    revisions: revisionsOf(status?.sync),
    conditions: (status?.conditions ?? []).map(({ type, message, lastTransitionTime }) => ({
      type,
      ...(message && { message: clean(message) }),
      ...(lastTransitionTime && { changedAt: lastTransitionTime }),
    })),
    ...(status?.reconciledAt && { reconciledAt: status.reconciledAt }),
  };
}

/** An application without a project belongs to this one. */
export function projectOf({ spec }: Application): string {
  return spec.project || 'default';
}

export function toLastOperation(
  state: OperationState,
  application: Application,
  limit: number,
): NonNullable<DetailData['lastOperation']> {
  const clean = redactionFor(application);
  const { syncResult, operation } = state;
  return {
    phase: state.phase || 'Unknown',
    ...(state.message && { message: clean(state.message) }),
    ...(state.startedAt && { startedAt: state.startedAt }),
    ...(state.finishedAt && { finishedAt: state.finishedAt }),
    ...(typeof state.retryCount === 'number' && { retries: state.retryCount }),
    revisions: revisionsOf(syncResult),
    ...toInitiator(operation?.initiatedBy),
    results: (syncResult?.resources ?? []).slice(0, limit).map((result) => ({
      ...factsOf(result),
      ...(result.status && { status: result.status }),
      ...(result.message && { message: clean(result.message) }),
      ...(result.hookType && { hook: result.hookType }),
      ...(result.hookPhase && { hookPhase: result.hookPhase }),
      ...(result.syncPhase && { phase: result.syncPhase }),
    })),
  };
}

export function toResource(resource: ResourceStatus, clean: Clean): DetailData['resources'][number] {
  const { version, status, health, requiresPruning } = resource;
  return {
    ...factsOf(resource),
    ...(version && { version }),
    ...(status && { sync: status }),
    ...(health?.status && { health: health.status }),
    ...(health?.message && { healthMessage: clean(health.message) }),
    isToBePruned: requiresPruning === true,
  };
}

export function toDeployment(deployment: Deployment): HistoryData['history'][number] {
  const { id, deployStartedAt, deployedAt, initiatedBy } = deployment;
  return {
    // The first of all has the id 0, which Argo CD may leave out.
    id: id ?? 0,
    revisions: revisionsOf(deployment),
    sources: toSources(deployment),
    ...(deployStartedAt && { startedAt: deployStartedAt }),
    deployedAt,
    ...toInitiator(initiatedBy),
  };
}

/** Several sources are in their own list; the single one is empty then. */
function toSources({ source, sources }: Pick<Deployment, 'source' | 'sources'>): ApplicationData['sources'] {
  if (sources && sources.length > 0) return sources.map(toSource);
  return source ? [toSource(source)] : [];
}

function toSource({ repoURL, path, chart, targetRevision, name }: Source): ApplicationData['sources'][number] {
  return {
    repositoryUrl: withoutCredentials(repoURL ?? ''),
    ...(path && { path }),
    ...(chart && { chart }),
    ...(targetRevision && { targetRevision }),
    ...(name && { name }),
  };
}

function revisionsOf(
  told:
    | { readonly revision?: string | null | undefined; readonly revisions?: string[] | null | undefined }
    | null
    | undefined,
): string[] {
  if (told?.revisions && told.revisions.length > 0) return told.revisions;
  return told?.revision ? [told.revision] : [];
}

/** Argo CD itself started an operation without a user; it says so, or says nothing. */
function toInitiator(initiator: Initiator | null | undefined): {
  initiator?: { isAutomated: boolean; username?: string };
} {
  const { automated, username } = initiator ?? {};
  if (!automated && !username) return {};
  return { initiator: { isAutomated: automated === true, ...(username && { username }) } };
}

interface Named {
  readonly group?: string | null | undefined;
  readonly kind?: string | null | undefined;
  readonly namespace?: string | null | undefined;
  readonly name?: string | null | undefined;
}

function factsOf({ group, kind, namespace, name }: Named): {
  group?: string;
  kind: string;
  namespace?: string;
  name: string;
} {
  return { ...(group && { group }), kind: kind ?? '', ...(namespace && { namespace }), name: name ?? '' };
}
