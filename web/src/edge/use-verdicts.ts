/** Verdicts of all processes, asked for again while some are still being made. */
import { useEffect } from 'preact/hooks';
import { ProfilingVerdicts } from '../../../src/control/api/api.ts';
import { useAnswer } from './use-answer.ts';

/** Comparing takes about half a second for each process. */
const againAfterMs = 1000;

/** Empty until the first answer; the page does not wait for it. */
export function useVerdicts(): ProfilingVerdicts['targets'] {
  const { answer, reload } = useAnswer('/api/profiling/verdicts', ProfilingVerdicts, 'capture');
  const targets = answer.state === 'ready' ? answer.value.targets : [];
  const isPending = targets.some(({ state }) => state === 'pending');
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(reload, againAfterMs);
    return () => clearTimeout(timer);
  }, [answer, isPending, reload]);
  return targets;
}
