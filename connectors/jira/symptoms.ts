/**
 * What the two Jiras answer when they refuse, and what that means. Most specific first. Some refusals look like
 * success: with a credential it cannot use, Jira treats the request as anonymous, and only a header says so.
 */
import { commonSymptoms } from '../../src/connector/common-symptoms.ts';
import type { Symptom } from '../../src/connector/symptom.ts';
import { cloudCredential, cloudStatus } from './symptoms/cloud.ts';
import { dataCenterCredential, dataCenterStatus } from './symptoms/data-center.ts';
import { ofPermission } from './symptoms/permission.ts';
import { ofQuestion } from './symptoms/question.ts';

export const symptoms: readonly Symptom[] = [
  ...cloudCredential,
  ...dataCenterCredential,
  ...ofPermission,
  ...ofQuestion,
  ...cloudStatus,
  ...dataCenterStatus,
  ...commonSymptoms('JIRA_URL'),
];
