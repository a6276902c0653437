/** The context this connector's code runs in, and the handlers that its files export. */
import type { Handlers } from '../../src/connector/connector.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import type { manifest } from './manifest.ts';

export type GithubManifest = typeof manifest;
export type GithubContext = ConnectorContext<GithubManifest>;

/** The handlers of these operations, and of no others. */
export type GithubHandlers<Names extends keyof Handlers<GithubManifest>> = Pick<Handlers<GithubManifest>, Names>;
