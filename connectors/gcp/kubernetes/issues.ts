import type { StatusCondition } from './schema.ts';
import { present } from '../wording.ts';

interface Issue {
  readonly code: string;
  readonly message?: string;
}

/** What the vendor reports as wrong with a cluster or its nodes. */
export function issuesOf(conditions: readonly StatusCondition[]): (Issue & { resourceIds: string[] })[] {
  return conditions.map(({ code, canonicalCode, message }) => ({
    code: canonicalCode ?? code ?? 'UNKNOWN',
    ...present({ message }),
    resourceIds: [],
  }));
}
