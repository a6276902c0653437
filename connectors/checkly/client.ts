/** The only file of this connector that talks to the network. Every call names the account, when one is configured. */
import type { z } from 'zod';
import { createAsker } from '../../src/connector/ask-json.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import type { FormFields } from '../../src/core/http-body.ts';
import type { manifest } from './manifest.ts';
import {
  type Account,
  AccountsAnswer,
  type Check,
  ChecksAnswer,
  OlderResults,
  type Result,
  ResultsPage,
} from './schema.ts';
import { symptoms } from './symptoms.ts';

export type ChecklyContext = ConnectorContext<typeof manifest>;

/** Times are whole seconds since 1970. */
export interface ResultsQuestion {
  readonly fromSec: number;
  readonly toSec: number;
  readonly failedOnly: boolean;
  readonly limit: number;
}

export interface ChecklyClient {
  /** Accounts that the key may be used for, whichever is configured. */
  listAccounts(): Promise<readonly Account[]>;
  /** Pages are numbered from 1. */
  listChecks(page: number, limit: number): Promise<readonly Check[]>;
  listResults(check: string, question: ResultsQuestion, nextId?: string): Promise<z.infer<typeof ResultsPage>>;
  /** The version that is being retired: at most six hours at a time, and five calls in ten seconds. */
  listOlderResults(check: string, question: ResultsQuestion, page: number): Promise<readonly Result[]>;
}

export function openCheckly(context: ChecklyContext): ChecklyClient {
  const askerWith = (authorize: () => Promise<Record<string, string>>) =>
    createAsker(context, { http: context.http('CHECKLY_URL', { authorize }), symptoms });
  const ask = askerWith(async () => ({ ...(await authorize(context)), ...accountHeader(context) }));
  const askWithoutAccount = askerWith(() => authorize(context));
  const get = async <S extends z.ZodType>(schema: S, path: string, query: FormFields): Promise<z.infer<S>> =>
    (await ask(schema, { method: 'GET', path, query, access: 'read' })).answer;
  return {
    listAccounts: async () =>
      (await askWithoutAccount(AccountsAnswer, { method: 'GET', path: '/v1/accounts', access: 'read' })).answer,
    listChecks: (page, limit) => get(ChecksAnswer, '/v1/checks', { page: String(page), limit: String(limit) }),
    listResults: (check, question, nextId) =>
      get(ResultsPage, `/v2/check-results/${check}`, { ...fieldsOf(question), resultType: 'ALL', nextId }),
    listOlderResults: (check, question, page) =>
      get(OlderResults, `/v1/check-results/${check}`, {
        ...fieldsOf(question),
        resultType: 'ALL',
        page: String(page),
      }),
  };
}

async function authorize({ secrets }: ChecklyContext): Promise<Record<string, string>> {
  const key = await secrets.read('CHECKLY_API_KEY');
  return key === undefined ? {} : { authorization: `Bearer ${key.reveal()}` };
}

function accountHeader({ config }: ChecklyContext): Record<string, string> {
  const account = config.text('CHECKLY_ACCOUNT_ID');
  return account === undefined ? {} : { 'x-checkly-account': account };
}

function fieldsOf({ fromSec, toSec, failedOnly, limit }: ResultsQuestion): FormFields {
  return {
    from: String(fromSec),
    to: String(toSec),
    limit: String(limit),
    hasFailures: failedOnly ? 'true' : undefined,
  };
}
