/**
 * Neither Jira refuses every credential it cannot use: it treats the request as anonymous, with empty lists and
 * tickets not found, and only a header says so. Such an answer is none.
 * https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis/
 */
import { isPlainAnswer } from '../../src/connector/ask-json.ts';
import type { DecodedResponse } from '../../src/connector/decoded-response.ts';
import type { HttpResponse } from '../../src/core/http-client.ts';

export const loginReasonHeader = 'x-seraph-loginreason';
const treatedAsNobody = /AUTHENTICATED_FAILED|AUTHENTICATION_DENIED|AUTHORISATION_FAILED/u;

/** Of Data Center alone: the name of the account that is answered. A token that it does not know leaves no other trace. */
export const userHeader = 'x-ausername';
export const nobody = /^anonymous$/iu;

type Answered = Pick<HttpResponse, 'headers'>;

export function isAnswer(response: DecodedResponse): boolean {
  return isPlainAnswer(response) && !isAsToNobody(response);
}

export function isAsToNobody({ headers }: Answered): boolean {
  return treatedAsNobody.test(String(headers[loginReasonHeader] ?? ''));
}

/** The same of Data Center. */
export function isAsToNobodyHere(response: Answered): boolean {
  return isAsToNobody(response) || nobody.test(String(response.headers[userHeader] ?? ''));
}
