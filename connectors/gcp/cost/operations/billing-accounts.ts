import type { GcpOperations } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { lastPart, present } from '../../wording.ts';
import { listAccounts } from '../list-accounts.ts';

/** The vendor answers 200 with nothing in it to whoever holds no role on any billing account. */
const nothingSeen =
  'The credential sees no billing account: roles/billing.viewer must be granted on a billing account; on a project it has no effect here.';

export const billingAccountOperations: GcpOperations<'cost.listBillingAccounts'> = {
  'cost.listBillingAccounts': {
    async run(args, context) {
      const list = await readList({
        operation: 'cost.listBillingAccounts',
        args,
        read: async ({ pageToken }) => {
          const answer = await listAccounts(context, {
            pageSize: args.limit,
            ...(pageToken !== undefined && { pageToken }),
          });
          return { rows: answer.billingAccounts, nextPageToken: answer.nextPageToken };
        },
        empty: nothingSeen,
      });
      const accounts = list.rows.map((one) => ({
        id: lastPart(one.name),
        name: one.displayName ?? lastPart(one.name),
        isOpen: one.open === true,
        ...present({
          currency: one.currencyCode,
          resellerAccountId:
            one.masterBillingAccount === undefined || one.masterBillingAccount === ''
              ? undefined
              : lastPart(one.masterBillingAccount),
          parent: one.parent,
        }),
      }));
      return { data: { accounts }, ...outcomeOf(list) };
    },
  },
};
