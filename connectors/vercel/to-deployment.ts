import type { DataOf } from '../../catalog/index.ts';
import type { Deployment } from './schema.ts';
import { stateOf, timeOf } from './states.ts';

type DeploymentData = DataOf<'deploy.listDeployments'>['deployments'][number];

export function toDeployment(one: Deployment): DeploymentData {
  const commit = commitOf(one.meta ?? {});
  const creator = one.creator?.username ?? one.creator?.githubLogin ?? one.creator?.gitlabLogin;
  return {
    id: one.uid,
    url: one.url ? `https://${one.url}` : '',
    ...stateOf(one.readyState ?? one.state),
    ...(one.readySubstate && { stage: one.readySubstate.toLowerCase() }),
    ...(one.target && { target: one.target }),
    projectId: one.projectId,
    project: one.name,
    ...(one.source && { trigger: one.source }),
    ...(creator && { creator }),
    ...timesOf(one),
    ...(commit && { commit }),
    ...outcomeOf(one),
  };
}

function timesOf({ created, buildingAt, ready, deleted }: Deployment) {
  return {
    createdAt: timeOf(created),
    ...(buildingAt && { buildStartedAt: timeOf(buildingAt) }),
    ...(ready && { readyAt: timeOf(ready) }),
    ...(deleted && { deletedAt: timeOf(deleted) }),
  };
}

function outcomeOf(one: Deployment) {
  return {
    ...(one.errorCode && { errorCode: one.errorCode }),
    ...(one.errorMessage && { errorMessage: one.errorMessage }),
    ranOutOfMemory: one.oomReport === 'out-of-memory',
    ...(one.aliasError && { domainError: one.aliasError.message ?? one.aliasError.code ?? 'unknown' }),
    ...(one.checksState && { checksState: one.checksState }),
    ...(one.checksConclusion && { checksConclusion: one.checksConclusion }),
    ...(typeof one.isRollbackCandidate === 'boolean' && { canBeRolledBackTo: one.isRollbackCandidate }),
  };
}

/** `git` is what the command line reports about a folder; the others are hosts that are linked to the project. */
const hosts = ['github', 'gitlab', 'bitbucket', 'git'] as const;

function commitOf(meta: Readonly<Record<string, unknown>>): DeploymentData['commit'] {
  const host = hosts.find((one) => textIn(meta, `${one}CommitSha`) !== undefined);
  if (host === undefined) return undefined;
  const of = (part: string): string | undefined => textIn(meta, `${host}${part}`);
  const [message, author, branch] = [of('CommitMessage'), of('CommitAuthorName'), of('CommitRef')];
  const repository = repositoryOf(of);
  return {
    id: of('CommitSha') ?? '',
    ...(message !== undefined && { message }),
    ...(author !== undefined && { author }),
    ...(branch !== undefined && { branch }),
    ...(repository !== undefined && { repository }),
  };
}

function repositoryOf(of: (part: string) => string | undefined): string | undefined {
  const owner = of('CommitOrg') ?? of('Org') ?? of('RepoOwner');
  const name = of('CommitRepo') ?? of('Repo') ?? of('RepoSlug') ?? of('ProjectPath');
  return owner !== undefined && name !== undefined ? `${owner}/${name}` : name;
}

function textIn(meta: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = meta[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
