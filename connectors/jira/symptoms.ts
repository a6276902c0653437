/**
 * What Jira Cloud answers when it refuses, and what that means. Most specific first. Some refusals look like
 * success: with a credential it cannot use, Jira treats the request as anonymous, and only a header says so.
 */
import { commonSymptoms } from '../../src/connector/common-symptoms.ts';
import type { Symptom } from '../../src/connector/symptom.ts';
import { ofCredential } from './symptoms/credential.ts';
import { ofPermission } from './symptoms/permission.ts';
import { ofQuestion } from './symptoms/question.ts';

export const symptoms: readonly Symptom[] = [
  ...ofCredential,
  ...ofPermission,
  ...ofQuestion,
  ...commonSymptoms('JIRA_URL'),
];
