/** A Jira Data Center as data, below its context path, seen by one account. It answers a token that it does not know as it answers without one. */
import { z } from 'zod';
import {
  answerJson,
  type DescribedCall,
  type DescribedRoute,
  describeUpstream,
} from '../../../test/contract/described-upstream.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import {
  Comment,
  CommentJson,
  Comments,
  CommentsQuery,
  CreateJson,
  Found,
  Headers,
  Issue,
  JsonHeaders,
  Myself,
  Permissions,
  PermissionsQuery,
  Projects,
  ProjectsQuery,
  SearchJson,
  ServerInfo,
  Tokens,
  type Transition,
  Transitions,
} from './data-center-shapes.ts';
import { address, comment, contextPath, farol, project } from './data-center-site.ts';
import { allPermissions, refuse, refuseField } from './fake-jira.ts';
import { Created, IssueQuery, TransitionJson, TransitionsQuery } from './shapes.ts';

export interface Server {
  readonly held: Readonly<Record<string, readonly string[]>>;
  readonly projects: readonly string[];
  readonly issues: readonly Issue[];
  readonly comments?: Readonly<Record<string, readonly Comment[]>>;
  readonly transitions?: Readonly<Record<string, readonly Transition[]>>;
  /** Most tickets of one page, whatever is asked for; and of one search, since 11.3. */
  readonly mostPerPage?: number;
  readonly window?: number;
  readonly version?: string;
  readonly deploymentType?: 'Server' | 'Cloud';
  /** When each token of the account expires; undefined for never. */
  readonly tokenEnds?: readonly (string | undefined)[];
  /** The only token that it knows; any when left out. */
  readonly token?: string;
  /** As some do since 10: without a sign-in nothing is returned. */
  readonly isClosed?: boolean;
  /** Whether a proxy in front removes what names the account, of this call. */
  hidesUser?(call: FakeCall): boolean;
}

const permissionKeys = [
  'ADMINISTER',
  'SYSTEM_ADMIN',
  'BULK_CHANGE',
  ...allPermissions,
  'ADMINISTER_PROJECTS',
  'DELETE_ISSUES',
  'DELETE_ALL_COMMENTS',
];

const html = { 'content-type': 'text/html;charset=UTF-8' };
const containerPage: Reply = {
  status: 404,
  headers: html,
  body: '<!doctype html><html lang="en"><head><title>HTTP Status 404 – Not Found</title></head></html>',
};
const failedSignIn: Reply = {
  status: 401,
  headers: { ...html, 'x-ausername': 'anonymous', 'x-seraph-loginreason': 'AUTHENTICATED_FAILED' },
  body: '<html><head><title>Unauthorized (401)</title></head></html>',
};

export class FakeDataCenter {
  /** Bodies of the writes that were done. */
  readonly written: { readonly call: string; readonly json: unknown }[] = [];
  readonly #server: Server;
  readonly #routes: (call: FakeCall) => Reply | undefined;

  constructor(server: Server) {
    this.#server = server;
    this.#routes = describeUpstream(this.#describe());
  }

  /** Undefined for what is not described. @throws Error for a call that is described otherwise. */
  readonly reply = (call: FakeCall): Reply | undefined => {
    if (!call.path.startsWith(`${contextPath}/`)) return containerPage;
    const inside = { ...call, path: call.path.slice(contextPath.length) };
    const { authorization } = call.headers;
    if (authorization?.startsWith('Basic ') === true) return failedSignIn;
    const { token } = this.#server;
    const isKnown = authorization !== undefined && (token === undefined || authorization === `Bearer ${token}`);
    const reply = isKnown ? this.#routes(inside) : this.#toAnybody(inside);
    if (reply === undefined || typeof reply === 'string') return reply;
    const user = this.#server.hidesUser?.(inside) === true ? {} : { 'x-ausername': isKnown ? farol.name : 'anonymous' };
    return { ...reply, headers: { 'x-arequestid': '1x2x1', ...user, ...reply.headers } };
  };

  /** The same as a server that anything may be asked. */
  readonly serve = (call: FakeCall): Reply =>
    this.reply(call) ?? {
      status: 404,
      headers: { 'x-ausername': farol.name },
      body: JSON.stringify({ message: `null for uri: ${address}${call.path}`, 'status-code': 404 }),
    };

