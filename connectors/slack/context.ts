import type { ConnectorContext } from '../../src/connector/context.ts';
import type { manifest } from './manifest.ts';

export type SlackContext = ConnectorContext<typeof manifest>;
