/** What GitHub answers when it refuses, and what that means. Most specific first. */
import { commonSymptoms } from '../../src/connector/common-symptoms.ts';
import type { Symptom } from '../../src/connector/symptom.ts';
import { bareRefusals, credentialSymptoms, permissionSymptoms } from './symptoms/access.ts';
import { rateSymptoms } from './symptoms/rate.ts';
import { addressSymptoms, featureSymptoms, questionSymptoms } from './symptoms/repository.ts';

export const symptoms: readonly Symptom[] = [
  ...addressSymptoms,
  ...credentialSymptoms,
  ...featureSymptoms,
  ...permissionSymptoms,
  ...rateSymptoms,
  ...bareRefusals,
  ...questionSymptoms,
  ...commonSymptoms('GITHUB_URL'),
];
