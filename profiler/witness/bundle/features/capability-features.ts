/** Checks of capabilities by the kernel, and what their keys say of them. */
import type { Feature } from '../record/bundle.ts';
import type { CollectorAxes } from '../record/collector-record.ts';
import { counted, merge } from './feature-parts.ts';

const forMemory = 'for memory accounting';

export function checks({ checks: list }: NonNullable<CollectorAxes['capabilities']>): Feature[] {
  return merge(
    list.map(({ capability, outcome, call, user_namespace, purpose, ...counts }) => {
      const where = user_namespace === 'inner' ? ['of an inner user namespace'] : [];
      const why = purpose === 'memory_accounting' ? [forMemory] : [];
      return counted([capability, outcome, 'in', call, ...where, ...why].join(' '), counts);
    }),
  );
}

/** Of a key of these: the target has the capability. */
export function isGranted(key: string): boolean {
  return / granted in /u.test(key);
}

/** Of a key of these: something was done with the capability that only it allows. */
export function isUse(key: string): boolean {
  return isGranted(key) && !key.endsWith(forMemory);
}
