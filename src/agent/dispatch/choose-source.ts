import type { OperationName } from '../../../catalog/index.ts';
import type { Operation } from '../../../catalog/operation.ts';
import type { PlannedConnector } from '../../../connectors/planned.ts';
import type { OperationBinding } from '../../connector/manifest.ts';
import { Fault } from '../../core/fault.ts';
import type { ConnectorHost } from '../connector-host.ts';

export interface Source {
  readonly host: ConnectorHost;
  readonly binding: OperationBinding;
}

export interface Sources {
  readonly hosts: readonly ConnectorHost[];
  /** Systems that answer once their connector is written. */
  readonly planned: readonly PlannedConnector[];
}

/**
 * The one connector that answers. Nobody's data is mixed with another's: with several candidates the
 * caller must name one. @throws Fault `ambiguous_source`, `invalid_arguments` or `not_configured`.
 */
export function chooseSource({ name }: Operation, { hosts, planned }: Sources, wanted: string | undefined): Source {
  const able = hosts.flatMap((host) => {
    const binding = host.setup.manifest.operations[name as OperationName];
    return binding === undefined ? [] : [{ host, binding }];
  });
  const isWanted = (id: string): boolean => wanted === undefined || id === wanted;
  const named = able.filter(({ host }) => isWanted(host.id));
  const ready = named.filter(({ host }) => host.setup.missing === undefined);
  const [only, ...others] = ready;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) {
    const candidates = ready.map(({ host }) => host.id);
    throw new Fault('ambiguous_source', { candidates }, `Name one as source: ${candidates.join(', ')}.`);
  }
  // Where somebody began to configure one, that is the one to go on with.
  const begun = named.find(({ host }) => host.setup.isTouched) ?? named[0];
  begun?.host.requireConfigured();
  const later = planned.filter(
    ({ id, operations }) => operations.includes(name as OperationName) && !able.some(({ host }) => host.id === id),
  );
  const awaited = later.filter(({ id }) => isWanted(id));
  if (awaited.length > 0) throw noConnectorYet(name, awaited);
  const known = [...able.map(({ host }) => host.id), ...later.map(({ id }) => id)];
  const remedy = `Leave source out, or name a connector that answers ${name}: ${known.join(', ') || 'none does'}.`;
  throw new Fault('invalid_arguments', { field: 'source' }, remedy);
}

/** Names the systems and no variable: nothing can be set before the connector exists. */
function noConnectorYet(name: string, awaited: readonly PlannedConnector[]): Fault {
  const systems = awaited.map(({ title }) => title);
  const remedy = `This version has no connector for ${systems.join(', ')}, which would answer ${name}. Nothing can be set to change that: install a version that has one.`;
  return new Fault('not_configured', { systems }, remedy);
}
