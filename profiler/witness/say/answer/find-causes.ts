/** All causes of a comparison, the one that weighs most first. A finding belongs to one of them, or to none. */
import { isPool } from '../../bundle/keys/key-text.ts';
import type { CauseId } from '../../diff/summary.ts';
import type { CauseRule, FoundCause } from '../../causes/evidence/cause.ts';
import type { Evidence, Moved } from '../../causes/evidence/evidence.ts';
import { connections } from '../../causes/connections.ts';
import { kindsOfWork, ownFunctions } from '../../causes/cpu.ts';
import { fileLocks, slowReads, synchronousWrites } from '../../causes/disk.ts';
import { files, logging } from '../../causes/files.ts';
import { memoryGrowth, pageFaults } from '../../causes/memory.ts';
import { descriptors, processes, threadGrowth, threads } from '../../causes/processes.ts';
import { fileDatabase, lookUps, moreQuestions, slowerPeers } from '../../causes/questions.ts';
import { lockContention, polling } from '../../causes/waiting.ts';
import { type OwnCost, ownCosts } from '../../causes/evidence/sites.ts';

/** Of several that claim a finding, the first one has it: what a program does is said before what that brings with it. */
const rules: readonly CauseRule[] = [
  processes,
  connections,
  lookUps,
  moreQuestions,
  fileDatabase,
  synchronousWrites,
  fileLocks,
  lockContention,
  slowerPeers,
  slowReads,
  threads,
  descriptors,
  threadGrowth,
  memoryGrowth,
  files,
  logging,
  polling,
  pageFaults,
  kindsOfWork,
  ownFunctions,
];

/** What a program spends on behalf of these is theirs, and no cause of its own. */
const bringsTime: ReadonlySet<CauseId> = new Set([
  'process-per-request',
  'connection-per-request',
  'connections-reused',
  'lookup-per-request',
  'more-questions',
  'retries',
  'thread-per-request',
  'synchronous-write',
  'file-per-request',
  'logging',
]);

export function findCauses(evidence: Evidence): FoundCause[] {
  const found = withTime(
    rules.flatMap((rule) => [...rule(evidence)]),
    ownCosts(evidence),
  );
  const taken = new Set<string>();
  const own = found.flatMap((cause): FoundCause[] => {
    const [first, ...others] = cause.evidence;
    // What says so belongs to another cause already.
    if (taken.has(nameOf(first))) return [];
    taken.add(nameOf(first));
    const left = others.filter((row) => {
      const isNew = !taken.has(nameOf(row));
      taken.add(nameOf(row));
      return isNew;
    });
    return [{ ...cause, evidence: [first, ...left] }];
  });
  return own.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
}

export function nameOf({ axis, key }: Pick<Moved, 'axis' | 'key'>): string {
  return `${axis} ${key}`;
}

/** Part of what an own function is behind that has to be its own code before it is a cause beside what it calls. */
const ownPart = 0.5;
/** Part of it that the others have to weigh by themselves. */
const leastWeight = 0.15;

/**
 * Time that libraries and the kernel spend for an own function is that of what it makes them do: of the cause that weighs
 * most of those that take time, which is then where the function is.
 */
function withTime(causes: readonly FoundCause[], costs: readonly OwnCost[]): FoundCause[] {
  const brought = costs.find(({ behind, itself }) => Math.abs(itself) < Math.abs(behind) * ownPart);
  if (brought === undefined) return [...causes];
  const isUp = brought.behind > 0;
  const candidates = causes.filter(
    ({ id, weight }) =>
      bringsTime.has(id) && weight > 0 === isUp && Math.abs(weight) >= Math.abs(brought.behind) * leastWeight,
  );
  const [first] = candidates.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  if (first === undefined) return [...causes];
  return causes.flatMap((cause): FoundCause[] => {
    const isBrought = cause.id === 'own-function' && cause.where?.key === brought.where.key;
    if (isBrought || (cause.id === 'own-function' && isPool(cause.where?.key ?? ''))) return [];
    if (cause !== first) return [cause];
    const { evidence, where = brought.where, weight } = cause;
    return [
      { ...cause, where, evidence: [...evidence, brought.row] as typeof evidence, weight: weight + brought.behind },
    ];
  });
}
