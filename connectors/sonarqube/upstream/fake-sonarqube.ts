/** SonarQube with its permissions: what it leaves out of a list without a word, and what it refuses. */
import { z } from 'zod';
import { answerJson, describeUpstream, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import { components, failedGate, hotspots, issues, keys, measures, metrics, noGate } from './projects.ts';
import {
  CurrentUser,
  Gate,
  GateQuery,
  Hotspots,
  HotspotsQuery,
  Issues,
  IssuesQuery,
  Measures,
  MeasuresQuery,
  Projects,
  ProjectsQuery,
  Validated,
} from './shapes.ts';

export interface FakeUser {
  readonly isTaken?: boolean;
  /** Projects with Browse. */
  readonly browses?: readonly string[];
  /** Newer servers return measures and gates to users with Execute Analysis. */
  readonly analyses?: boolean;
  /** Key of the organization, without which Cloud answers little; undefined for a server. */
  readonly organization?: string;
  readonly globalPermissions?: readonly string[];
  /** As many issues as this instead of the few there are. */
  readonly issueCount?: number;
  /** Where the server is served (sonar.web.context). */
  readonly context?: string;
}

const bearer = z.looseObject({ authorization: z.string().regex(/^Bearer \S+$/u) });
const most = 10_000;

export function refuse(status: number, ...messages: string[]): Reply {
  return { status, body: JSON.stringify({ errors: messages.map((msg) => ({ msg })) }) };
}

type Answering = DescribedRoute['reply'];

export function fakeSonar(user: FakeUser = {}): (call: FakeCall) => Reply | undefined {
  const { isTaken = true, browses = Object.values(keys), organization, context = '' } = user;
  const signedIn =
    (reply: Answering): Answering =>
    (call) =>
      isTaken ? reply(call) : { status: 401, body: '' };
  const inOrganization =
    (reply: Answering): Answering =>
    (call) =>
      organization === undefined || call.query.get('organization') === organization
        ? reply(call)
        : refuse(400, "The 'organization' parameter is missing");
  /** As what a project is asked for: absent, refused or answered. */
  const ofProject =
    (name: string, isEnough: (project: string) => boolean, reply: Answering): Answering =>
    (call) => {
      const [project, branch] = [call.query.get(name) ?? '', call.query.get('branch')];
      if (!Object.values<string>(keys).includes(project)) return refuse(404, `Component key '${project}' not found`);
      if (isOfAnalysis(call) || !isEnough(project)) return refuse(403, 'Insufficient privileges');
      const isThere = branch === null || branch === 'next';
      return isThere ? reply(call) : refuse(404, `Component '${project}' on branch '${branch}' not found`);
    };
  const mayBrowse = (project: string): boolean => browses.includes(project);
  const mayBrowseOrAnalyse = (project: string): boolean => mayBrowse(project) || user.analyses === true;

  const answer = describeUpstream([
    {
      call: 'GET /api/authentication/validate',
      headers: bearer,
      answers: Validated,
      reply: () => answerJson({ valid: isTaken }),
    },
    {
      call: 'GET /api/users/current',
      headers: bearer,
      answers: CurrentUser,
      reply: signedIn((call) => {
        const { globalPermissions: own = [] } = user;
        const permissions = organization === undefined ? { permissions: { global: heldWith(call, own) } } : {};
        return answerJson({ isLoggedIn: true, login: 'farol', ...permissions });
      }),
    },
    {
      call: 'GET /api/components/search',
      headers: bearer,
      query: ProjectsQuery,
      answers: Projects,
      reply: signedIn(
        inOrganization(({ query }) => {
          const found = browses.map((key) => ({ key, name: key, qualifier: 'TRK', project: key }));
          const [index, size] = pageOf(query);
          const paging = { pageIndex: index, pageSize: size, total: found.length };
          return answerJson({ paging, components: found.slice((index - 1) * size, index * size) });
        }),
      ),
    },
    {
      call: 'GET /api/issues/search',
      headers: bearer,
      query: IssuesQuery,
      answers: Issues,
      reply: signedIn(inOrganization(({ query }) => searchIssues(query, user, mayBrowse))),
    },
    {
      call: 'GET /api/hotspots/search',
      headers: bearer,
      query: HotspotsQuery,
      answers: Hotspots,
      reply: signedIn(
        ofProject('projectKey', mayBrowse, ({ query }) => {
          const status = query.get('status');
          const found = hasFindings(query, 'projectKey')
            ? hotspots.filter((one) => status === null || one.status === status)
            : [];
          const [index, size] = pageOf(query);
          const paging = { pageIndex: index, pageSize: size, total: found.length };
          const page = found.slice((index - 1) * size, index * size);
          return answerJson({ paging, hotspots: page, ...(page.length > 0 && { components }) });
        }),
      ),
    },
    {
      call: 'GET /api/measures/component',
      headers: bearer,
      query: MeasuresQuery,
      answers: Measures,
      reply: signedIn(
        ofProject('component', mayBrowseOrAnalyse, ({ query }) => {
          const wanted = query.get('metricKeys')?.split(',') ?? [];
          const unknown = wanted.filter((one) => !metrics.includes(one));
          if (unknown.length > 0) return refuse(404, `The following metric keys are not found: ${unknown.join(', ')}`);
          const told = measures.filter(({ metric }) => wanted.includes(metric));
          const key = query.get('component') ?? '';
          const component = { key, name: 'Checkout', qualifier: 'TRK' };
          return answerJson({ component: { ...component, measures: key === keys.checkout ? told : [] } });
        }),
      ),
    },
    {
      call: 'GET /api/qualitygates/project_status',
      headers: bearer,
      query: GateQuery,
      answers: Gate,
      reply: signedIn(
        ofProject('projectKey', mayBrowseOrAnalyse, ({ query }) =>
          answerJson(query.get('projectKey') === keys.checkout ? failedGate : noGate),
        ),
      ),
    },
  ]);
  return (call) => {
    if (!call.path.startsWith(`${context}/`)) return undefined;
    return answer({ ...call, path: call.path.slice(context.length) });
  };
}

/** Such a token has the permission to push analyses and no other; lists of projects and issues go by its user (seen 2026-11, 26.9). */
function isOfAnalysis({ headers }: FakeCall): boolean {
  return /^Bearer sq[pa]_/u.test(headers.authorization ?? '');
}

/** Global permissions of the token: one of a project has none, a global one at most these two. */
function heldWith(call: FakeCall, own: readonly string[]): readonly string[] {
  if (!isOfAnalysis(call)) return own;
  const isGlobal = call.headers.authorization?.startsWith('Bearer sqa_') === true;
  return own.filter((one) => isGlobal && (one === 'scan' || one === 'provisioning'));
}

function pageOf(query: URLSearchParams): [index: number, size: number] {
  return [Number(query.get('p') ?? 1), Number(query.get('ps') ?? 100)];
}

/** Only the main branch of one project has any. */
function hasFindings(query: URLSearchParams, name: string): boolean {
  return query.get(name) === keys.checkout && !query.has('branch') && !query.has('pullRequest');
}

/** Nothing distinguishes an unknown or hidden project from one without issues. */
function searchIssues(query: URLSearchParams, user: FakeUser, mayBrowse: (project: string) => boolean): Reply {
  const [index, size] = pageOf(query);
  const last = index * size;
  if (last > most) return refuse(400, `Can return only the first ${most} results. ${last}th result asked.`);
  const isSeen = mayBrowse(query.get('componentKeys') ?? '') && hasFindings(query, 'componentKeys');
  const all = user.issueCount === undefined ? issues : Array.from({ length: user.issueCount }, numberedIssue);
  const found = isSeen ? all.filter((one) => isWanted(one, query)).toReversed() : [];
  return answerJson({
    total: found.length,
    p: index,
    ps: size,
    paging: { pageIndex: index, pageSize: size, total: found.length },
    effortTotal: 0,
    issues: found.slice(last - size, last),
    components: found.length === 0 ? [] : components,
    facets: [],
  });
}

const [firstIssue] = issues;
const numberedIssue = (_: unknown, nth: number): (typeof issues)[number] => ({
  ...(firstIssue as (typeof issues)[number]),
  key: `issue-${nth}`,
});

function isWanted(issue: (typeof issues)[number], query: URLSearchParams): boolean {
  const [after, before] = [query.get('createdAfter'), query.get('createdBefore')];
  const createdMs = Date.parse(issue.creationDate);
  const resolved = query.get('resolved');
  return (
    isAmong(issue.severity, query.get('severities')) &&
    isAmong(issue.type, query.get('types')) &&
    (resolved === null || (issue.resolution !== undefined) === (resolved === 'true')) &&
    (after === null || createdMs >= Date.parse(after)) &&
    (before === null || createdMs < Date.parse(before))
  );
}

function isAmong(value: string | undefined, list: string | null): boolean {
  return list === null || (value !== undefined && list.split(',').includes(value));
}
