/** A project without what lifts its protection or starts a deployment: those parts are never read. */
import type { DataOf } from '../../catalog/index.ts';
import type { LatestDeployment, Project } from './schema.ts';
import { stateOf, timeOf } from './states.ts';

type ProjectData = DataOf<'deploy.listProjects'>['projects'][number];
type WholeProjectData = DataOf<'deploy.getProject'>['project'];

export function toProject(project: Project): ProjectData {
  const { id, name, framework, nodeVersion, rootDirectory, paused, env, createdAt, updatedAt } = project;
  const repository = repositoryOf(project.link);
  return {
    id,
    name,
    ...(framework && { framework }),
    ...(nodeVersion && { runtimeVersion: nodeVersion }),
    ...(rootDirectory && { rootFolder: rootDirectory }),
    ...(repository && { repository }),
    ...(typeof paused === 'boolean' && { isPaused: paused }),
    // One variable has an entry for each environment that it differs in.
    ...(env && { environmentVariables: [...new Set(env.map(({ key }) => key))].toSorted() }),
    latestDeployments: (project.latestDeployments ?? []).map(toFacts),
    ...(createdAt && { createdAt: timeOf(createdAt) }),
    ...(updatedAt && { updatedAt: timeOf(updatedAt) }),
  };
}

export function toWholeProject(project: Project): WholeProjectData {
  const { crons, lastRollbackTarget: rollback } = project;
  return {
    ...toProject(project),
    schedules: (crons?.definitions ?? []).map(({ path, schedule }) => ({
      path,
      schedule,
      isEnabled: !crons?.disabledAt,
    })),
    environments: (project.customEnvironments ?? []).map(({ slug, type, domains }) => ({
      name: slug,
      type,
      domains: (domains ?? []).map(({ name }) => name),
    })),
    ...(rollback && {
      lastRollback: {
        ...(rollback.fromDeploymentId && { fromId: rollback.fromDeploymentId }),
        ...(rollback.toDeploymentId && { toId: rollback.toDeploymentId }),
        ...(rollback.jobStatus && { state: rollback.jobStatus }),
      },
    }),
    isPasswordProtected: typeof project.passwordProtection === 'object' && project.passwordProtection !== null,
  };
}

function toFacts(one: LatestDeployment): ProjectData['latestDeployments'][number] {
  return {
    id: one.id,
    url: one.url ? `https://${one.url}` : '',
    ...stateOf(one.readyState),
    ...(one.readySubstate && { stage: one.readySubstate.toLowerCase() }),
    ...(one.target && { target: one.target }),
    createdAt: timeOf(one.createdAt),
    ...(one.readyAt && { readyAt: timeOf(one.readyAt) }),
  };
}

function repositoryOf(link: Project['link']): ProjectData['repository'] {
  if (!link?.type) return undefined;
  const owner = link.org ?? link.owner;
  const repo = link.repo ?? link.slug;
  const name = link.projectNameWithNamespace ?? (owner && repo ? `${owner}/${repo}` : (repo ?? ''));
  return { host: link.type, name, ...(link.productionBranch && { productionBranch: link.productionBranch }) };
}
