/**
 * Answers that speak of rules of the workspace or its organization. None of them is about a scope. The words are those
 * that every method may answer with, as on https://docs.slack.dev/reference/methods/conversations.history#errors.
 */
import { type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { refusing, saying, wordIn } from './words.ts';

export const ofWorkspace: readonly Symptom[] = [
  symptom({
    id: 'network_not_allowed',
    seen: '`accesslimited`',
    when: saying('accesslimited'),
    kind: 'permission_missing',
    data: (seen) => ({ grant: wordIn(seen), layer: 'network of the Agent' }),
    remedy:
      'The workspace allows this call from some networks only: ask one of its owners to allow the address that this Agent sends from. Do not rotate the token.',
    example: refusing('accesslimited'),
  }),
  symptom({
    id: 'workspace_not_granted',
    seen: '`team_access_not_granted`',
    when: saying('team_access_not_granted'),
    kind: 'permission_missing',
    data: (seen) => ({ grant: wordIn(seen), layer: 'workspaces of the app' }),
    remedy:
      'The app is installed on the organization and was not given this workspace: an administrator of the organization must add the workspace to the app, or SLACK_TEAM_ID must name a workspace of the app.',
    example: refusing('team_access_not_granted'),
  }),
  symptom({
    id: 'not_from_organization',
    seen: '`enterprise_is_restricted`',
    when: saying('enterprise_is_restricted'),
    kind: 'permission_missing',
    data: (seen) => ({ grant: wordIn(seen), layer: 'workspaces of the app' }),
    remedy:
      'Slack does not allow this call to an app of a whole organization: install it in the workspace to be used, and put its Bot User OAuth Token into SLACK_BOT_TOKEN.',
    example: refusing('enterprise_is_restricted'),
  }),
  symptom({
    id: 'key_withdrawn',
    seen: '`ekm_access_denied`',
    when: saying('ekm_access_denied'),
    kind: 'permission_missing',
    data: (seen) => ({ grant: wordIn(seen), layer: 'encryption key of the organization' }),
    remedy:
      'Administrators of the organization have suspended access with Enterprise Key Management: ask them whether and when they restore it. Do not change the app.',
    example: refusing('ekm_access_denied'),
  }),
  symptom({
    id: 'second_factor',
    seen: '`two_factor_setup_required`',
    when: saying('two_factor_setup_required'),
    kind: 'permission_missing',
    data: (seen) => ({ grant: wordIn(seen), layer: 'account of the token' }),
    remedy:
      'The workspace requires a second factor from the owner of this token: set SLACK_BOT_TOKEN to the Bot User OAuth Token of the app, which needs none.',
    example: refusing('two_factor_setup_required'),
  }),
  symptom({
    id: 'kind_of_account',
    seen: '`user_is_restricted` and its kin',
    when: saying(String.raw`user_is_\w+`),
    kind: 'permission_missing',
    data: (seen) => ({ grant: wordIn(seen), layer: 'account of the token' }),
    remedy:
      'Slack does not allow this to the kind of account that the token acts as: set SLACK_BOT_TOKEN to the Bot User OAuth Token of the app.',
    example: refusing('user_is_restricted'),
  }),
  symptom({
    id: 'workspace_policy',
    seen: '`restricted_action` or `access_denied`',
    when: saying(String.raw`restricted_action\w*`, 'access_denied'),
    kind: 'permission_missing',
    data: (seen) => ({ grant: wordIn(seen), layer: 'workspace policy' }),
    remedy:
      'A setting of the workspace does not allow this for the app: ask an owner of the workspace (Settings & administration → Workspace settings → Permissions). No scope is missing.',
    example: refusing('restricted_action'),
  }),
];
