/** Answers that speak of the question itself. */
import { type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { refusing, saying } from './words.ts';

const namesTeam = (messages: unknown): boolean =>
  Array.isArray(messages) && messages.some((message) => String(message).includes('team_id'));

export const ofQuestion: readonly Symptom[] = [
  symptom({
    id: 'team_not_named',
    seen: '`missing_argument` that names `team_id`',
    when: {
      status: 200,
      fields: { error: /^(?:missing_argument|invalid_arguments)$/u, 'response_metadata.messages': namesTeam },
      variables: { SLACK_TEAM_ID: 'unset' },
    },
    kind: 'not_configured',
    data: { variable: 'SLACK_TEAM_ID' },
    remedy: 'The app is installed on a whole organization: set SLACK_TEAM_ID to the id of the workspace to be used.',
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
    remedy: 'The cursor has expired in Slack: leave it out to start again.',
    example: refusing('invalid_cursor'),
  }),
  symptom({
    id: 'name_taken',
    seen: '`name_taken`',
    when: saying('name_taken'),
    kind: 'invalid_arguments',
    data: { field: 'name' },
    remedy: 'A channel of this name exists already, perhaps private or archived: find it, or choose another name.',
    example: refusing('name_taken'),
  }),
  symptom({
    id: 'name_refused',
    seen: '`invalid_name` and its kin',
    when: saying(String.raw`invalid_name\w*`),
    kind: 'invalid_arguments',
    data: { field: 'name' },
    remedy: 'Use lower-case letters, digits, hyphens and underscores, at most 80 characters, and not only punctuation.',
    example: refusing('invalid_name_specials'),
  }),
  symptom({
    id: 'blocks_refused',
    seen: '`invalid_blocks` and its kin',
    when: saying(String.raw`invalid_blocks\w*`),
    kind: 'invalid_arguments',
    data: { field: 'blocks' },
    remedy:
      'Slack does not know a block or a field of one: compare the blocks with Block Kit, or send the message as text.',
    example: refusing('invalid_blocks'),
  }),
  symptom({
    id: 'blocks_too_long',
    seen: '`msg_blocks_too_long`',
    when: saying('msg_blocks_too_long'),
    kind: 'invalid_arguments',
    data: { field: 'blocks' },
    remedy: 'Send fewer and shorter blocks, or several messages.',
    example: refusing('msg_blocks_too_long'),
  }),
  symptom({
    id: 'text_too_long',
    seen: '`msg_too_long`',
    when: saying('msg_too_long'),
    kind: 'invalid_arguments',
    data: { field: 'text' },
    remedy: 'Send a text of at most 40,000 characters, or several messages.',
    example: refusing('msg_too_long'),
  }),
  symptom({
    id: 'text_missing',
    seen: '`no_text`',
    when: saying('no_text'),
    kind: 'invalid_arguments',
    data: { field: 'text' },
    remedy: 'Send a text or blocks that are not empty.',
    example: refusing('no_text'),
  }),
];
