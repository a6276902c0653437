/** How a tool refuses: arguments, names of the catalog, and what an Agent refused. */
import { z } from 'zod';
import { ApiProblem } from '../../problem/api-problem.ts';
import { describeNul, refuseIssue } from '../../http/validate.ts';
import { catalog } from '../../../../catalog/index.ts';
import type { Operation } from '../../../../catalog/operation.ts';
import type { OperationRefusal } from '../../api/api.ts';

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

/** The one place where it is decided what an assistant may ask: reads of the catalog, whatever its token says. */
export const OperationName = z.string().min(1).max(200).describe('As catalog_search returns it');

/** @throws ApiProblem naming `operation` for a write and for a name that the catalog does not have. */
export function findRead(name: string): Operation {
  const operation = catalog.get(name);
  if (operation?.access === 'read') return operation;
  const isWrite = operation !== undefined;
  throw new ApiProblem({
    status: isWrite ? 403 : 404,
    code: isWrite ? 'read_only' : 'unknown_operation',
    actor: 'caller',
    field: 'operation',
    message: isWrite
      ? 'This operation is a write, and assistants ask reads only. A person who may ask it does so in Farol.'
      : 'The catalog has no operation of this name. Search it with catalog_search.',
  });
}

type Refusal = z.infer<typeof OperationRefusal>['error'];

/** The Agent refused a question, or what it asked failed. */
export class RefusedByAgent extends Error {
  override readonly name = 'RefusedByAgent';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.summary);
    this.refusal = refusal;
  }
}
