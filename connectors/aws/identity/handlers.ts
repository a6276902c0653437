/** The handlers of `identity.*`, put together. */
import { accountHandlers } from './accounts.ts';
import { whoAmIHandlers } from './who-am-i.ts';

export const identityHandlers = { ...accountHandlers, ...whoAmIHandlers };
