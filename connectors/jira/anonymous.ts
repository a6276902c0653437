/**
 * Jira Cloud does not refuse a credential it cannot use: it treats the request as anonymous, with empty lists and
 * tickets not found, and only a header says so. Such an answer is none.
 * https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis/
 */
import { isPlainAnswer } from '../../src/connector/ask-json.ts';
import type { DecodedResponse } from '../../src/connector/decoded-response.ts';
import type { HttpResponse } from '../../src/core/http-client.ts';

export const loginReasonHeader = 'x-seraph-loginreason';
const treatedAsNobody = /AUTHENTICATED_FAILED|AUTHENTICATION_DENIED|AUTHORISATION_FAILED/u;

export function isAnswer(response: DecodedResponse): boolean {
  return isPlainAnswer(response) && !isAsToNobody(response);
}

/** A write that was done is done, whatever author Jira recorded: reported as a refusal it would be sent again. */
export function isAnswerOfWrite(response: DecodedResponse): boolean {
  return isAnswer(response) || (response.status === 201 && isPlainAnswer(response));
}

export function isAsToNobody({ headers }: Pick<HttpResponse, 'headers'>): boolean {
  return treatedAsNobody.test(String(headers[loginReasonHeader] ?? ''));
}
