/**
 * What a read token may do besides reading captures and the fleet. `operations`: asks reads. The name of a write: asks
 * that write; it implies nothing else, and nothing implies it. A token of an assistant always asks reads and never
 * writes; `captures` lets it read captures and comparisons too. Scopes of an incident token restrict what it records.
 */
import { z } from 'zod';
import { catalog } from '../../../catalog/index.ts';
import { hasHidden } from '../../core/text/hidden-characters.ts';
import type { TokenKind } from '../api/api.ts';
import { ApiProblem } from '../problem/api-problem.ts';

export const readsScope = 'operations';
export const capturesScope = 'captures';

const StoredScopes = z.array(z.string());

/** Null for none. */
export function renderScopes(scopes: readonly string[]): string | null {
  return scopes.length === 0 ? null : JSON.stringify(scopes);
}

/** What cannot be read gives nothing. */
export function parseScopes(stored: string | null): readonly string[] {
  if (stored === null) return [];
  try {
    return StoredScopes.safeParse(JSON.parse(stored)).data ?? [];
  } catch {
    return [];
  }
}

/** Sorted. @throws ApiProblem 400 naming the first that is wrong, as `scopes.1`. */
export function checkScopes(scopes: readonly string[], kind: TokenKind): readonly string[] {
  for (const [at, scope] of scopes.entries()) {
    const isRepeated = scopes.slice(0, at).includes(scope);
    const what = isRepeated ? 'repeats an earlier one' : problemOf(scope, kind);
    if (what === undefined) continue;
    const field = `scopes.${at}`;
    throw new ApiProblem({ status: 400, code: 'invalid_body', field, message: `${field}: ${what}.` });
  }
  return scopes.toSorted();
}

function problemOf(scope: string, kind: TokenKind): string | undefined {
  if (kind === 'mcp') {
    return scope === capturesScope ? undefined : `must be ${capturesScope}: an MCP token asks every read and no write`;
  }
  if (kind === 'incident') {
    return isMarkerScope(scope)
      ? undefined
      : 'must be workload: or env: and a name, without control or invisible characters';
  }
  if (scope === readsScope) return undefined;
  const access = catalog.get(scope)?.access;
  if (access === 'write') return undefined;
  if (access === 'read') return `is a read; the scope ${readsScope} covers every read`;
  return `must be ${readsScope} or the name of a write, as GET /api/catalog?access=write lists them`;
}

/**
 * To which workloads and environments an incident token is restricted: `workload:checkout`, `env:production`. Without
 * one of a sort, the token is not restricted by it. `env:` alone is the environment without a name.
 */
export const workloadScope = 'workload:';
export const envScope = 'env:';

export function isMarkerScope(scope: string): boolean {
  if (scope.startsWith(workloadScope)) return isName(scope.slice(workloadScope.length), 1, 255);
  return scope.startsWith(envScope) && isName(scope.slice(envScope.length), 0, 64);
}

function isName(text: string, min: number, max: number): boolean {
  return text.length >= min && text.length <= max && !hasHidden(text);
}

/** Undefined when the token may record it, else the field that forbids it. */
export function forbiddenField(
  scopes: readonly string[],
  { workload, env }: { readonly workload: string; readonly env: string },
): 'workload' | 'env' | undefined {
  if (!allows(scopes, workloadScope, workload)) return 'workload';
  return allows(scopes, envScope, env) ? undefined : 'env';
}

function allows(scopes: readonly string[], sort: string, name: string): boolean {
  const own = scopes.filter((scope) => scope.startsWith(sort));
  return own.length === 0 || own.includes(`${sort}${name}`);
}
