/** One page of any list of QuickSight. Every request names the account. */
import type { OperationName } from '../../../catalog/index.ts';
import type { Answer } from '../../../src/connector/connector.ts';
import { Fault } from '../../../src/core/fault.ts';
import type { AwsContext } from '../access/context.ts';
import { known } from '../members.ts';
import { answerPage, type Page } from '../paging.ts';
import { chooseRegion } from '../access/regions.ts';
import { accountOf } from '../access/account.ts';

export interface Listing<Item, Data> {
  readonly operation: OperationName;
  readonly args: { readonly region?: string | undefined; readonly limit: number; readonly cursor?: string | undefined };
  /** What the list holds, in the plural. */
  readonly what: string;
  readonly read: (input: ListInput, region: string) => Promise<Page<Item>>;
  readonly toData: (items: readonly Item[], region: string) => Data;
}

/** Members that every list of the vendor takes. */
export interface ListInput {
  readonly AwsAccountId: string;
  readonly MaxResults: number;
  readonly NextToken?: string;
}

export async function answerListing<Item, Data>(
  context: AwsContext,
  { operation, args, what, read, toData }: Listing<Item, Data>,
): Promise<Answer<Data>> {
  const region = chooseRegion(context, args.region);
  return answerPage(
    { operation, args, region, what },
    async (NextToken) =>
      read({ AwsAccountId: await ownAccount(context), MaxResults: args.limit, ...known({ NextToken }) }, region),
    (items) => toData(items, region),
  );
}

/** The account of the credential; no other is ever read. @throws Fault `upstream_changed` when AWS does not return it. */
export async function ownAccount(context: AwsContext): Promise<string> {
  const account = await accountOf(context);
  if (/^\d{12}$/u.test(account)) return account;
  const remedy = 'Report the path to Farol: AWS did not return the account of the credential as twelve digits.';
  throw new Fault('upstream_changed', { path: 'GetCallerIdentity.Account' }, remedy);
}
