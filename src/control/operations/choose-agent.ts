/** Which live Agent answers an operation when the caller names none. */
import type { LiveSession } from '../../tunnel/port.ts';
import { ApiProblem } from '../problem/api-problem.ts';

/**
 * The Agent whose tunnel has stood longest: the same one as long as it lives, so that two questions
 * after each other have one source. Undefined when none is live.
 */
export function chooseAgent(live: readonly LiveSession[], wanted: string | undefined): LiveSession | undefined {
  const candidates = live.filter((one) => wanted === undefined || one.instance === wanted);
  const [chosen] = candidates.toSorted((a, b) => a.since - b.since || a.instance.localeCompare(b.instance));
  return chosen;
}

export function noLiveAgent(wanted: string | undefined): ApiProblem {
  return new ApiProblem({
    status: 503,
    code: 'no_live_agent',
    message:
      wanted === undefined
        ? 'No Agent is connected. The Fleet page shows what each one needs.'
        : 'This Agent is not connected. The Fleet page shows what it needs.',
  });
}
