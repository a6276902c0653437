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
 * The one source that answers, by its name, or by its connector where it is the only one of it. Data of several
 * systems is never mixed: with several candidates the caller must name one.
 * @throws Fault `ambiguous_source`, `invalid_arguments` or `not_configured`.
 */
export function chooseSource({ name }: Operation, hosts: readonly QuestionHost[], wanted: string | undefined): Source {
  const able = hosts.flatMap((host) => {
    const declaration = host.setup.manifest.operations[name as OperationName];
    return declaration === undefined ? [] : [{ host, declaration }];
  });
  const named = wanted === undefined ? able : namedBy(wanted, able);
  const ready = named.filter(({ host }) => host.setup.missing === undefined);
  const [only, ...others] = ready;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) throw ambiguous(ready);
  // Where somebody began to configure one, that is the one to go on with.
  const begun = named.filter(({ host }) => host.setup.isTouched);
  requireOne(name, begun.length > 0 ? begun : named);
  const known = able.map(({ host }) => host.id);
  const remedy = `Leave source out, or name one that answers ${name}: ${known.join(', ') || 'none does'}.`;
  throw new Fault('invalid_arguments', { field: 'source' }, remedy);
}

function namedBy(wanted: string, able: readonly Source[]): readonly Source[] {
  const exact = able.filter(({ host }) => host.id === wanted);
  return exact.length > 0 ? exact : able.filter(({ host }) => host.setup.manifest.id === wanted);
}

function ambiguous(ready: readonly Source[]): Fault {
  const candidates = ready.map(({ host }) => host.id);
  const choices = ready.map(({ host: { id, setup } }) => (setup.about === undefined ? id : `${id} (${setup.about})`));
  return new Fault('ambiguous_source', { candidates }, `Name one as source: ${choices.join(', ')}.`);
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
  const remedy = `Configure one of the sources that answer ${operation}: ${ways.join(', ')}.`;
  throw new Fault('not_configured', { systems }, remedy);
}
