/** Search engine clusters. One call names them all, another describes five at a time. */
import type { DomainStatus } from '@aws-sdk/client-opensearch';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { readWhole } from '../../cached-page.ts';
import { type Missing, withMissing } from '../../parts.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { toSearchDomain } from './to-search-domain.ts';

/** Most names in one question: https://docs.aws.amazon.com/opensearch-service/latest/APIReference/API_DescribeDomains.html */
const describedAtOnce = 5;
/** In one answer, so that its calls stay within what an operation may make, with some to spare. */
const mostDescribed = 75;

interface Asked {
  readonly context: AwsContext;
  readonly region: string;
}

export const searchDomainOperations = {
  'databases.listSearchDomains': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const missing: Missing = [];
      const answer = await answerPage(
        { operation: 'databases.listSearchDomains', args, region, what: 'search domains' },
        async (after) => {
          const names = await readWhole(
            after,
            Math.min(args.limit, mostDescribed),
            () => readNames({ context, region }),
            (name) => name,
          );
          const items = await describe({ context, region }, names.items);
          const gone = names.items.length - items.length;
          if (gone > 0) missing.push(`${gone} of the named domains were not returned: they were deleted meanwhile.`);
          return { ...names, items };
        },
        (domains) => ({ region, domains: domains.map(toSearchDomain) }),
      );
      return withMissing(answer, missing);
    },
  },
} satisfies AwsOperations<'databases.listSearchDomains'>;

async function readNames({ context, region }: Asked): Promise<string[]> {
  const { OpenSearchClient: Client, ListDomainNamesCommand } = await import('@aws-sdk/client-opensearch');
  const command = new ListDomainNamesCommand({});
  const answer = await ask(context, { call: 'es:ListDomainNames', region, Client, command });
  return (answer.DomainNames ?? []).map(({ DomainName }) => need(DomainName, 'DomainNames[].DomainName'));
}

async function describe({ context, region }: Asked, names: readonly string[]): Promise<DomainStatus[]> {
  const { OpenSearchClient: Client, DescribeDomainsCommand } = await import('@aws-sdk/client-opensearch');
  const domains: DomainStatus[] = [];
  for (let at = 0; at < names.length; at += describedAtOnce) {
    const command = new DescribeDomainsCommand({ DomainNames: names.slice(at, at + describedAtOnce) });
    const answer = await ask(context, { call: 'es:DescribeDomains', region, Client, command });
    domains.push(...need(answer.DomainStatusList, 'DomainStatusList'));
  }
  return domains;
}
