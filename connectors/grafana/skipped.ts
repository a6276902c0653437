/** What a check finds where its backend is not set up: a choice, and nothing to repair. */
import type { Finding } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';

export function skippedWithout(variable: string, what: string): Finding {
  const remedy = `Set ${variable} to read ${what}; the other operations do not need it.`;
  return {
    status: 'skipped',
    summary: `${variable} is not set, so ${what} are not read.`,
    fault: new Fault('not_configured', { variable }, remedy),
    remedy,
  };
}
