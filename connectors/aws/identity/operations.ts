/** The operations of `identity.*`, put together. */
import { accountOperations } from './accounts.ts';
import { whoAmIOperations } from './who-am-i.ts';

export const identityOperations = { ...accountOperations, ...whoAmIOperations };
