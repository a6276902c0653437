import type { OperationName } from '../../../catalog/index.ts';
import type { Operation } from '../../../catalog/operation.ts';
import type { OperationDeclaration } from '../../connector/manifest.ts';
import { Fault } from '../../core/fault.ts';
import type { QuestionHost } from '../connectors/connector-host.ts';

export interface Source {
  readonly host: QuestionHost;
  readonly declaration: OperationDeclaration;
}

/**
 * The one connector that answers. Data of several systems is never mixed: with several candidates the
 * caller must name one. @throws Fault `ambiguous_source`, `invalid_arguments` or `not_configured`.
 */
export function chooseSource({ name }: Operation, hosts: readonly QuestionHost[], wanted: string | undefined): Source {
  const able = hosts.flatMap((host) => {
    const declaration = host.setup.manifest.operations[name as OperationName];
    return declaration === undefined ? [] : [{ host, declaration }];
  });
  const named = able.filter(({ host }) => wanted === undefined || host.id === wanted);
  const ready = named.filter(({ host }) => host.setup.missing === undefined);
  const [only, ...others] = ready;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) {
    const candidates = ready.map(({ host }) => host.id);
    throw new Fault('ambiguous_source', { candidates }, `Name one as source: ${candidates.join(', ')}.`);
  }
  // Where somebody began to configure one, that is the one to go on with.
  const begun = named.filter(({ host }) => host.setup.isTouched);
  requireOne(name, begun.length > 0 ? begun : named);
  const known = able.map(({ host }) => host.id);
  const remedy = `Leave source out, or name a connector that answers ${name}: ${known.join(', ') || 'none does'}.`;
  throw new Fault('invalid_arguments', { field: 'source' }, remedy);
}

/** @throws Fault `not_configured` when any of these could answer and none is configured. */
function requireOne(operation: string, sources: readonly Source[]): void {
  const [only, ...others] = sources;
  if (others.length === 0) {
    only?.host.requireConfigured();
    return;
  }
  const systems = sources.map(({ host }) => host.id);
  const ways = sources.map(({ host: { id, setup } }) => `${id} (set ${setup.missing ?? ''})`);
  const remedy = `Configure one of the connectors that answer ${operation}: ${ways.join(', ')}.`;
  throw new Fault('not_configured', { systems }, remedy);
}
