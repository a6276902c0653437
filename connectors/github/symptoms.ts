/** What GitHub answers when it refuses, and what that means. Most specific first. */
import { commonSymptoms } from '../../src/connector/common-symptoms.ts';
import type { Symptom } from '../../src/connector/symptom.ts';
import { appSymptoms, bareAppRefusals } from './symptoms/app.ts';
import { bareRefusals, credentialSymptoms, permissionSymptoms } from './symptoms/access.ts';
import { rateSymptoms } from './symptoms/rate.ts';
import { addressSymptoms, featureSymptoms, questionSymptoms } from './symptoms/repository.ts';

export const symptoms: readonly Symptom[] = [
  ...addressSymptoms,
  ...appSymptoms,
  ...credentialSymptoms,
  ...featureSymptoms,
  ...permissionSymptoms,
  ...rateSymptoms,
  ...bareAppRefusals,
  ...bareRefusals,
  ...questionSymptoms,
  ...commonSymptoms('GITHUB_URL'),
];
