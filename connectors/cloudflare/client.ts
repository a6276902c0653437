/** The only file of this connector that talks to the network. */
import type { z } from 'zod';
import { createAsker } from '../../src/connector/ask-json.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import type { FormFields } from '../../src/core/http-body.ts';
import type { manifest } from './manifest.ts';
import { RecordsAnswer, VerifyAnswer, ZoneAnswer, ZonesAnswer } from './schema.ts';
import { symptoms } from './symptoms.ts';

export type CloudflareContext = ConnectorContext<typeof manifest>;

/** Pages are numbered from 1. */
export interface PageOf {
  readonly page: number;
  readonly perPage: number;
}

export interface CloudflareClient {
  listZones(question: PageOf & { readonly name?: string | undefined }): Promise<z.infer<typeof ZonesAnswer>>;
  getZone(zone: string): Promise<z.infer<typeof ZoneAnswer>>;
  listRecords(
    zone: string,
    question: PageOf & { readonly name?: string | undefined; readonly type?: string | undefined },
  ): Promise<z.infer<typeof RecordsAnswer>>;
  /** Of a person, or of the account that is named: a token is known in one of the two places. */
  verifyToken(account?: string): Promise<z.infer<typeof VerifyAnswer>>;
}

export function openCloudflare(context: CloudflareContext): CloudflareClient {
  const http = context.http('CLOUDFLARE_URL', { authorize: () => authorize(context) });
  const ask = createAsker(context, { http, symptoms });
  const get = async <S extends z.ZodType>(schema: S, path: string, query: FormFields = {}): Promise<z.infer<S>> =>
    (await ask(schema, { method: 'GET', path, query, access: 'read' })).answer;
  return {
    // Sorted by name, so that a page means the same at every call.
    listZones: ({ name, ...pages }) => get(ZonesAnswer, '/zones', { name, order: 'name', ...fieldsOf(pages) }),
    getZone: (zone) => get(ZoneAnswer, `/zones/${zone}`),
    listRecords: (zone, { name, type, ...pages }) =>
      get(RecordsAnswer, `/zones/${zone}/dns_records`, { name, type, order: 'name', ...fieldsOf(pages) }),
    verifyToken: (account) =>
      get(VerifyAnswer, account === undefined ? '/user/tokens/verify' : `/accounts/${account}/tokens/verify`),
  };
}

async function authorize({ secrets }: CloudflareContext): Promise<Record<string, string>> {
  const token = await secrets.read('CLOUDFLARE_API_TOKEN');
  return token === undefined ? {} : { authorization: `Bearer ${token.reveal()}` };
}

function fieldsOf({ page, perPage }: PageOf): FormFields {
  return { page: String(page), per_page: String(perPage) };
}
