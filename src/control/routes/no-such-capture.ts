import { ApiProblem } from '../problem/api-problem.ts';

export function noSuchCapture(): ApiProblem {
  return new ApiProblem({
    status: 404,
    code: 'no_such_capture',
    message: 'There is no such capture, or it has no bundle.',
  });
}
