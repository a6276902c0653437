/** Answers that speak of the question itself. */
import { type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { refusing, saying } from './words.ts';

export const ofQuestion: readonly Symptom[] = [
  symptom({
    id: 'team_not_named',
    seen: '`missing_argument` that names `team_id`',
    when: {
      status: 200,
      body: /"(?:missing_argument|invalid_arguments)".*team_id/su,
      variables: { SLACK_TEAM_ID: 'unset' },
    },
    kind: 'not_configured',
    data: { variable: 'SLACK_TEAM_ID' },
    remedy: 'The app is installed on a whole organization: set SLACK_TEAM_ID to the workspace that is meant.',
    example: {
      ...refusing('missing_argument', { response_metadata: { messages: ['[ERROR] missing required field: team_id'] } }),
      variables: { SLACK_TEAM_ID: undefined },
    },
  }),
  symptom({
    id: 'cursor_refused',
    seen: '`invalid_cursor`',
    when: saying('invalid_cursor'),
    kind: 'invalid_arguments',
    data: { field: 'cursor' },
    remedy: 'The place in the list is no longer known to Slack: leave the cursor out to begin again.',
    example: refusing('invalid_cursor'),
  }),
  symptom({
    id: 'name_taken',
    seen: '`name_taken`',
    when: saying('name_taken'),
    kind: 'invalid_arguments',
    data: { field: 'name' },
    remedy: 'A channel of this name exists, perhaps a private or archived one: look for it, or choose another name.',
    example: refusing('name_taken'),
  }),
  symptom({
    id: 'name_refused',
    seen: '`invalid_name` and its kin',
    when: saying(String.raw`invalid_name\w*`),
    kind: 'invalid_arguments',
    data: { field: 'name' },
    remedy: 'Use lower-case letters, digits, hyphens and underscores, not only punctuation, at most 80 characters.',
    example: refusing('invalid_name_specials'),
  }),
  symptom({
    id: 'blocks_refused',
    seen: '`invalid_blocks` and its kin',
    when: saying(String.raw`invalid_blocks\w*`, 'msg_blocks_too_long'),
    kind: 'invalid_arguments',
    data: { field: 'blocks' },
    remedy: 'Send fewer and shorter blocks, or the same as text.',
    example: refusing('invalid_blocks'),
  }),
  symptom({
    id: 'text_refused',
    seen: '`msg_too_long` or `no_text`',
    when: saying('msg_too_long', 'no_text'),
    kind: 'invalid_arguments',
    data: { field: 'text' },
    remedy: 'Send a text that is not empty and has at most 40,000 characters.',
    example: refusing('msg_too_long'),
  }),
];
