/** The operations of `dns.*`, put together. */
import { recordOperations } from './records.ts';
import { zoneOperations } from './zones.ts';

export const dnsOperations = { ...recordOperations, ...zoneOperations };
