/** What an empty list means: that there is nothing, or that nothing may be seen. Argo CD answers both with 200. */
import type { Answer } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';
import type { ArgoClient, ArgoContext, ApplicationsQuestion } from './client.ts';
import { getApplications } from './grants.ts';

/** Which applications the account may get, as far as it was asked. */
export interface Visibility {
  readonly isAll: boolean;
  /** Of the projects that were asked for, because not everything may be seen. */
  readonly seen: readonly string[];
  readonly hidden: readonly string[];
}

/** An account that is limited to one project is told "no" about all of them, so that projects are asked one by one. */
export async function readVisibility(client: ArgoClient, projects: readonly string[]): Promise<Visibility> {
  if (await client.mayDo(getApplications, '*')) return { isAll: true, seen: [], hidden: [] };
  const answers = await Promise.all(
    projects.map(async (project) => [project, await client.mayDo(getApplications, project)] as const),
  );
  const named = (wanted: boolean) => answers.flatMap(([project, isSeen]) => (isSeen === wanted ? [project] : []));
  return { isAll: false, seen: named(true), hidden: named(false) };
}

export function configuredProjects({ config }: ArgoContext): readonly string[] {
  return config.text('ARGOCD_PROJECTS')?.split(',') ?? [];
}

export async function explainNothing(
  client: ArgoClient,
  { project, selector }: ApplicationsQuestion,
  configured: readonly string[],
): Promise<Pick<Answer, 'complete' | 'because'>> {
  const none = selector === undefined ? 'there is none' : 'none that the selector matches';
  try {
    const visibility = await readVisibility(client, project === undefined ? configured : [project]);
    return tell(visibility, project, none);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const because = `The list is empty, and whether the account may see applications could not be asked (${error.kind}).`;
    return { complete: false, because };
  }
}

function tell(
  { isAll, seen, hidden }: Visibility,
  project: string | undefined,
  none: string,
): Pick<Answer, 'complete' | 'because'> {
  const where = project === undefined ? '' : ` of project ${project}`;
  if (isAll || (project !== undefined && seen.includes(project))) {
    return { complete: true, because: `The account may get every application${where}, and ${none}.` };
  }
  const grant = `Give it ${getApplications} in policy.csv of the ConfigMap argocd-rbac-cm.`;
  if (project !== undefined) {
    const because = `The account cannot see all applications${where}: permission ${getApplications} for ${project}/* is missing. ${grant}`;
    return { complete: false, because };
  }
  if (seen.length === 0) {
    const name = hidden.length === 0 ? 'If it is meant to see some projects only, name them in ARGOCD_PROJECTS. ' : '';
    const because = `The account cannot see all applications: permission ${getApplications} is missing. ${name}${grant}`;
    return { complete: false, because };
  }
  const rest = hidden.length === 0 ? '' : ` It may not get those of ${hidden.join(', ')}. ${grant}`;
  const because = `The account cannot see all applications. It may get those of ${seen.join(', ')}, and ${none} there.${rest}`;
  return { complete: hidden.length === 0, because };
}
