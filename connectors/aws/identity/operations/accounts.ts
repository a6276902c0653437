/**
 * Accounts of the organization. Every account may read the organization; AWS returns the list of accounts
 * only to the management account and delegated administrators. Addresses of owners are left out.
 */
import type { Account, Organization } from '@aws-sdk/client-organizations';
import type { DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { distinct, known, timeOf } from '../../members.ts';
import { type Missing, readPart, withMissing } from '../../parts.ts';
import { answerPage, type Page } from '../../paging.ts';
import { homeRegion } from '../../access/regions.ts';

const onlyAdministrators =
  'AWS lets only the management account and delegated administrators of an organization list its accounts.';

export const accountOperations = {
  'identity.listAccounts': {
    async run(args, context) {
      const missing: Missing = [];
      const organization = await readPart(missing, 'The organization', () => readOrganization(context));
      const answer = await answerPage(
        { operation: 'identity.listAccounts', args, region: homeRegion(context), what: 'accounts' },
        async (after) => {
          const read = (): Promise<Page<Account>> => readAccounts(context, args.limit, after);
          // With neither there is nothing to answer.
          if (organization === undefined) return read();
          const page = await readPart(missing, 'The list of accounts', read);
          if (page === undefined) missing.push(onlyAdministrators);
          return page ?? { items: [] };
        },
        (accounts) => ({
          accounts: accounts.map(toAccount),
          ...(organization !== undefined && { organization: toOrganization(organization) }),
        }),
      );
      return withMissing(answer, missing);
    },
  },
} satisfies AwsOperations<'identity.listAccounts'>;

async function readOrganization(context: AwsContext): Promise<Organization> {
  const { OrganizationsClient: Client, DescribeOrganizationCommand } = await import('@aws-sdk/client-organizations');
  const [region, command] = [homeRegion(context), new DescribeOrganizationCommand({})];
  const answer = await ask(context, { call: 'organizations:DescribeOrganization', region, Client, command });
  return need(answer.Organization, 'Organization');
}

async function readAccounts(context: AwsContext, MaxResults: number, NextToken?: string): Promise<Page<Account>> {
  const { OrganizationsClient: Client, ListAccountsCommand } = await import('@aws-sdk/client-organizations');
  const [region, command] = [homeRegion(context), new ListAccountsCommand({ MaxResults, NextToken })];
  const answer = await ask(context, { call: 'organizations:ListAccounts', region, Client, command });
  return { items: answer.Accounts ?? [], next: answer.NextToken };
}

type Told = DataOf<'identity.listAccounts'>;

function toOrganization(organization: Organization): NonNullable<Told['organization']> {
  return {
    id: need(organization.Id, 'Organization.Id'),
    ...known({ managementAccountId: organization.MasterAccountId, featureSet: organization.FeatureSet }),
  };
}

/** `Status` is the older member, and the only one where AWS does not return `State` yet. */
function toAccount(account: Account): Told['accounts'][number] {
  return {
    id: need(account.Id, 'Accounts[].Id'),
    name: need(account.Name, 'Accounts[].Name'),
    state: need(account.State ?? account.Status, 'Accounts[].State'),
    paths: distinct(account.Paths ?? []),
    ...known({ joinedAt: timeOf(account.JoinedTimestamp), joinedBy: account.JoinedMethod }),
  };
}
