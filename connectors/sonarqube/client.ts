/** The only file of this connector that talks to the network: version 1 of the web interface, which Server and Cloud share. */
import type { z } from 'zod';
import { createAsker } from '../../src/connector/ask-json.ts';
import type { FormFields } from '../../src/core/http-body.ts';
import {
  CurrentUser,
  GateAnswer,
  HotspotsAnswer,
  IssuesAnswer,
  MeasuresAnswer,
  ProjectsAnswer,
  type ProjectStatus,
  ValidateAnswer,
} from './schema.ts';
import { symptoms } from './symptoms.ts';
import { refineByKind, type SonarContext } from './token-kind.ts';

/** That of the main branch when neither is given. */
export interface Analysis {
  readonly project: string;
  readonly branch?: string | undefined;
  readonly pullRequest?: string | undefined;
}

/** Pages are numbered from 1. */
export interface PageOf {
  readonly page: number;
  readonly pageSize: number;
}

export interface IssueFilter {
  readonly severities?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly isResolved?: boolean | undefined;
  /** Both ends in the spelling of SonarQube; the second is not included. */
  readonly createdAfter?: string | undefined;
  readonly createdBefore?: string | undefined;
}

export interface SonarClient {
  /** Whether the token is taken. It may be taken and read nothing. */
  isValid(): Promise<boolean>;
  /** Projects that may be browsed, and no others. */
  searchProjects(page: PageOf): Promise<z.infer<typeof ProjectsAnswer>>;
  whoAmI(): Promise<z.infer<typeof CurrentUser>>;
  /** Newest first. Without Browse it answers that there are none. */
  searchIssues(analysis: Analysis, filter: IssueFilter, page: PageOf): Promise<z.infer<typeof IssuesAnswer>>;
  searchHotspots(
    analysis: Analysis,
    filter: { readonly status?: string | undefined },
    page: PageOf,
  ): Promise<z.infer<typeof HotspotsAnswer>>;
  getMeasures(analysis: Analysis, metrics: readonly string[]): Promise<z.infer<typeof MeasuresAnswer>['component']>;
  getGate(analysis: Analysis): Promise<ProjectStatus>;
}

export function openSonar(context: SonarContext): SonarClient {
  const http = context.http('SONARQUBE_URL', { authorize: () => authorize(context) });
  const ask = createAsker(context, { http, symptoms });
  const get = async <S extends z.ZodType>(schema: S, path: string, query: FormFields = {}): Promise<z.infer<S>> => {
    try {
      return (await ask(schema, { method: 'GET', path, query, access: 'read' })).answer;
    } catch (error) {
      throw await refineByKind(context, error);
    }
  };
  const organization = context.config.text('SONARQUBE_ORGANIZATION');
  return {
    isValid: async () => (await get(ValidateAnswer, '/api/authentication/validate')).valid,
    searchProjects: (page) =>
      get(ProjectsAnswer, '/api/components/search', { organization, qualifiers: 'TRK', ...fieldsOf(page) }),
    whoAmI: () => get(CurrentUser, '/api/users/current'),
    searchIssues: ({ project, ...which }, { severities, types, isResolved, ...created }, page) =>
      get(IssuesAnswer, '/api/issues/search', {
        organization,
        // Called `components` since 10.2, which older servers and Cloud do not know; this name is known to all.
        componentKeys: project,
        ...which,
        severities: listOf(severities),
        types: listOf(types),
        resolved: isResolved === undefined ? undefined : String(isResolved),
        ...created,
        s: 'CREATION_DATE',
        asc: 'false',
        ...fieldsOf(page),
      }),
    searchHotspots: ({ project, ...which }, { status }, page) =>
      // Called `project` since 10.2, likewise.
      get(HotspotsAnswer, '/api/hotspots/search', {
        projectKey: project,
        ...which,
        status: status?.toUpperCase(),
        ...fieldsOf(page),
      }),
    getMeasures: async ({ project, ...which }, metrics) =>
      (
        await get(MeasuresAnswer, '/api/measures/component', {
          component: project,
          ...which,
          metricKeys: metrics.join(','),
        })
      ).component,
    getGate: async ({ project, ...which }) =>
      (await get(GateAnswer, '/api/qualitygates/project_status', { projectKey: project, ...which })).projectStatus,
  };
}

async function authorize({ secrets }: SonarContext): Promise<Record<string, string>> {
  const token = await secrets.read('SONARQUBE_TOKEN');
  return token === undefined ? {} : { authorization: `Bearer ${token.reveal()}` };
}

function fieldsOf({ page, pageSize }: PageOf): FormFields {
  return { p: String(page), ps: String(pageSize) };
}

function listOf(values: readonly string[] | undefined): string | undefined {
  return values?.map((one) => one.toUpperCase()).join(',');
}
