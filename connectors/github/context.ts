/** The context this connector's code runs in, and the operations that its files export. */
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import type { manifest } from './manifest.ts';

export type GithubManifest = typeof manifest;
export type GithubContext = ConnectorContext<GithubManifest>;

/** The code of these operations, and of no others. */
export type GithubOperations<Names extends keyof ConnectorOperations<GithubManifest>> = Pick<
  ConnectorOperations<GithubManifest>,
  Names
>;
