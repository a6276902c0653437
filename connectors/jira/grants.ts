/** Project permissions, by the names they have in a permission scheme, and their keys in the interface. */
import type { Manifest } from '../../src/connector/manifest.ts';

const group = 'Project permission';

export const grants = {
  'Browse projects': {
    group,
    need: 'required',
    access: 'Read',
    purpose: 'Sees projects and their tickets; without it every list is empty and every ticket is not found.',
  },
  'Create issues': {
    group,
    need: 'optional',
    access: 'Write',
    purpose: 'tickets.create.',
    justification: 'One of the three writes; reading works without it.',
  },
  'Add comments': {
    group,
    need: 'optional',
    access: 'Write',
    purpose: 'tickets.addComment.',
    justification: 'One of the three writes; reading works without it.',
  },
  'Transition issues': {
    group,
    need: 'optional',
    access: 'Write',
    purpose: 'tickets.transition; without it tickets.listTransitions is empty.',
    justification: 'One of the three writes; reading works without it.',
  },
} as const satisfies Manifest['grants'];

export type Permission = keyof typeof grants;

/** As https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-permissions spells them. */
export const permissionKeys = {
  'Browse projects': 'BROWSE_PROJECTS',
  'Create issues': 'CREATE_ISSUES',
  'Add comments': 'ADD_COMMENTS',
  'Transition issues': 'TRANSITION_ISSUES',
} as const satisfies Record<Permission, string>;

/** What a check looks for because it must not be there. */
export const forbiddenKeys = {
  'Administer Jira': 'ADMINISTER',
  'Administer projects': 'ADMINISTER_PROJECTS',
  'Delete issues': 'DELETE_ISSUES',
  'Delete all comments': 'DELETE_ALL_COMMENTS',
  'Make bulk changes': 'BULK_CHANGE',
} as const;

export const forbidden = [
  {
    grant: 'Administer Jira',
    because: 'Changes the whole site, including its permissions; no operation administers it.',
  },
  { grant: 'Administer projects', because: 'Changes projects and who may do what in them; no operation does.' },
  { grant: 'Delete issues', because: 'Deletes tickets with their history; no operation deletes.' },
  { grant: 'Delete all comments', because: 'Deletes what people wrote; no operation deletes.' },
  {
    grant: 'Make bulk changes',
    because: 'Changes thousands of tickets at once; every write of this connector changes one ticket.',
  },
] as const satisfies readonly { grant: keyof typeof forbiddenKeys; because: string }[];
