/**
 * What Slack answers when it refuses, and what that means. Slack refuses with HTTP 200 and a word; any other
 * status comes from its rate limit, its failures or something on the way. Words and their meanings are those of
 * the methods' pages, such as https://docs.slack.dev/reference/methods/conversations.history.
 */
import { commonSymptoms } from '../../src/connector/common-symptoms.ts';
import type { Symptom } from '../../src/connector/symptom.ts';
import { ofChannel } from './symptoms/channel.ts';
import { ofQuestion } from './symptoms/question.ts';
import { ofRotation } from './symptoms/rotation.ts';
import { ofSlack } from './symptoms/slack.ts';
import { ofToken } from './symptoms/token.ts';
import { ofWorkspace } from './symptoms/workspace.ts';

export const symptoms: readonly Symptom[] = [
  ...ofRotation,
  ...ofToken,
  ...ofChannel,
  ...ofWorkspace,
  ...ofQuestion,
  ...ofSlack,
  ...commonSymptoms('SLACK_URL'),
];
