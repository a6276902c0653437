import type { z } from 'zod';
import { ApiProblem } from '../../problem/api-problem.ts';
import { describeNul, refuseIssue } from '../../http/validate.ts';

/** Names the argument, and says what is expected without repeating the value. */
export function refuseArguments(error: z.ZodError): ApiProblem {
  const { field, message } = refuseIssue(error, 'body');
  return refuse(field, message);
}

/** As every route refuses it: PostgreSQL has no such text. */
export function refuseNulArgument(field: string): ApiProblem {
  return refuse(field, describeNul(field));
}

function refuse(field: string | undefined, message: string): ApiProblem {
  return new ApiProblem({ status: 400, code: 'invalid_arguments', actor: 'caller', field, message });
}