  /** To an unknown token, too: seen of 10.3 in September 2026. */
  #toAnybody({ method, path }: FakeCall): Reply | undefined {
    const call = `${method} ${path}`;
    if (call === 'GET /rest/api/2/serverInfo' && this.#server.isClosed !== true) return this.#info();
    if (call === 'POST /rest/api/2/search') {
      return answerJson({ expand: 'schema,names', startAt: 0, maxResults: 50, total: 0, issues: [] });
    }
    if (call === 'GET /rest/api/2/project') return answerJson([]);
    if (!path.startsWith('/rest/')) return undefined;
    return refuse(401, 'You are not authenticated. Authentication required to perform this operation.');
  }

  #describe(): readonly DescribedRoute[] {
    const headers = Headers;
    const issue = '/rest/api/2/issue/{key}';
    return [
      { call: 'GET /rest/api/2/serverInfo', headers, answers: ServerInfo, reply: () => this.#info() },
      {
        call: 'GET /rest/api/2/myself',
        headers,
        answers: Myself,
        reply: () => answerJson({ ...farol, locale: 'en_US' }),
      },
      { call: 'GET /rest/pat/latest/tokens', headers, answers: Tokens, reply: () => this.#tokens() },
      {
        call: 'GET /rest/api/2/mypermissions',
        headers,
        query: PermissionsQuery,
        answers: Permissions,
        reply: (call) => this.#permissions(call),
      },
      {
        call: 'GET /rest/api/2/project',
        headers,
        query: ProjectsQuery,
        answers: Projects,
        reply: () => answerJson(this.#server.projects.filter((key) => this.#may(key, 'BROWSE_PROJECTS')).map(project)),
      },
      {
        call: 'POST /rest/api/2/search',
        headers: JsonHeaders,
        json: SearchJson,
        answers: Found,
        reply: ({ json }) => this.#search(SearchJson.parse(json)),
      },
      {
        call: `GET ${issue}`,
        headers,
        query: IssueQuery,
        answers: Issue,
        reply: ({ parts: { key = '' } }) => this.#ofTicket(key, (ticket) => answerJson(ticket)),
      },
      {
        call: `GET ${issue}/comment`,
        headers,
        query: CommentsQuery,
        answers: Comments,
        reply: (call) => this.#comments(call),
      },
      {
        call: `GET ${issue}/transitions`,
        headers,
        query: TransitionsQuery,
        answers: Transitions,
        reply: ({ parts: { key = '' } }) =>
          this.#ofTicket(key, () => answerJson({ expand: 'transitions', transitions: this.#transitionsOf(key) })),
      },
      {
        call: 'POST /rest/api/2/issue',
        headers: JsonHeaders,
        json: CreateJson,
        answers: Created,
        reply: ({ json }) => this.#create(CreateJson.parse(json)),
      },
      {
        call: `POST ${issue}/comment`,
        headers: JsonHeaders,
        json: CommentJson,
        answers: Comment,
        reply: (call) => this.#comment(call),
      },
      {
        call: `POST ${issue}/transitions`,
        headers: JsonHeaders,
        json: TransitionJson,
        answers: z.undefined(),
        reply: (call) => this.#move(call),
      },
    ];
  }

  #info(): Reply {
    const { version = '9.12.2', deploymentType = 'Server' } = this.#server;
    return answerJson({
      baseUrl: address,
      version,
      versionNumbers: version.split('.').map(Number),
      deploymentType,
      buildNumber: 9_120_002,
      buildDate: '2026-01-05T00:00:00.000+0000',
      scmInfo: 'a0b1c2',
      serverTitle: 'Jira',
    });
  }

  #tokens(): Reply {
    const { tokenEnds = ['2099-12-31T10:00:00.000+0000'] } = this.#server;
    return answerJson(
      tokenEnds.map((expiringAt, at) => ({
        id: at + 1,
        name: `token ${at}`,
        createdAt: '2026-05-04T09:00:00.000+0000',
        expiringAt,
      })),
    );
  }

