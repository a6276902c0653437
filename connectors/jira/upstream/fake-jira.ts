/** A site of Jira Cloud as data, seen by one account: what it may not see is left out or not found, as Jira does it. */
import { z } from 'zod';
import { answerJson, type DescribedCall, describeUpstream } from '../../../test/contract/described-upstream.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import {
  Comment,
  CommentJson,
  Comments,
  CommentsQuery,
  Created,
  CreateJson,
  Found,
  Headers,
  Issue,
  IssueQuery,
  JsonHeaders,
  Myself,
  Permissions,
  PermissionsQuery,
  Projects,
  ProjectsQuery,
  SearchJson,
  Tenant,
  type Transition,
  TransitionJson,
  Transitions,
  TransitionsQuery,
} from './shapes.ts';
import { ana, comment, project } from './site.ts';

export interface Site {
  /** Permissions of the account in each project it has any in. */
  readonly held: Readonly<Record<string, readonly string[]>>;
  /** Keys of all projects there are. */
  readonly projects: readonly string[];
  readonly issues: readonly Issue[];
  readonly comments?: Readonly<Record<string, readonly Comment[]>>;
  readonly transitions?: Readonly<Record<string, readonly Transition[]>>;
  /** Most tickets of one page, whatever is asked for. */
  readonly mostPerPage?: number;
}

export const allPermissions = ['BROWSE_PROJECTS', 'CREATE_ISSUES', 'ADD_COMMENTS', 'TRANSITION_ISSUES'] as const;
export const cloudId = '11111111-2222-4333-8444-555555555555';
const address = 'https://example.atlassian.net/rest/api/3';

export class FakeJira {
  /** Bodies of the writes that were done. */
  readonly written: { readonly call: string; readonly json: unknown }[] = [];
  readonly #site: Site;
  readonly #reply: (call: FakeCall) => Reply | undefined;

