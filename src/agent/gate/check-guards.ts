import { type ResolvedWindow, resolveWindow, Window } from '../../../catalog/window.ts';
import type { ConnectorOperation } from '../../connector/connector.ts';
import type { Manifest, OperationDeclaration } from '../../connector/manifest.ts';
import { Fault } from '../../core/fault.ts';
import type { Arguments } from './parse-arguments.ts';

export interface GuardInput {
  readonly args: Arguments;
  readonly declaration: OperationDeclaration;
  readonly manifest: Pick<Manifest, 'severalRegions'>;
  readonly code: ConnectorOperation;
  readonly nowMs: number;
}

/**
 * Refuses what costs too much or what the source does not speak, before a secret is read or a socket
 * opened. Returns the window, resolved once for everything that follows.
 */
export async function checkGuards({
  args,
  declaration,
  manifest,
  code,
  nowMs,
}: GuardInput): Promise<ResolvedWindow | undefined> {
  checkDialect(args, declaration);
  if (args['regions'] !== undefined && manifest.severalRegions !== true) {
    const remedy = 'Name one region, or none: this source does not read several regions in one question.';
    throw new Fault('invalid_arguments', { field: 'regions' }, remedy);
  }
  const asked = Window.safeParse(args['window']);
  const window = asked.success ? resolveWindow(asked.data, nowMs) : undefined;
  if (window !== undefined) checkWidth(window, declaration);
  await code.guard?.(args, { nowMs, window });
  return window;
}

function checkDialect({ query }: Arguments, { dialects }: OperationDeclaration): void {
  if (typeof query !== 'object' || query === null || !('dialect' in query)) return;
  if (dialects === undefined) {
    throw new Fault('invalid_arguments', { field: 'query' }, 'Leave query out: this source has no query language.');
  }
  if (dialects.includes(String(query.dialect))) return;
  throw new Fault(
    'invalid_arguments',
    { field: 'query.dialect' },
    `Write the query in a language of this source: ${dialects.join(', ')}.`,
  );
}

const daySec = 86_400;

function checkWidth({ fromMs, toMs }: ResolvedWindow, { windowSec }: OperationDeclaration): void {
  if (windowSec === undefined || toMs - fromMs <= windowSec * 1000) return;
  const allowed = windowSec % daySec === 0 ? `${windowSec / daySec} days` : `${windowSec} seconds`;
  throw new Fault('window_too_wide', { allowed }, `Ask for at most ${allowed} at a time.`);
}