  #permissions({ query }: DescribedCall): Reply {
    const issueKey = query.get('issueKey');
    const projectKey = query.get('projectKey') ?? (issueKey === null ? undefined : projectOf(issueKey));
    if (projectKey !== undefined && !this.#may(projectKey, 'BROWSE_PROJECTS')) {
      return refuse(404, `No project could be found with key '${projectKey}'.`);
    }
    const { held } = this.#server;
    const mine = projectKey === undefined ? Object.values(held).flat() : (held[projectKey] ?? []);
    const describe = (key: string, more = {}) => ({
      id: '1',
      key,
      name: key,
      type: key === 'ADMINISTER' || key === 'SYSTEM_ADMIN' || key === 'BULK_CHANGE' ? 'GLOBAL' : 'PROJECT',
      description: '',
      havePermission: mine.includes(key),
      ...more,
    });
    return answerJson({
      permissions: {
        BROWSE: describe('BROWSE', { deprecatedKey: true }),
        ...Object.fromEntries(permissionKeys.map((key) => [key, describe(key)])),
      },
    });
  }

  /** Knows one condition, `project = <key>`, as the fake of Cloud does. A query without a condition is allowed here. */
  #search({ jql, startAt, maxResults }: z.infer<typeof SearchJson>): Reply {
    const wanted = /project = "?(\w+)/u.exec(jql)?.[1];
    if (wanted !== undefined && wanted !== 'NONE' && !this.#may(wanted, 'BROWSE_PROJECTS')) {
      return refuse(400, `The value '${wanted}' does not exist for the field 'project'.`);
    }
    const { mostPerPage = 1000, window } = this.#server;
    if (window !== undefined && startAt + maxResults > window) return searchLimit(startAt + maxResults, window);
    const seen = this.#server.issues.filter(
      ({ key }) => this.#may(projectOf(key), 'BROWSE_PROJECTS') && (wanted === undefined || projectOf(key) === wanted),
    );
    const most = Math.min(maxResults, mostPerPage);
    return answerJson({
      expand: 'schema,names',
      startAt,
      maxResults: most,
      total: seen.length,
      maxResultWindow: window,
      issues: seen.slice(startAt, startAt + most),
    });
  }

  #comments({ parts: { key = '' }, query }: DescribedCall): Reply {
    return this.#ofTicket(key, () => {
      const all = this.#server.comments?.[key] ?? [];
      const maxResults = Number(query.get('maxResults'));
      const comments = all.toSorted((a, b) => (a.created < b.created ? 1 : -1)).slice(0, maxResults);
      return answerJson({ startAt: 0, maxResults, total: all.length, comments });
    });
  }

  #create({ fields }: z.infer<typeof CreateJson>): Reply {
    const { key } = fields.project;
    if (!this.#may(key, 'BROWSE_PROJECTS')) return refuseField('project', 'valid project is required');
    if (!this.#may(key, 'CREATE_ISSUES')) {
      return refuseField('project', 'You do not have permission to create issues in this project.');
    }
    this.written.push({ call: 'create', json: { fields } });
    return created({ id: '10900', key: `${key}-900`, self: `${address}/rest/api/2/issue/10900` });
  }

  #comment({ parts: { key = '' }, json }: DescribedCall): Reply {
    return this.#ofTicket(key, () => {
      if (!this.#may(projectOf(key), 'ADD_COMMENTS')) {
        return refuse(400, 'farol, you do not have the permission to comment on this issue.');
      }
      this.written.push({ call: `comment ${key}`, json });
      return created(comment('9', { body: CommentJson.parse(json).body }));
    });
  }

  #move({ parts: { key = '' }, json }: DescribedCall): Reply {
    return this.#ofTicket(key, () => {
      const { id } = TransitionJson.parse(json).transition;
      if (!this.#transitionsOf(key).some((one) => one.id === id)) {
        return refuse(
          400,
          'It seems that you have tried to perform a workflow operation (Done) that is not valid for the current state of this issue.',
        );
      }
      this.written.push({ call: `move ${key}`, json });
      return { status: 204, body: '' };
    });
  }

  /** Unlike Cloud it distinguishes a ticket that does not exist from one that may not be seen. */
  #ofTicket(key: string, answer: (ticket: Issue) => Reply): Reply {
    const ticket = this.#server.issues.find((one) => one.key === key);
    if (ticket === undefined) return refuse(404, 'Issue Does Not Exist');
    if (!this.#may(projectOf(key), 'BROWSE_PROJECTS')) {
      return refuse(403, 'You do not have the permission to see the specified issue.');
    }
    return answer(ticket);
  }

  #transitionsOf(key: string): readonly Transition[] {
    return this.#may(projectOf(key), 'TRANSITION_ISSUES') ? (this.#server.transitions?.[key] ?? []) : [];
  }

  #may(key: string, permission: string): boolean {
    return this.#server.projects.includes(key) && (this.#server.held[key] ?? []).includes(permission);
  }
}

const projectOf = (key: string): string => key.split('-')[0] ?? '';

function created(value: unknown): Reply {
  return { status: 201, body: JSON.stringify(value) };
}

function searchLimit(wanted: number, window: number): Reply {
  const message = `Search limit exceeded. The search requests ${wanted} results which exceeded the search platform limit of ${window}.`;
  return { status: 500, body: JSON.stringify({ message, 'stack-trace': 'Log referral number: 1' }) };
}
