/** Answers that speak of the question itself. */
import { type Seen, type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { Refusal } from '../schema.ts';
import { forCloud } from './kind.ts';

export const unboundedRemedy =
  'Bound the query, for example with project = OPS or with updated >= -30d; an ORDER BY alone is not a condition.';
const refusal = (message: string): string => JSON.stringify({ errorMessages: [message], errors: {} });

/** Fields of a ticket under the names that the arguments have. */
const argumentOf: Readonly<Record<string, string>> = {
  issuetype: 'type',
  project: 'project',
  summary: 'summary',
  description: 'description',
  labels: 'labels',
  priority: 'priority',
  parent: 'parent',
  comment: 'body',
  transition: 'transitionId',
};

export const ofQuestion: readonly Symptom[] = [
  symptom({
    id: 'unbounded',
    seen: '400 with `Unbounded JQL queries are not allowed here.`',
    when: { status: 400, body: /unbounded JQL/iu },
    kind: 'invalid_arguments',
    data: { field: 'query.text' },
    remedy: unboundedRemedy,
    example: {
      status: 400,
      body: refusal('Unbounded JQL queries are not allowed here. Please add a search restriction to your query.'),
    },
  }),
  ...forCloud([
    symptom({
      id: 'page_token',
      seen: '400 about `nextPageToken`',
      when: { status: 400, body: /next ?page ?token/iu },
      kind: 'invalid_arguments',
      data: { field: 'cursor' },
      remedy: 'The cursor has expired in Jira: leave it out to start again.',
      example: { status: 400, body: refusal('The provided next page token is invalid or expired.') },
    }),
  ]),
  symptom({
    id: 'transition_unknown',
    seen: '400 about a transition that the ticket does not have now',
    when: {
      status: 400,
      body: /Transition id '?[^']*'? is not valid|illegal workflow operation|workflow operation .* is not valid/iu,
    },
    kind: 'invalid_arguments',
    data: { field: 'transitionId' },
    remedy:
      'Call tickets.listTransitions again: the ticket has been moved, or the workflow does not allow this transition. If that list is empty, the account lacks Transition issues.',
    example: { status: 400, body: refusal("Transition id '31' is not valid for this issue.") },
  }),
  symptom({
    id: 'question_refused',
    seen: 'any other 400',
    when: { status: 400 },
    kind: 'invalid_arguments',
    data: (seen) => ({ field: fieldIn(seen) }),
    remedy: (seen) => `Correct the request: ${reasonIn(seen)}`,
    remedyWords: 'Correct the request: the reason that Jira gives follows.',
    example: { status: 400, body: refusal("Error in the JQL Query: Expecting operator but got 'OPS'.") },
  }),
  symptom({
    id: 'conflict',
    seen: '409',
    when: { status: 409 },
    kind: 'invalid_arguments',
    data: { field: 'key' },
    remedy: 'Somebody else changed the ticket at the same moment, and nothing was written: read it again, then decide.',
    example: { status: 409, body: refusal('Issue could not be updated due to a conflicting update.') },
  }),
  symptom({
    id: 'removed',
    seen: '410 with `removed`',
    when: { status: 410, body: /has been removed|migrate to/iu },
    kind: 'upstream_changed',
    data: ({ path }) => ({ path }),
    remedy: 'Jira has removed this part of its interface: update the Agent. The configuration is not the cause.',
    example: {
      status: 410,
      body: refusal('The requested API has been removed. Please migrate to the /rest/api/3/search/jql API.'),
    },
  }),
  symptom({
    id: 'ticket_full',
    seen: '413',
    when: { status: 413 },
    kind: 'cap_exceeded',
    data: { limit: 'of Jira for one ticket', estimate: 'above it' },
    remedy: 'The ticket has as many comments or links as Jira allows: continue in another ticket.',
    example: { status: 413, body: refusal('The issue has reached the limit of comments.') },
  }),
  symptom({
    id: 'misconfigured',
    seen: '422',
    when: { status: 422 },
    kind: 'feature_disabled',
    data: { feature: 'writing this ticket' },
    remedy: (seen) => `An administrator of the project must correct its configuration. ${reasonIn(seen)}`,
    remedyWords: 'An administrator of the project must correct its configuration: the reason that Jira gives follows.',
    example: { status: 422, body: refusal('The workflow of this project has no initial status.') },
  }),
];

function fieldIn(seen: Seen): string {
  if (/\/search(?:\/jql)?$/u.test(seen.path)) return 'query.text';
  const [field] = Object.keys(refusalIn(seen)?.errors ?? {});
  if (field !== undefined && /^[\w.-]{1,100}$/u.test(field)) return argumentOf[field] ?? `fields.${field}`;
  if (seen.path.endsWith('/comment')) return 'body';
  return seen.path.endsWith('/transitions') ? 'transitionId' : 'fields';
}

/** What Jira says about the caller's own question; nothing else of the body is repeated. */
function reasonIn(seen: Seen): string {
  const { errorMessages = [], errors = {}, message } = refusalIn(seen) ?? {};
  const named = Object.entries(errors).map(([field, text]) => `${field}: ${text}`);
  const said = [...errorMessages, ...named, ...(message === undefined ? [] : [message])].join(' ');
  const printable = said.replaceAll(/\p{C}+/gu, ' ').trim();
  if (printable === '') return 'Jira gave no reason.';
  return printable.length > 300 ? `${printable.slice(0, 300)}…` : printable;
}

function refusalIn({ response }: Seen): Refusal | undefined {
  try {
    return Refusal.safeParse(JSON.parse(response.body)).data;
  } catch {
    return undefined;
  }
}
