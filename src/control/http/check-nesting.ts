/** Bounds how deep a body is nested, because what copies one calls itself for each level. */
import { ApiProblem } from '../problem/api-problem.ts';

/** Arguments of no operation come near it. */
const maxLevels = 64;

/** @throws ApiProblem 400 naming `field`. */
export function checkNesting(value: unknown, field: string): void {
  if (isWithin(value, maxLevels)) return;
  const message = `${field}: must not be nested deeper than ${maxLevels} levels.`;
  throw new ApiProblem({ status: 400, code: 'invalid_body', field, message });
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((one) => isWithin(one, levels - 1));
}
