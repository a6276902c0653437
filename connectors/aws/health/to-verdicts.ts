/** From what was answered now and what was known before to one verdict for each action of a statement. */
import { dated, type GrantVerdict } from '../../../src/connector/verdict.ts';
import { actionsOf, grantOf, type Sid } from '../statements.ts';
import type { Outcome, Outcomes } from './ask-probes.ts';

export interface Known {
  readonly outcomes: Outcomes;
  readonly before: readonly GrantVerdict[];
  readonly nowMs: number;
}

export function toVerdicts(sid: Sid, { outcomes, before, nowMs }: Known): GrantVerdict[] {
  return actionsOf(sid).map((grant) => {
    const because = grantOf(grant)?.unjudged;
    if (because !== undefined) return { grant, verdict: 'not_asked', because };
    const last = before.find((one) => one.grant === grant);
    const outcome = outcomes.get(grant);
    if (outcome === undefined) return last === undefined ? untold(grant) : dated(last, nowMs);
    return toVerdict(grant, outcome, { last, nowMs });
  });
}

function untold(grant: string): GrantVerdict {
  return { grant, verdict: 'undecided', because: 'One of the next runs will test it.' };
}

interface At {
  readonly last: GrantVerdict | undefined;
  readonly nowMs: number;
}

function toVerdict(grant: string, outcome: Outcome, { last, nowMs }: At): GrantVerdict {
  const at = new Date(nowMs).toISOString();
  switch (outcome.is) {
    case 'allowed':
    case 'denied':
      return { grant, verdict: outcome.is, at };
    case 'off':
      return { grant, verdict: 'undecided', at, because: outcome.fault.remedy };
    case 'failed':
      return notRenewed({ grant, last, nowMs }, `The service failed (${outcome.fault.kind}).`);
    case 'nameless':
      return notRenewed(
        { grant, last, nowMs },
        `No ${outcome.what} was found to test with, and AWS gives the same answer for one that is absent and one that is denied.`,
      );
  }
}

/** What was once answered still counts, with its date. */
function notRenewed({ grant, last, nowMs }: At & { readonly grant: string }, because: string): GrantVerdict {
  if (last?.at === undefined) return { grant, verdict: 'undecided', because };
  return { ...dated(last, nowMs), because };
}
