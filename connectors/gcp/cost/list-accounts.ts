import type { GcpContext } from '../context.ts';
import type { AnswerOf } from '../schema.ts';
import { askLibrary } from './ask-library.ts';
import { createBillingClient, oneTry } from './billing-client.ts';

interface Page {
  readonly pageSize: number;
  readonly pageToken?: string;
}

/** One page of the billing accounts that the credential sees. */
export function listAccounts(context: GcpContext, page: Page): Promise<AnswerOf<'cloudbilling.billingAccounts.list'>> {
  return askLibrary(context, 'cloudbilling.billingAccounts.list', {
    path: {},
    call: async (sendRequest) => {
      const client = await createBillingClient(sendRequest);
      return client.listBillingAccounts(page, oneTry);
    },
  });
}
