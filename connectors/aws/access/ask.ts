/** Asks AWS one question with the configured credential. */
import { isServiceError } from '../../../src/cloud/aws/library-handler.ts';
import type { AwsCredential } from '../../../src/cloud/aws/workload-credential.ts';
import { forgetSession } from './assumed-role.ts';
import type { AwsContext } from './context.ts';
import { readCredential } from './credentials.ts';
import { type Question, send, toAwsFault } from './send.ts';

/** `read` gives another credential than the configured one. @throws Fault as `symptoms` diagnoses the answer, or what prevented an answer. */
export async function ask<Output>(
  context: AwsContext,
  question: Question<Output>,
  read: typeof readCredential = readCredential,
): Promise<Output> {
  try {
    return await sendRenewed(context, question, read);
  } catch (error) {
    throw toAwsFault(context, question, error);
  }
}

/**
 * Asks about what need not exist. `absences` are the codes with which AWS says that it looked and found
 * nothing, which it does for those alone who may look. @returns undefined then. @throws as `ask`.
 */
export async function askOfAbsent<Output>(
  context: AwsContext,
  question: Question<Output>,
  absences: readonly string[],
): Promise<Output | undefined> {
  try {
    return await sendRenewed(context, question, readCredential);
  } catch (error) {
    if (isServiceError(error) && absences.includes(error.name)) return undefined;
    throw toAwsFault(context, question, error);
  }
}

/**
 * The session of a role is renewed by the clock of this process, which does not pass while the machine is suspended:
 * one that AWS calls expired is replaced once.
 */
async function sendRenewed<Output>(
  context: AwsContext,
  question: Question<Output>,
  read: typeof readCredential,
): Promise<Output> {
  let used: AwsCredential | undefined;
  const readAndNote = async (): Promise<AwsCredential> => (used = await read(context));
  try {
    return await send(context, question, readAndNote);
  } catch (error) {
    if (!isServiceError(error) || !error.name.startsWith('ExpiredToken') || !forgetSession(context, used)) throw error;
    return await send(context, question, readAndNote);
  }
}
