/** What the operations and checks ask of a Jira, whichever of the two it is, and the calls that both are made of. */
import type { z } from 'zod';
import type { ArgumentsOf } from '../../catalog/index.ts';
import { type AskerOptions, createAsker } from '../../src/connector/ask-json.ts';
import type { Answer } from '../../src/connector/connector.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import { diagnose } from '../../src/connector/symptom.ts';
import type { FormFields } from '../../src/core/http-body.ts';
import type { HttpClient, HttpResponse } from '../../src/core/http-client.ts';
import type { manifest } from './manifest.ts';
import {
  type CommentsAnswer,
  CreatedComment,
  CreatedIssue,
  DetailedIssue,
  type Issue,
  type Myself,
  type Project,
  TransitionsAnswer,
} from './schema.ts';
import { symptoms } from './symptoms.ts';

export type JiraContext = ConnectorContext<typeof manifest>;
type Body = ArgumentsOf<'tickets.addComment'>['body'];

/** Part of a list, and where it goes on. */
export interface Page<Row> extends Pick<Answer, 'truncated' | 'nextCursor'> {
  readonly rows: readonly Row[];
  /** Why the rest of the list cannot be read; undefined where it can, or there is none. */
  readonly cut?: string;
}

interface PageQuestion {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface ProjectsQuestion extends PageQuestion {
  readonly query?: string | undefined;
}

interface SearchQuestion extends PageQuestion {
  readonly jql: string;
  readonly fields: readonly string[];
  /** What the list is about beside the query: a cursor of another list is refused. */
  readonly about: readonly unknown[];
}

export interface Written<T> {
  readonly answer: T;
  /** Jira did not take the credential, and what was written has no author. */
  readonly isByNobody: boolean;
}

export interface JiraClient {
  /** How it writes descriptions, comments and texts of other fields. */
  readonly textFormat: 'plain' | 'jira_wiki';
  whoAmI(): Promise<z.infer<typeof Myself>>;
  /** Keys of those that are held: in any project, in one, or for one ticket. */
  heldOf(keys: readonly string[], where?: { project?: string; ticket?: string }): Promise<ReadonlySet<string>>;
  /** Those that may be browsed, by their keys. @throws Fault also for a cursor of another list. */
  listProjects(question: ProjectsQuestion): Promise<Page<Project>>;
  /** @throws Fault also for a cursor of another list. */
  search(question: SearchQuestion): Promise<Page<Issue>>;
  getIssue(key: string, fields: readonly string[]): Promise<DetailedIssue>;
  /** The latest first. */
  listComments(key: string, limit: number): Promise<z.infer<typeof CommentsAnswer>>;
  listTransitions(key: string): Promise<z.infer<typeof TransitionsAnswer>>;
  /** The text of a caller as this Jira takes it. */
  toBody(body: Body): unknown;
  readonly create: (fields: object) => Promise<Written<z.infer<typeof CreatedIssue>>>;
  addComment(key: string, body: Body): Promise<Written<z.infer<typeof CreatedComment>>>;
  readonly transition: (
    key: string,
    change: { id: string; fields?: object | undefined },
  ) => Promise<Written<undefined>>;
}

type Headers = Pick<HttpResponse, 'headers'>;

interface CallOptions {
  readonly http: HttpClient;
  /** Path of the interface, with its version. */
  readonly base: string;
  readonly isAnswer: NonNullable<AskerOptions['isAnswer']>;
  readonly isByNobody: (response: Headers) => boolean;
  /** Checks the headers of every answer to a read. */
  readonly afterRead?: (response: Headers) => Promise<void>;
}

export interface Calls extends Pick<JiraClient, 'getIssue' | 'listTransitions' | 'create' | 'transition'> {
  readonly get: <S extends z.ZodType>(schema: S, path: string, query?: FormFields) => Promise<z.infer<S>>;
  /** A question that is sent with POST, because it may be longer than an address may be. */
  readonly question: <S extends z.ZodType>(schema: S, path: string, json: object) => Promise<z.infer<S>>;
  readonly comment: (key: string, body: unknown) => ReturnType<JiraClient['addComment']>;
}

/** Paths are below `base`. */
export function createCalls(
  context: JiraContext,
  { http, base, isAnswer, isByNobody, afterRead = () => Promise.resolve() }: CallOptions,
): Calls {
  const ask = createAsker(context, { http, symptoms, isAnswer });
  /** A write that was done is done, whatever author Jira recorded: reported as a refusal it would be sent again. */
  const askToWrite = createAsker(context, {
    http,
    symptoms,
    isAnswer: (response) => isAnswer(response) || (response.status === 201 && !response.isPage),
  });
  async function write<S extends z.ZodType>(schema: S, path: string, json: object): Promise<Written<z.infer<S>>> {
    const { answer, headers } = await askToWrite(schema, {
      method: 'POST',
      path: `${base}${path}`,
      json,
      access: 'write',
    });
    return { answer, isByNobody: isByNobody({ headers }) };
  }
  async function get<S extends z.ZodType>(schema: S, path: string, query?: FormFields): Promise<z.infer<S>> {
    const { answer, headers } = await ask(schema, {
      method: 'GET',
      path: `${base}${path}`,
      ...(query !== undefined && { query }),
      access: 'read',
    });
    await afterRead({ headers });
    return answer;
  }
  return {
    get,
    async question(schema, path, json) {
      const request = { method: 'POST', path: `${base}${path}`, json, access: 'read' } as const;
      const { answer, headers } = await ask(schema, request);
      await afterRead({ headers });
      return answer;
    },
    getIssue: (key, fields) => get(DetailedIssue, issuePath(key), { fields: fields.join(','), updateHistory: 'false' }),
    listTransitions: (key) => get(TransitionsAnswer, `${issuePath(key)}/transitions`, { expand: 'transitions.fields' }),
    create: (fields) => write(CreatedIssue, '/issue', { fields }),
    comment: (key, body) => write(CreatedComment, `${issuePath(key)}/comment`, { body }),
    // An answer that has no body when it is yes.
    async transition(key, { id, fields }) {
      const path = `${base}${issuePath(key)}/transitions`;
      const json = { transition: { id }, fields };
      const response = await http.send({ method: 'POST', path, json, access: 'write' });
      if (response.status === 204) return { answer: undefined, isByNobody: isByNobody(response) };
      const { config, clock } = context;
      throw diagnose(symptoms, { response, path, nowMs: clock.now(), variable: (name) => config.describe(name) });
    },
  };
}

export function issuePath(key: string): string {
  return `/issue/${encodeURIComponent(key)}`;
}
