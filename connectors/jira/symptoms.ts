/**
 * What Jira Cloud answers when it refuses, and what that means. Most specific first. Some refusals look like
 * success: with a credential it cannot use, Jira answers as to nobody, and only a header says so.
 */
import { commonSymptoms, type Symptom } from '../../src/connector/symptom.ts';
import { ofCredential } from './symptoms/of-credential.ts';
import { ofPermission } from './symptoms/of-permission.ts';
import { ofQuestion } from './symptoms/of-question.ts';

export const symptoms: readonly Symptom[] = [...ofCredential, ...ofPermission, ...ofQuestion, ...commonSymptoms];
