/** The handlers of `dns.*`, put together. */
import { recordHandlers } from './records.ts';
import { zoneHandlers } from './zones.ts';

export const dnsHandlers = { ...recordHandlers, ...zoneHandlers };
