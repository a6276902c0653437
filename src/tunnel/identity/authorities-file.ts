/**
 * `authorities.json` beside the identity: the authorities of the control plane that it announced itself,
 * and which ones before them end when. Without a change of the authority there is no such file. It is a
 * file of its own, so that a version that does not know it still starts.
 */
import path from 'node:path';
import { z } from 'zod';
import type { Disk } from './disk.ts';
import { writeJson } from './identity-file.ts';
import { type IdentityProblem, newerFormat, problemOfRead } from './identity-problem.ts';

const AuthoritiesFile = z.strictObject({
  format: z.literal('farol.authorities.v1'),
  /** Whose control plane announced them. */
  organization: z.string(),
  /** PEM, the present one first. */
  trusted: z.array(z.string().includes('-----BEGIN CERTIFICATE-----')).min(1),
  /** By the clock of the control plane; 0 once that time is over. */
  replaced: z.array(
    z.strictObject({ fingerprint: z.string().regex(/^[0-9a-f]{64}$/u), until: z.number().int().min(0).max(8.64e15) }),
  ),
});

export type LearnedAuthorities = Pick<z.infer<typeof AuthoritiesFile>, 'trusted' | 'replaced'>;

/** What was learned, on the disk. Writers reject, and nothing changes, when the disk does not keep it. */
export interface AuthorityLedger {
  held(): LearnedAuthorities | undefined;
  learn(next: LearnedAuthorities): Promise<void>;
}

export function authoritiesPath(directory: string): string {
  return path.join(directory, 'authorities.json');
}

/** What the control plane of another organization announced is left alone until this one announces something. */
export async function openAuthorityLedger(
  disk: Disk,
  directory: string,
  organization: string,
): Promise<{ ledger: AuthorityLedger } | { problem: IdentityProblem }> {
  const file = authoritiesPath(directory);
  const remedy =
    'Remove it, put the present ca.pem of the control plane into the file of RUNNER_CA_FILE and start again. ' +
    'The identity stays valid: do not enrol again.';
  let found: Awaited<ReturnType<Disk['read']>>;
  try {
    found = await disk.read(file);
  } catch (error) {
    return { problem: problemOfRead(file, error) };
  }
  const held = found && parse(found.bytes);
  if (found !== undefined && held === undefined) {
    const newer = newerFormat(file, found.bytes, { name: 'authorities', known: 1 });
    return { problem: newer ?? { code: 'corrupt', path: file, cause: `${file} is damaged.`, remedy } };
  }
  const write = (learned: LearnedAuthorities): Promise<void> =>
    writeJson(disk, file, { format: 'farol.authorities.v1', organization, ...learned });
  return { ledger: makeLedger(held?.organization === organization ? held : undefined, write) };
}

/** One write at a time; what is trusted changes once it is on the disk. */
function makeLedger(
  first: LearnedAuthorities | undefined,
  write: (learned: LearnedAuthorities) => Promise<void>,
): AuthorityLedger {
  let held = first && { trusted: first.trusted, replaced: first.replaced };
  let last: Promise<unknown> = Promise.resolve();
  return {
    held: () => held,
    learn: (wanted) => {
      const written = last.then(async () => {
        if (JSON.stringify(wanted) === JSON.stringify(held)) return;
        await write(wanted);
        held = wanted;
      });
      last = written.catch(() => undefined);
      return written;
    },
  };
}

function parse(bytes: Uint8Array): z.infer<typeof AuthoritiesFile> | undefined {
  try {
    return AuthoritiesFile.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
