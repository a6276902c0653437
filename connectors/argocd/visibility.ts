/**
 * What a list leaves out: Argo CD filters it by what the account may get, and answers 200. It is asked for
 * exactly what was listed, because a permission for everything says nothing of a project that a deny rule names.
 */
import type { Answer } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';
import type { ArgoClient, ArgoContext, ApplicationsQuestion } from './client.ts';
import { getApplications } from './grants.ts';

/** Which applications the account may get, as far as it was asked. */
export interface Visibility {
  /** Of every project but for those that a deny rule names. */
  readonly isAll: boolean;
  /** Of the projects that were asked for. */
  readonly seen: readonly string[];
  readonly hidden: readonly string[];
}

type Judged = Pick<Answer, 'complete' | 'because'>;

export interface Listed extends ApplicationsQuestion {
  readonly isEmpty: boolean;
}

export const grantIt = `Give it ${getApplications} in policy.csv of the ConfigMap argocd-rbac-cm, and check there for a line that ends with deny.`;

export async function readVisibility(client: ArgoClient, projects: readonly string[]): Promise<Visibility> {
  const [isAll, ...answers] = await Promise.all(
    ['*', ...projects].map((project) => client.mayDo(getApplications, project)),
  );
  const named = (wanted: boolean) => projects.filter((_project, at) => answers[at] === wanted);
  return { isAll: isAll === true, seen: named(true), hidden: named(false) };
}

export function configuredProjects({ config }: ArgoContext): readonly string[] {
  return config.text('ARGOCD_PROJECTS')?.split(',') ?? [];
}

/** Whether a list is all there is, and what an empty one means. */
export async function judgeList(client: ArgoClient, listed: Listed, configured: readonly string[]): Promise<Judged> {
  const { project } = listed;
  try {
    if (project !== undefined) return ofProject(await client.mayDo(getApplications, project), { ...listed, project });
    return ofAll(await readVisibility(client, configured), listed);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const what = listed.isEmpty ? 'The list is empty, and whether' : 'Whether others exist that';
    return {
      complete: false,
      because: `${what} the account may see applications could not be checked (${error.kind}).`,
    };
  }
}

function ofProject(isSeen: boolean, { project, isEmpty, selector }: Listed & { readonly project: string }): Judged {
  if (isSeen && !isEmpty) return { complete: true };
  if (isSeen) {
    const because = `The account may get every application of project ${project}, but ${noneOf(selector)}.`;
    return { complete: true, because };
  }
  const others = isEmpty ? '' : ' Others may exist.';
  const because = `The account cannot see all applications of project ${project}: permission ${getApplications} for ${project}/* is missing.${others} ${grantIt}`;
  return { complete: false, because };
}

function ofAll(visibility: Visibility, { isEmpty, selector }: Listed): Judged {
  const { isAll, seen, hidden } = visibility;
  if (!isEmpty) return ofSome(visibility);
  const rest = hidden.length === 0 ? '' : ` It may not get those of ${hidden.join(', ')}. ${grantIt}`;
  const none = noneOf(selector);
  if (isAll) {
    const because = `The account may get the applications of every project except those that a deny rule names, but ${none}.${rest}`;
    return { complete: hidden.length === 0, because };
  }
  if (seen.length === 0) {
    const name = hidden.length === 0 ? 'If it should see only some projects, name them in ARGOCD_PROJECTS. ' : '';
    const because = `The account cannot see all applications: permission ${getApplications} is missing. ${name}${grantIt}`;
    return { complete: false, because };
  }
  const because = `The account cannot see all applications. It may get those of ${seen.join(', ')}, but ${none} there.${rest}`;
  return { complete: hidden.length === 0, because };
}

/** Of a list with applications in it. An account that sees what it is meant to see is no gap, only a limit. */
function ofSome({ isAll, seen, hidden }: Visibility): Judged {
  if (hidden.length > 0) {
    const because = `The account may not get those of ${hidden.join(', ')}: others may exist there. ${grantIt}`;
    return { complete: false, because };
  }
  if (isAll) return { complete: true };
  if (seen.length > 0) {
    const because = `The account cannot see all applications: others may exist outside ${seen.join(', ')}.`;
    return { complete: true, because };
  }
  const name = 'If it should see only some projects, name them in ARGOCD_PROJECTS.';
  const because = `The account cannot see all applications: others may exist. ${name} ${grantIt}`;
  return { complete: false, because };
}

function noneOf(selector: string | undefined): string {
  return selector === undefined ? 'there is none' : 'none that the selector matches';
}
