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
  return text.length >= min && text.length <= max && !/\p{Cc}/u.test(text) && text.isWellFormed();
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
