/** Argo CD 3 with its permissions: what it filters without a word, what it refuses, and what it says about both. */
import { answerJson, describeUpstream } from '../../../test/contract/described-upstream.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import { z } from 'zod';
import { checkout, ledger, webshop } from './applications.ts';
import {
  Application,
  CanI,
  type FakeApplication,
  GetQuery,
  ListQuery,
  TrimmedList,
  UserInfo,
  Version,
} from './shapes.ts';

export interface FakeAccount {
  /** `<resource>, <action>` and the object it is allowed for, as in policy.csv: a project or everything. */
  readonly allowed?: readonly (readonly [permission: string, object: '*/*' | `${string}/*`])[];
  /** The same for what a deny rule takes away again, which wins. */
  readonly denied?: FakeAccount['allowed'];
  readonly applications?: readonly FakeApplication[];
  readonly isTaken?: boolean;
  /** Where the server is served (--rootpath). */
  readonly rootPath?: string;
}

/** The only fields a list can be trimmed to, as the server has them. */
const listable = [
  'metadata.name',
  'metadata.namespace',
  'metadata.annotations',
  'metadata.labels',
  'metadata.creationTimestamp',
  'spec',
  'status.sync.status',
  'status.health',
  'status.summary',
  'status.resources',
  'status.operationState.startedAt',
  'status.operationState.finishedAt',
  'status.operationState.phase',
];
const actions = ['get', 'create', 'update', 'delete', 'sync', 'override'];
const resources = ['applications', 'clusters', 'projects', 'repositories', 'logs', 'exec'];

const bearer = z.looseObject({ authorization: z.string().regex(/^Bearer \S+$/u) });
const anonymous = z.looseObject({ authorization: z.undefined().optional() });

export function refuse(status: number, code: number, message: string): Reply {
  return { status, body: JSON.stringify({ error: message, code, message }) };
}

export function fakeArgo(account: FakeAccount = {}): (call: FakeCall) => Reply | undefined {
  const { allowed = [['applications, get', '*/*']], isTaken = true, rootPath = '' } = account;
  const { applications = [ledger, webshop, checkout] } = account;
  const isNamed = (rules: FakeAccount['allowed'], permission: string, object: string): boolean =>
    rules?.some(
      ([one, pattern]) => one === permission && (pattern === '*/*' || object.startsWith(pattern.slice(0, -1))),
    ) === true;
  const may = (permission: string, object: string): boolean =>
    isNamed(allowed, permission, object) && !isNamed(account.denied, permission, object);
  const maySee = ({ metadata: { name }, spec: { project } }: FakeApplication): boolean =>
    may('applications, get', `${project}/${name}`);
  const signedIn =
    (reply: (call: Parameters<Parameters<typeof describeUpstream>[0][number]['reply']>[0]) => Reply) =>
    (call: Parameters<typeof reply>[0]): Reply =>
      isTaken ? reply(call) : refuse(401, 16, 'invalid session: token signature is invalid: signature is invalid');
  const denied = refuse(403, 7, 'permission denied');

  const answer = describeUpstream([
    {
      call: 'GET /api/version',
      headers: anonymous,
      answers: Version,
      reply: () => answerJson({ Version: 'v3.2.1+8c4ab63', Platform: 'linux/amd64' }),
    },
    {
      call: 'GET /api/v1/session/userinfo',
      headers: bearer,
      answers: UserInfo,
      reply: () => answerJson(isTaken ? { loggedIn: true, username: 'farol', iss: 'argocd' } : {}),
    },
    {
      call: 'GET /api/v1/account/can-i/{resource}/{action}/{project}/{application}',
      headers: bearer,
      answers: CanI,
      reply: signedIn(({ parts }) => {
        const { resource = '', action = '', project = '', application = '' } = parts;
        const missing = [[actions, action] as const, [resources, resource] as const].find(
          ([known, one]) => !known.includes(one),
        );
        if (missing !== undefined) return refuse(400, 3, `[${missing[0].join(' ')}] does not contain ${missing[1]}`);
        return answerJson({ value: may(`${resource}, ${action}`, `${project}/${application}`) ? 'yes' : 'no' });
      }),
    },
    {
      call: 'GET /api/v1/applications',
      headers: bearer,
      query: ListQuery,
      answers: TrimmedList,
      reply: signedIn(({ query }) => {
        const [projects, labels] = [query.getAll('projects'), query.get('selector')?.split(',') ?? []];
        if (labels.some((label) => label.endsWith('in ('))) {
          return refuse(
            500,
            2,
            "error parsing the selector: unable to parse requirement: found '', expected: ',' or ')'",
          );
        }
        const found = applications
          .filter(maySee)
          .filter(({ spec }) => projects.length === 0 || projects.includes(spec.project))
          .filter(({ metadata }) => labels.every((label) => label === labelOf(metadata.labels, label)));
        const fields = query.get('fields')?.split(',') ?? [];
        const items = found.map((one) => (fields.length === 0 ? one : trim(one, fields)));
        return answerJson({ metadata: { resourceVersion: '1' }, items: items.length === 0 ? null : items });
      }),
    },
    {
      call: 'GET /api/v1/applications/{name}',
      headers: bearer,
      query: GetQuery,
      answers: Application,
      reply: signedIn(({ query, parts }) => {
        const [project, namespace] = [query.get('project'), query.get('appNamespace') ?? 'argocd'];
        const { name = '' } = parts;
        if (project !== null && !may('applications, get', `${project}/${name}`)) return denied;
        const found = applications.find(({ metadata: one }) => one.name === name && one.namespace === namespace);
        if (found !== undefined && maySee(found) && (project ?? found.spec.project) === found.spec.project) {
          return answerJson(found);
        }
        return project === null ? denied : refuse(404, 5, `applications.argoproj.io "${name}" not found`);
      }),
    },
  ]);
  return (call) => {
    if (!call.path.startsWith(`${rootPath}/`)) return undefined;
    return answer({ ...call, path: call.path.slice(rootPath.length) });
  };
}

function labelOf(labels: Readonly<Record<string, string>> = {}, wanted: string): string {
  const [name = ''] = wanted.split('=');
  return `${name}=${labels[name] ?? ''}`;
}

function trim(application: FakeApplication, fields: readonly string[]): object {
  const kept: Record<string, unknown> = {};
  for (const field of listable.filter((one) => fields.includes(`items.${one}`))) {
    const parts = field.split('.');
    let [from, to]: [unknown, Record<string, unknown>] = [application, kept];
    for (const [at, part] of parts.entries()) {
      from = isRecord(from) ? from[part] : undefined;
      if (at === parts.length - 1) {
        if (from !== undefined) to[part] = from;
      } else {
        to = (to[part] ??= {}) as Record<string, unknown>;
      }
    }
  }
  return kept;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
