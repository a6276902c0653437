/** Why a question gave no result, in one shape for what the Agent refused and for what the control plane did. */
import type { Actor } from '../../core/fault.ts';
import { believedSec } from '../../core/retry-after.ts';
import type { OperationRefusal } from '../api/api.ts';
import type { SourceFailure } from '../api/sources.ts';
import type { ApiProblem } from '../problem/api-problem.ts';

export function failureOfAgent({
  code,
  actor,
  summary,
  remedy,
  data,
  request_id,
}: OperationRefusal['error']): SourceFailure {
  const { retryAfterSec, field } = data;
  const wait = typeof retryAfterSec === 'number' ? believedSec(retryAfterSec) : undefined;
  return {
    code,
    layer: 'agent',
    actor,
    ...(typeof field === 'string' && { field }),
    message: `${summary} ${remedy}`,
    ...(Object.keys(data).length > 0 && { data }),
    ...(wait !== undefined && { retry_after_seconds: wait }),
    request_id,
  };
}

export function failureOfProblem(problem: ApiProblem, requestId: string): SourceFailure {
  const { code, field, message, retryAfterSec } = problem;
  return {
    code,
    layer: 'control_plane',
    actor: problem.actor ?? whoActs(problem),
    ...(field !== undefined && { field }),
    message,
    ...(retryAfterSec !== undefined && { retry_after_seconds: retryAfterSec }),
    request_id: requestId,
  };
}

function whoActs({ code, status }: ApiProblem): Actor {
  if (code === 'no_live_agent') return 'operator';
  if (code === 'agent_timeout' || (status < 500 && status !== 429)) return 'caller';
  return status === 500 ? 'farol' : 'nobody';
}
