/** The only file of this connector that talks to the network. GraphQL travels by POST and is a read: `document.ts` makes nothing but queries. */
import type { z } from 'zod';
import { createAsker, isPlainAnswer } from '../../src/connector/ask-json.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import type { FormFields } from '../../src/core/http-body.ts';
import type { DecodedResponse, DecodedText } from '../../src/connector/decoded-response.ts';
import type { Document } from './document.ts';
import type { manifest } from './manifest.ts';
import { AnyAnswer, ApplicationsPage, ConnectorsPage, type Row, RowsAnswer, WorkloadsPage } from './schema.ts';
import { symptoms } from './symptoms.ts';

export type AzionContext = ConnectorContext<typeof manifest>;

export interface PageOf {
  readonly search?: string | undefined;
  readonly page: number;
  readonly size: number;
}

export interface AzionClient {
  listApplications(question: PageOf): Promise<z.infer<typeof ApplicationsPage>>;
  listConnectors(question: PageOf): Promise<z.infer<typeof ConnectorsPage>>;
  listWorkloads(question: PageOf): Promise<z.infer<typeof WorkloadsPage>>;
  queryMetrics(document: Document): Promise<readonly Row[]>;
  queryEvents(document: Document): Promise<readonly Row[]>;
  /** Asks the smallest thing there is. @throws Fault when it is refused. */
  touch(interfaceName: 'workspace' | 'metrics' | 'events'): Promise<void>;
}

export function openAzion(context: AzionContext): AzionClient {
  const http = context.http('AZION_URL', { authorize: () => authorize(context) });
  const ask = createAsker(context, { http, symptoms, isAnswer });

  const list = async <S extends z.ZodType>(schema: S, what: string, { search, page, size }: PageOf) => {
    // Sorted by name, so that a page means the same at every call.
    const query: FormFields = { name: search, ordering: 'name', page: String(page), page_size: String(size) };
    return (await ask(schema, { method: 'GET', path: `/v4/workspace/${what}`, query, access: 'read' })).answer;
  };
  const post = async <S extends z.ZodType>(schema: S, what: 'metrics' | 'events', json: unknown) =>
    (await ask(schema, { method: 'POST', path: `/v4/${what}/graphql`, json, access: 'read' })).answer;

  return {
    listApplications: (question) => list(ApplicationsPage, 'applications', question),
    listConnectors: (question) => list(ConnectorsPage, 'connectors', question),
    listWorkloads: (question) => list(WorkloadsPage, 'workloads', question),
    queryMetrics: async (document) => (await post(RowsAnswer, 'metrics', document)).data.rows,
    queryEvents: async (document) => (await post(RowsAnswer, 'events', document)).data.rows,
    async touch(name) {
      if (name === 'workspace') await list(AnyAnswer, 'applications', { page: 1, size: 1 });
      else await post(AnyAnswer, name, { query: 'query Touch { __typename }' });
    },
  };
}

/** GraphQL refuses with 200 too, and says so in the answer. */
function isAnswer(response: DecodedResponse): boolean {
  return isPlainAnswer(response) && !hasErrors(response.body);
}

function hasErrors(body: DecodedText): boolean {
  if (!/"errors"\s*:/u.test(body)) return false;
  try {
    const { errors } = JSON.parse(body) as { errors?: unknown };
    return Array.isArray(errors) && errors.length > 0;
  } catch {
    // No JSON is no answer either: reading it says so.
    return false;
  }
}

async function authorize({ secrets }: AzionContext): Promise<Record<string, string>> {
  const token = (await secrets.read('AZION_TOKEN'))?.reveal();
  if (token === undefined) return {};
  return { authorization: `${isPersonal(token) ? 'Token' : 'Bearer'} ${token}` };
}

/** As Azion makes them: https://github.com/aziontech/mcp-server tells them apart so. */
function isPersonal(token: string): boolean {
  return token.length === 40 && token.startsWith('azion');
}
