/**
 * Who may have the control plane pass on a question. Members ask reads, owners and admins ask everything, a token what
 * its scopes name. The Agent decides again, by the catalog and the writes that its operator enabled.
 */
import type { OperationAccess } from '../../../catalog/operation.ts';
import { hasRole } from '../api/authority.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import type { Asker } from '../people/asker.ts';
import { readsScope } from '../tokens/token-scopes.ts';

export interface Wanted {
  readonly operation: string;
  /** Undefined for a name that the catalog of this control plane does not have: it may be a write of a newer Agent. */
  readonly access: OperationAccess | undefined;
}

/** Why this asker may not; undefined when they may. */
export function findObstacle(asker: Asker, wanted: Wanted): ApiProblem | undefined {
  return asker.type === 'person'
    ? obstacleOfRole(hasRole(asker.role, 'admin'), wanted)
    : obstacleOfScopes(asker.scopes, wanted);
}

function obstacleOfRole(isAdmin: boolean, { access }: Wanted): ApiProblem | undefined {
  if (isAdmin || access === 'read') return undefined;
  if (access === undefined) return unknownOperation();
  return new ApiProblem({ status: 403, code: 'role_required', message: 'Only an owner or an admin may ask a write.' });
}

function obstacleOfScopes(scopes: readonly string[], { operation, access }: Wanted): ApiProblem | undefined {
  const needed = access === 'read' ? readsScope : operation;
  if (scopes.includes(needed)) return undefined;
  if (access === undefined) return unknownOperation();
  return new ApiProblem({
    status: 403,
    code: 'scope_required',
    field: needed,
    message: `This token does not have the scope ${needed}. An owner or an admin can create one that has it.`,
  });
}

function unknownOperation(): ApiProblem {
  return new ApiProblem({
    status: 404,
    code: 'unknown_operation',
    field: 'name',
    message:
      'The catalog of this control plane has no operation of this name. GET /api/catalog lists all. One that only a newer Agent knows can be asked by an owner or an admin.',
  });
}
