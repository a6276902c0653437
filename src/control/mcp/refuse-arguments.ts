import type { z } from 'zod';
import { ApiProblem } from '../http/api-problem.ts';
import { refuseIssue } from '../http/validate.ts';

/** Names the argument, and says what is expected without repeating the value. */
export function refuseArguments(error: z.ZodError): ApiProblem {
  const { field, message } = refuseIssue(error, 'body');
  return new ApiProblem({ status: 400, code: 'invalid_arguments', actor: 'caller', field, message });
}
