/** The one place where it is decided what an assistant may ask: reads of the catalog, whatever its token says. */
import { z } from 'zod';
import { catalog } from '../../../../catalog/index.ts';
import type { Operation } from '../../../../catalog/operation.ts';
import { ApiProblem } from '../../problem/api-problem.ts';

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
