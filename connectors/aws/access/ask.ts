/** Asks AWS one question with the configured credential. */
import { isServiceError } from '../../../src/cloud/aws/library-handler.ts';
import type { AwsContext } from './context.ts';
import { readCredential } from './credentials.ts';
import { type Question, send, toAwsFault } from './send.ts';

/** @throws Fault as `symptoms` diagnoses the answer, or what prevented an answer. */
export async function ask<Output>(context: AwsContext, question: Question<Output>): Promise<Output> {
  try {
    return await send(context, question, () => readCredential(context));
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
    return await send(context, question, () => readCredential(context));
  } catch (error) {
    if (isServiceError(error) && absences.includes(error.name)) return undefined;
    throw toAwsFault(context, question, error);
  }
}
