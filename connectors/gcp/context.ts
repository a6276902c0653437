/** The context this connector's code runs in, and the operations that its files export. */
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import type { Manifest } from '../../src/connector/manifest.ts';
import type { declarations } from './slices.ts';
import type { checkDeclarations } from './checks.ts';
import type { variables } from './variables.ts';

/** The manifest as far as types depend on it. */
export type GcpManifest = Omit<Manifest, 'config' | 'operations' | 'checks'> & {
  readonly config: typeof variables;
  readonly operations: typeof declarations;
  readonly checks: typeof checkDeclarations;
};
export type GcpContext = ConnectorContext<GcpManifest>;

/** The operations of these operations, and of no others. */
export type GcpOperations<Names extends keyof ConnectorOperations<GcpManifest>> = Pick<
  ConnectorOperations<GcpManifest>,
  Names
>;

/** All operations of one domain, for a folder that holds them in one file: another one needs no line here. */
export type GcpDomain<Domain extends string> = GcpOperations<
  Extract<keyof ConnectorOperations<GcpManifest>, `${Domain}.${string}`>
>;

/** Id of the project that is read. The host starts nothing without it. */
export function projectOf({ config }: Pick<GcpContext, 'config'>): string {
  return config.text('GCP_PROJECT') ?? '';
}
