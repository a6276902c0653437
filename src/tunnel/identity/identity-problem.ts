/** What can be wrong with an identity directory. Every one refuses the boot; none is repaired by enrolling again in silence. */
import { errorCode } from './disk.ts';

export type IdentityProblemCode =
  /** The directory does not exist and cannot be made, or is no directory. */
  | 'no_directory'
  | 'read_only'
  | 'no_space'
  | 'io_error'
  | 'unreadable'
  | 'corrupt'
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

/** Thrown where a step of writing the identity fails. What was there before is still there. */
export class IdentityNotWritten extends Error {
  override readonly name = 'IdentityNotWritten';
  readonly problem: IdentityProblem;

  constructor(problem: IdentityProblem, options?: { cause?: unknown }) {
    super(`${problem.cause} ${problem.remedy}`, options);
    this.problem = problem;
  }
}

const writeProblems: Readonly<Record<string, { code: IdentityProblemCode; remedy: string }>> = {
  ENOSPC: { code: 'no_space', remedy: 'Make room on the identity volume.' },
  EDQUOT: { code: 'no_space', remedy: 'Make room on the identity volume.' },
  EROFS: { code: 'read_only', remedy: 'Mount the identity volume writable.' },
  EACCES: { code: 'read_only', remedy: 'Let the user of this process write to the identity directory.' },
  EPERM: { code: 'read_only', remedy: 'Let the user of this process write to the identity directory.' },
};

export function problemOfWrite(path: string, error: unknown): IdentityProblem {
  const system = errorCode(error) ?? 'unknown error';
  const known = writeProblems[system];
  return {
    code: known?.code ?? 'io_error',
    path,
    cause: `${path} could not be written: ${system}.`,
    remedy: known?.remedy ?? 'Check the volume and the kernel log for disk errors.',
  };
}
