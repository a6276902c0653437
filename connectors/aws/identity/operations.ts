/** The operations of `identity.*`, put together. */
import { accountOperations } from './operations/accounts.ts';
import { whoAmIOperations } from './operations/who-am-i.ts';

export const identityOperations = {
  ...accountOperations,
  ...whoAmIOperations,
};
