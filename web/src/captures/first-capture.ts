import type { CommandFacts } from './render-command.ts';

type Named = Pick<CommandFacts, 'workload' | 'version' | 'env'>;

/** As the form measures: the head of a version. What is empty is for the reader to replace. */
export function firstCapture(ownAuthority: boolean, named: Partial<Named> = {}): CommandFacts {
  const { workload, version, env = '' } = named;
  return {
    origin: location.origin,
    workload: workload || 'PROCESS',
    version: version || 'VERSION',
    env,
    kind: 'head',
    durationSec: 60,
    warmupSec: 5,
    ownAuthority,
  };
}