  constructor(site: Site) {
    this.#site = site;
    const headers = Headers;
    this.#reply = describeUpstream([
      { call: 'GET /_edge/tenant_info', answers: Tenant, reply: () => answerJson({ cloudId }) },
      { call: 'GET /rest/api/3/myself', headers, answers: Myself, reply: () => answerJson(ana) },
      {
        call: 'GET /rest/api/3/mypermissions',
        headers,
        query: PermissionsQuery,
        answers: Permissions,
        reply: (call) => this.#permissions(call),
      },
      {
        call: 'GET /rest/api/3/project/search',
        headers,
        query: ProjectsQuery,
        answers: Projects,
        reply: (call) => this.#projects(call),
      },
      {
        call: 'POST /rest/api/3/search/jql',
        headers: JsonHeaders,
        json: SearchJson,
        answers: Found,
        reply: ({ json }) => this.#search(SearchJson.parse(json)),
      },
      {
        call: 'GET /rest/api/3/issue/{key}',
        headers,
        query: IssueQuery,
        answers: Issue,
        reply: ({ parts: { key = '' } }) => this.#ofTicket(key, (ticket) => answerJson(ticket)),
      },
      {
        call: 'GET /rest/api/3/issue/{key}/comment',
        headers,
        query: CommentsQuery,
        answers: Comments,
        reply: (call) => this.#comments(call),
      },
      {
        call: 'GET /rest/api/3/issue/{key}/transitions',
        headers,
        query: TransitionsQuery,
        answers: Transitions,
        reply: ({ parts: { key = '' } }) =>
          this.#ofTicket(key, () => answerJson({ expand: 'transitions', transitions: this.#transitionsOf(key) })),
      },
      {
        call: 'POST /rest/api/3/issue',
        headers: JsonHeaders,
        json: CreateJson,
        answers: Created,
        reply: ({ json }) => this.#create(CreateJson.parse(json)),
      },
      {
        call: 'POST /rest/api/3/issue/{key}/comment',
        headers: JsonHeaders,
        json: CommentJson,
        answers: Comment,
        reply: (call) => this.#comment(call),
      },
      {
        call: 'POST /rest/api/3/issue/{key}/transitions',
        headers: JsonHeaders,
        json: TransitionJson,
        answers: z.undefined(),
        reply: (call) => this.#move(call),
      },
    ]);
  }

  /** @throws Error for what the interface does not describe. */
  readonly reply = (call: FakeCall): Reply | undefined => this.#reply(call);

  #permissions({ query }: DescribedCall): Reply {
    const projectKey = query.get('projectKey') ?? query.get('issueKey')?.split('-')[0];
    if (projectKey !== undefined && !this.#may(projectKey, 'BROWSE_PROJECTS')) {
      return refuse(404, `No project could be found with key '${projectKey}'.`);
    }
    const held = projectKey === undefined ? Object.values(this.#site.held).flat() : (this.#site.held[projectKey] ?? []);
    const keys = (query.get('permissions') ?? '').split(',');
    const describe = (key: string) => {
      const type = key === 'ADMINISTER' || key === 'BULK_CHANGE' ? 'GLOBAL' : 'PROJECT';
      return { id: '1', key, name: key, type, description: '', havePermission: held.includes(key) };
    };
    return answerJson({ permissions: Object.fromEntries(keys.map((key) => [key, describe(key)])) });
  }

  #projects({ query }: DescribedCall): Reply {
    const [startAt, maxResults] = [Number(query.get('startAt')), Number(query.get('maxResults'))];
    const wanted = (query.get('query') ?? '').toUpperCase();
    const seen = this.#site.projects.filter((key) => this.#may(key, 'BROWSE_PROJECTS') && key.includes(wanted));
    const values = seen.slice(startAt, startAt + maxResults).map(project);
    const isLast = startAt + values.length >= seen.length;
    return answerJson({ self: `${address}/project/search`, maxResults, startAt, total: seen.length, isLast, values });
  }

  /** Knows one condition, `project = <key>`, of which NONE is one that has no tickets; anything else matches every ticket. */
  #search({ jql, maxResults, nextPageToken = '0' }: z.infer<typeof SearchJson>): Reply {
    if (/^\s*(?:order\s+by\b.*)?$/iu.test(jql)) {
      return refuse(400, 'Unbounded JQL queries are not allowed here. Please add a search restriction to your query.');
    }
    const wanted = /project = "?(\w+)/u.exec(jql)?.[1];
    if (wanted !== undefined && wanted !== 'NONE' && !this.#may(wanted, 'BROWSE_PROJECTS')) {
      return refuse(400, `The value '${wanted}' does not exist for the field 'project'.`);
    }
    const seen = this.#site.issues.filter(
      ({ key }) => this.#may(projectOf(key), 'BROWSE_PROJECTS') && (wanted === undefined || projectOf(key) === wanted),
    );
    const begin = Number(nextPageToken);
    const end = begin + Math.min(maxResults, this.#site.mostPerPage ?? Infinity);
    const isLast = end >= seen.length;
    return answerJson({ issues: seen.slice(begin, end), isLast, ...(!isLast && { nextPageToken: String(end) }) });
  }

  #comments({ parts: { key = '' }, query }: DescribedCall): Reply {
    return this.#ofTicket(key, () => {
      const all = this.#site.comments?.[key] ?? [];
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
    if (fields.issuetype.name === 'Nonsense') return refuseField('issuetype', 'Specify a valid issue type');
    this.written.push({ call: 'create', json: { fields } });
    const created = { id: '10900', key: `${key}-900`, self: `${address}/issue/10900` };
    return created201(created);
  }

  #comment({ parts: { key = '' }, json }: DescribedCall): Reply {
    return this.#ofTicket(key, () => {
      if (!this.#may(projectOf(key), 'ADD_COMMENTS')) {
        return refuse(400, 'ana@example.com, you do not have the permission to comment on this issue.');
      }
      this.written.push({ call: `comment ${key}`, json });
      return created201(comment('9', { body: CommentJson.parse(json).body }));
    });
  }

  #move({ parts: { key = '' }, json }: DescribedCall): Reply {
    return this.#ofTicket(key, () => {
      const { id } = TransitionJson.parse(json).transition;
      if (!this.#transitionsOf(key).some((one) => one.id === id)) {
        return refuse(400, `Transition id '${id}' is not valid for this issue.`);
      }
      this.written.push({ call: `move ${key}`, json });
      return { status: 204, body: '' };
    });
  }

  #ofTicket(key: string, answer: (ticket: Issue) => Reply): Reply {
    const ticket = this.#site.issues.find((one) => one.key === key);
    if (ticket === undefined || !this.#may(projectOf(key), 'BROWSE_PROJECTS')) {
      return refuse(404, 'Issue does not exist or you do not have permission to see it.');
    }
    return answer(ticket);
  }

  #transitionsOf(key: string): readonly Transition[] {
    return this.#may(projectOf(key), 'TRANSITION_ISSUES') ? (this.#site.transitions?.[key] ?? []) : [];
  }

  #may(key: string, permission: string): boolean {
    return this.#site.projects.includes(key) && (this.#site.held[key] ?? []).includes(permission);
  }
}

const projectOf = (key: string): string => key.split('-')[0] ?? '';

function created201(value: unknown): Reply {
  return { status: 201, body: JSON.stringify(value) };
}

export function refuse(status: number, message: string): Reply {
  return { status, body: JSON.stringify({ errorMessages: [message], errors: {} }) };
}

export function refuseField(field: string, message: string): Reply {
  return { status: 400, body: JSON.stringify({ errorMessages: [], errors: { [field]: message } }) };
}
