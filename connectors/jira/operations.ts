import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { getTicketHandler } from './get-ticket.ts';
import type { manifest } from './manifest.ts';
import { readOperations } from './reads.ts';
import { writeOperations } from './writes.ts';

export const operations = { ...readOperations, ...getTicketHandler, ...writeOperations } satisfies ConnectorOperations<
  typeof manifest
>;
