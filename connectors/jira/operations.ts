import type { Handlers } from '../../src/connector/connector.ts';
import { getTicketHandler } from './get-ticket.ts';
import type { manifest } from './manifest.ts';
import { readHandlers } from './reads.ts';
import { writeHandlers } from './writes.ts';

export const handlers = { ...readHandlers, ...getTicketHandler, ...writeHandlers } satisfies Handlers<typeof manifest>;
