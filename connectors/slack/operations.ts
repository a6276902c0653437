import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { conversationOperations } from './conversations.ts';
import { historyOperations } from './history.ts';
import type { manifest } from './manifest.ts';
import { writeOperations } from './writes.ts';

export const operations = {
  ...conversationOperations,
  ...historyOperations,
  ...writeOperations,
} satisfies ConnectorOperations<typeof manifest>;
