/** Answers that speak of what the account may do or see. */
import { type Symptom, symptom } from '../../../src/connector/symptom.ts';

const scheme = 'in the permission scheme of the project (Project settings → Permissions)';
const refusal = (message: string): string => JSON.stringify({ errorMessages: [message], errors: {} });

export const ofPermission: readonly Symptom[] = [
  symptom({
    id: 'create_forbidden',
    seen: '400 or 403 that denies creating issues',
    when: { status: [400, 403], body: /permission to create (?:an )?issues?/iu },
    kind: 'permission_missing',
    data: { grant: 'Create issues', layer: 'project permission' },
    remedy: `Grant Create Issues to the account ${scheme}. Reading works without it.`,
    example: {
      status: 400,
      body: JSON.stringify({
        errorMessages: [],
        errors: { project: 'You do not have permission to create issues in this project.' },
      }),
    },
  }),
  symptom({
    id: 'comment_forbidden',
    seen: '400 or 403 that denies commenting',
    when: { status: [400, 403], body: /permission to (?:add a )?comment/iu },
    kind: 'permission_missing',
    data: { grant: 'Add comments', layer: 'project permission' },
    remedy: `Grant Add Comments to the account ${scheme}. Reading works without it.`,
    example: { status: 400, body: refusal('You do not have the permission to comment on this issue.') },
  }),
  symptom({
    id: 'transition_forbidden',
    seen: '400 or 403 that denies moving the ticket',
    when: { status: [400, 403], body: /permission to transition/iu },
    kind: 'permission_missing',
    data: { grant: 'Transition issues', layer: 'project permission' },
    remedy: `Grant Transition Issues to the account ${scheme}. Reading works without it.`,
    example: { status: 400, body: refusal('You do not have permission to transition this issue.') },
  }),
  symptom({
    id: 'ticket_hidden',
    seen: '404 with `Issue does not exist or you do not have permission to see it.`',
    when: { status: 404, body: /Issue does not exist/iu },
    kind: 'not_found_or_hidden',
    data: { what: 'ticket' },
    remedy: `Jira gives the same answer for a ticket that does not exist and for one the account may not see. First compare the key; if it is right, then grant Browse Projects to the account ${scheme}, then check whether a security level of the ticket excludes the account.`,
    example: { status: 404, body: refusal('Issue does not exist or you do not have permission to see it.') },
  }),
  symptom({
    id: 'project_hidden',
    seen: '400 or 404 about a project that does not exist or is hidden',
    when: {
      status: [400, 404],
      body: /No project could be found|valid project is required|does not exist for the field 'project'/iu,
    },
    kind: 'not_found_or_hidden',
    data: { what: 'project' },
    remedy: `Jira gives the same answer for a project that does not exist and for one the account may not see. First compare the key with tickets.listProjects; if it is right, then grant Browse Projects to the account ${scheme}.`,
    example: { status: 400, body: refusal("The value 'OPS' does not exist for the field 'project'.") },
  }),
];
