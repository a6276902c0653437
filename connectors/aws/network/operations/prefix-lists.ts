/** Managed prefix lists: those of the account, those shared with it and those of AWS. */
import type { ManagedPrefixList } from '@aws-sdk/client-ec2';
import type { DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { filtersOf, type TagFilter } from '../../filters.ts';
import { readKept } from '../../cached-page.ts';
import { tagsOf, known } from '../../members.ts';

const mostInPage = 100;

export const prefixListOperations = {
  'network.listPrefixLists': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { ids, names, tags } = args.filters ?? {};
      const Filters = filtersOf({ 'prefix-list-id': ids, 'prefix-list-name': names });
      const { EC2Client: Client, DescribeManagedPrefixListsCommand } = await import('@aws-sdk/client-ec2');
      return answerPage(
        { operation: 'network.listPrefixLists', args, region, what: 'prefix lists' },
        (after) =>
          readKept(after, {
            limit: args.limit,
            // This list has no filter for tags: whole pages are read, and those without the tags left out.
            ...(tags === undefined
              ? { size: args.limit }
              : { size: mostInPage, pages: 10, keep: (list: ManagedPrefixList) => hasTags(list, tags) }),
            async read(NextToken, MaxResults) {
              const command = new DescribeManagedPrefixListsCommand({ Filters, NextToken, MaxResults });
              const answer = await ask(context, { call: 'ec2:DescribeManagedPrefixLists', region, Client, command });
              return { items: answer.PrefixLists ?? [], next: answer.NextToken };
            },
          }),
        (lists) => ({ region, prefixLists: lists.map(toPrefixList) }),
      );
    },
  },
} satisfies AwsOperations<'network.listPrefixLists'>;

function hasTags({ Tags = [] }: ManagedPrefixList, wanted: readonly TagFilter[]): boolean {
  return wanted.every(({ key, value }) =>
    Tags.some((tag) => tag.Key === key && (value === undefined || (tag.Value ?? '') === value)),
  );
}

export function toPrefixList(list: ManagedPrefixList): DataOf<'network.listPrefixLists'>['prefixLists'][number] {
  return {
    id: need(list.PrefixListId, 'PrefixLists[].PrefixListId'),
    name: need(list.PrefixListName, 'PrefixLists[].PrefixListName'),
    ...known({ addressFamily: list.AddressFamily }),
    ...known({ ownerId: list.OwnerId }),
    tags: tagsOf(list.Tags),
    ...known({ state: list.State, stateReason: list.StateMessage, maxEntries: list.MaxEntries, version: list.Version }),
  };
}
