/** What can be wrong with an identity directory. Every one refuses the boot; none is repaired by enrolling again in silence. */
import path from 'node:path';
import { errorCode } from './disk.ts';

export type IdentityProblemCode =
  /** The directory does not exist and cannot be made, or is no directory. */
  | 'no_directory'
  | 'read_only'
  | 'no_space'
  | 'io_error'
  | 'unreadable'
  | 'corrupt'
  /** Written by a version of this program that is newer. */
  | 'newer_format'
  /** Part of the identity is missing, as after a partial restore. */
  | 'incomplete'
  /** Everyone on the machine may read the private key. */
  | 'exposed'
  | 'foreign_class'
  | 'foreign_tenant'
  | 'foreign_instance';

export interface IdentityProblem {
  readonly code: IdentityProblemCode;
  readonly path: string;
  readonly cause: string;
  readonly remedy: string;
}

export const reenrol =
  'an owner or admin allows one re-enrolment on the Fleet page and creates a bootstrap token; then empty the identity directory and start this instance with that token.';

/** The user of this process may not do what it needs to with a file or folder. Nothing of the identity is lost. */
export function remedyOfOwner(path: string): string {
  return `Give it to the user of this process: chown -R ${process.getuid?.() ?? 'the user'} ${path}. The identity stays valid: do not enrol again.`;
}

export function problemOfRead(path: string, error: unknown): IdentityProblem {
  const system = errorCode(error) ?? 'unknown error';
  const isDenied = system === 'EACCES' || system === 'EPERM';
  return {
    code: 'unreadable',
    path,
    cause: `${path} cannot be read (${system}).`,
    remedy: isDenied
      ? remedyOfOwner(path)
      : 'Check the volume and the kernel log for disk errors. Do not enrol again before that.',
  };
}

/** A file that says it is of a later format than this version reads; undefined for one that is damaged. */
export function newerFormat(
  path: string,
  bytes: Uint8Array,
  format: { readonly name: string; readonly known: number },
): IdentityProblem | undefined {
  const text = Buffer.from(bytes).toString('utf8');
  const found = new RegExp(`"format"\\s*:\\s*"(?<whole>farol\\.${format.name}\\.v(?<version>\\d+))"`, 'u').exec(
    text,
  )?.groups;
  if (found === undefined || Number(found['version']) <= format.known) return undefined;
  return {
    code: 'newer_format',
    path,
    cause: `${path} was written by a newer version of this program (${found['whole']}).`,
    remedy: 'Install that version again, or a later one. The identity stays valid: do not enrol again.',
  };
}

/** Thrown where a step of writing the identity fails. What was there before is still there. */
export class IdentityNotWritten extends Error {
  override readonly name = 'IdentityNotWritten';
  readonly problem: IdentityProblem;
  readonly code: IdentityProblemCode;
  readonly because: string;
  readonly remedy: string;

  constructor(problem: IdentityProblem, options?: { cause?: unknown }) {
    super(`${problem.cause} ${problem.remedy}`, options);
    this.problem = problem;
    this.code = problem.code;
    this.because = problem.cause;
    this.remedy = problem.remedy;
  }
}

export const makeRoom = 'Make room on the identity volume; what is stored there stays valid.';

const writeProblems: Readonly<Record<string, { code: IdentityProblemCode; remedy: string }>> = {
  ENOSPC: { code: 'no_space', remedy: makeRoom },
  EDQUOT: { code: 'no_space', remedy: makeRoom },
  EROFS: { code: 'read_only', remedy: 'Mount the identity volume writable. The identity stays valid.' },
};

function denied(file: string): { code: IdentityProblemCode; remedy: string } {
  return { code: 'read_only', remedy: remedyOfOwner(path.dirname(file)) };
}

export function problemOfWrite(file: string, error: unknown): IdentityProblem {
  const system = errorCode(error) ?? 'unknown error';
  const known = system === 'EACCES' || system === 'EPERM' ? denied(file) : writeProblems[system];
  return {
    code: known?.code ?? 'io_error',
    path: file,
    cause: `${file} could not be written: ${system}.`,
    remedy: known?.remedy ?? 'Check the volume and the kernel log for disk errors.',
  };
}
