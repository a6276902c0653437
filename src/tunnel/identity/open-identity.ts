/** Reads an identity directory and says which of four things it is: usable, half enrolled, empty or unusable. */
import { existsSync } from 'node:fs';
import type { SessionIdentity, GenerationLedger } from '../session/client-session.ts';
import { type Random, type Signer, systemRandom } from '../session/ports.ts';
import { type AuthorityLedger, openAuthorityLedger } from './authorities-file.ts';
import { type Disk, errorCode, systemDisk } from './disk.ts';
import { hasGeneration, openGenerationLedger } from './generation-file.ts';
import {
  type Enrolment,
  identityPath,
  type IdentityStamp,
  readIdentity,
  restoreAlone,
  type StoredIdentity,
  writeIdentity,
} from './identity-file.ts';
import { type IdentityProblem, type IdentityProblemCode, remedyOfOwner } from './identity-problem.ts';
import { createSignerOf, type KeyPair } from './key-pair.ts';
import { makeKeyring } from './keyring.ts';

/** An enrolled instance: everything it needs to open its tunnel. */
export interface Identity extends SessionIdentity {
  readonly tenant: string;
  /** RFC 3339, by the control plane's clock. */
  readonly enrolledAt: string;
  readonly ledger: GenerationLedger;
  /** Authorities that the control plane announced since. */
  readonly authorities: AuthorityLedger;
}

export type FoundIdentity =
  | { readonly found: 'enrolled'; readonly identity: Identity }
  /** A key was born here and enrolment was not answered; the same key goes on. */
  | { readonly found: 'enrolling'; readonly keys: KeyPair }
  | { readonly found: 'absent' }
  | { readonly found: 'unusable'; readonly problems: readonly IdentityProblem[] };

/** What cannot be used is not replaced by a new enrolment. `found` is undefined where settings are missing: then the file says whether there is one. */
export function needsToken(found: FoundIdentity | undefined, directory: string | undefined): boolean {
  if (found !== undefined) return found.found === 'absent' || found.found === 'enrolling';
  return directory === undefined || !existsSync(identityPath(directory));
}

/** Makes the directory when it is missing; changes nothing else. Never rejects for what it finds on the disk. */
export async function openIdentity(
  directory: string,
  owner: IdentityStamp,
  ports: { disk?: Disk; random?: Random; signerOf?: typeof createSignerOf } = {},
): Promise<FoundIdentity> {
  const { disk = systemDisk, random = systemRandom, signerOf = createSignerOf } = ports;
  const unusable = await directoryProblem(disk, directory);
  if (unusable !== undefined) return { found: 'unusable', problems: [unusable] };
  const read = await readIdentity(disk, directory);
  if (read === undefined) return absentOrIncomplete(disk, directory);
  if ('problem' in read) return { found: 'unusable', problems: [read.problem] };
  const { identity: stored } = read;
  const problems = foreignProblems(identityPath(directory), stored.stamp, owner);
  const signer = signerOfPair(stored.keys, signerOf);
  if (signer === undefined) problems.push(corrupt(identityPath(directory)));
  if (stored.enrolment === undefined) {
    return problems.length === 0 ? { found: 'enrolling', keys: stored.keys } : { found: 'unusable', problems };
  }
  const books = await openLedgers(stored.enrolment, directory, { disk, random });
  problems.push(...('problems' in books ? books.problems : []));
  if (problems.length > 0 || 'problems' in books || signer === undefined) return { found: 'unusable', problems };
  const keyring = makeKeyring(stored.enrolment, (enrolment) =>
    writeIdentity(disk, directory, { ...stored, enrolment }),
  );
  return { found: 'enrolled', identity: { ...toIdentity(stored, stored.enrolment), signer, ...books, keyring } };
}

/** Files beside the identity. */
async function openLedgers(
  { organization }: Enrolment,
  directory: string,
  { disk, random }: { readonly disk: Disk; readonly random: Random },
): Promise<Pick<Identity, 'ledger' | 'authorities'> | { readonly problems: readonly IdentityProblem[] }> {
  const opened = await openGenerationLedger(disk, directory, random);
  const learned = await openAuthorityLedger(disk, directory, organization);
  if ('ledger' in opened && 'ledger' in learned) return { ledger: opened.ledger, authorities: learned.ledger };
  return { problems: [opened, learned].flatMap((one) => ('problem' in one ? [one.problem] : [])) };
}

function toIdentity(
  { stamp }: StoredIdentity,
  enrolment: Enrolment,
): Omit<Identity, 'ledger' | 'keyring' | 'authorities' | 'signer'> {
  return {
    organization: enrolment.organization,
    tenant: stamp.tenant,
    instance: stamp.instance,
    class: stamp.class,
    enrolledAt: enrolment.enrolledAt,
  };
}

async function directoryProblem(disk: Disk, directory: string): Promise<IdentityProblem | undefined> {
  let why: string | undefined;
  try {
    await disk.makeDirectory(directory);
    why = await disk.whyNotWritable(directory);
    if (why === undefined) return undefined;
  } catch (error) {
    const cause = `${directory} is no directory and cannot be made one: ${errorCode(error) ?? 'unknown error'}.`;
    return {
      code: 'no_directory',
      path: directory,
      cause,
      remedy: 'Mount a persistent volume at RUNNER_IDENTITY_DIR that the user of this process can reach.',
    };
  }
  return {
    code: 'read_only',
    path: directory,
    cause: `${directory} cannot be written (${why}), so the identity of this instance cannot be kept.`,
    remedy: why === 'EACCES' ? remedyOfOwner(directory) : 'Mount the volume of RUNNER_IDENTITY_DIR writable.',
  };
}

async function absentOrIncomplete(disk: Disk, directory: string): Promise<FoundIdentity> {
  const file = identityPath(directory);
  const isIncomplete = await hasGeneration(disk, directory).catch(() => true);
  if (!isIncomplete) return { found: 'absent' };
  const cause = `${file} is missing although this directory was in use.`;
  return { found: 'unusable', problems: [{ code: 'incomplete', path: file, cause, remedy: restoreAlone }] };
}

function foreignProblems(path: string, found: IdentityStamp, wanted: IdentityStamp): IdentityProblem[] {
  const checks: readonly [IdentityProblemCode, string, string, string][] = [
    ['foreign_class', 'an instance of class', found.class, wanted.class],
    ['foreign_tenant', 'tenant', found.tenant, wanted.tenant],
    ['foreign_instance', 'instance', found.instance, wanted.instance],
  ];
  return checks
    .filter(([, , has, needs]) => has !== needs)
    .map(([code, what, has, needs]) => ({
      code,
      path,
      cause: `${path} belongs to ${what} ${has}; this process is ${needs}.`,
      remedy: 'Give every instance its own identity directory; never share one between an Agent and a Profiler.',
    }));
}

/** Undefined when the two keys do not belong together. */
function signerOfPair(keys: KeyPair, signerOf: typeof createSignerOf): Signer | undefined {
  try {
    return signerOf(keys);
  } catch {
    return undefined;
  }
}

function corrupt(path: string): IdentityProblem {
  return { code: 'corrupt', path, cause: `The two keys in ${path} do not belong together.`, remedy: restoreAlone };
}
