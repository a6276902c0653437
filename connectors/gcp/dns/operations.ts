/** The operations of `dns.*`, put together. */
import { zoneOperations } from './operations/zones.ts';

export const dnsOperations = {
  ...zoneOperations,
};
