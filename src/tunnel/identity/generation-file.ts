/**
 * `generation.json`: how far this instance has come. Kept apart from the key, because it is written at
 * every connection. Read once; from then on the memory of this process is right, so that a second
 * process on the same volume is found out instead of carried along.
 */
import path from 'node:path';
import { z } from 'zod';
import type { GenerationLedger } from '../session/client-session.ts';
import type { GenerationClaim } from '../session/generation.ts';
import { type Random, toBase64Url } from '../session/ports.ts';
import type { Disk } from './disk.ts';
import { writeJson } from './identity-file.ts';
import { type IdentityProblem, newerFormat, problemOfRead, reenrol } from './identity-problem.ts';

const GenerationFile = z.strictObject({
  format: z.literal('farol.generation.v1'),
  /** The last generation that the control plane confirmed; 0 for none. */
  committed: z.number().int().min(0),
  /** The last generation that was claimed, confirmed or not. */
  claimed: z.number().int().min(0),
  /** Drawn again at each commit; names the claims made since. */
  lineage: z.string().regex(/^[A-Za-z0-9_-]{43}$/u),
});
type GenerationFile = z.infer<typeof GenerationFile>;

export function generationPath(directory: string): string {
  return path.join(directory, 'generation.json');
}

/** @throws IdentityNotWritten */
export async function writeFirstGeneration(disk: Disk, directory: string, random: Random): Promise<void> {
  await writeJson(disk, generationPath(directory), next(random, 0));
}

export async function hasGeneration(disk: Disk, directory: string): Promise<boolean> {
  return (await disk.read(generationPath(directory))) !== undefined;
}

export async function openGenerationLedger(
  disk: Disk,
  directory: string,
  random: Random,
): Promise<{ ledger: GenerationLedger } | { problem: IdentityProblem }> {
  const file = generationPath(directory);
  const remedy = `Do not restore an older one: the control plane would take this instance for a copy. Instead ${reenrol}`;
  let found: Awaited<ReturnType<Disk['read']>>;
  try {
    found = await disk.read(file);
  } catch (error) {
    return { problem: problemOfRead(file, error) };
  }
  if (found === undefined) {
    const cause = `${file} is missing although the instance has enrolled.`;
    return { problem: { code: 'incomplete', path: file, cause, remedy } };
  }
  const state = parse(found.bytes);
  if (state === undefined) {
    const newer = newerFormat(file, found.bytes, { name: 'generation', known: 1 });
    return { problem: newer ?? { code: 'corrupt', path: file, cause: `${file} is damaged.`, remedy } };
  }
  return { ledger: makeLedger(state, (content) => writeJson(disk, file, content), random) };
}

function makeLedger(
  first: GenerationFile,
  write: (content: GenerationFile) => Promise<void>,
  random: Random,
): GenerationLedger {
  let state = first;
  let last: Promise<unknown> = Promise.resolve();
  /** One write at a time: a commit that its connection no longer waits for must not overtake the next claim. */
  const serialize = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const keep = async (content: GenerationFile): Promise<void> => {
    await write(content);
    state = content;
  };
  return {
    begin: () =>
      serialize(async (): Promise<GenerationClaim> => {
        const generation = state.claimed + 1;
        await keep({ ...state, claimed: generation });
        return { generation, committed: state.committed, lineage: state.lineage };
      }),
    commit: (generation) =>
      serialize(async () => {
        if (generation !== state.claimed) throw new Error('A later claim has overtaken this commit.');
        await keep(next(random, generation));
      }),
  };
}

function next(random: Random, committed: number): GenerationFile {
  return { format: 'farol.generation.v1', committed, claimed: committed, lineage: toBase64Url(random.bytes(32)) };
}

function parse(bytes: Uint8Array): GenerationFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
  return GenerationFile.safeParse(value).data;
}
