import type { Handlers } from '../../src/connector/connector.ts';
import { conversationHandlers } from './conversations.ts';
import { historyHandlers } from './history.ts';
import type { manifest } from './manifest.ts';
import { writeHandlers } from './writes.ts';

export const handlers = {
  ...conversationHandlers,
  ...historyHandlers,
  ...writeHandlers,
} satisfies Handlers<typeof manifest>;
