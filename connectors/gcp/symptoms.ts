/** What Google's interfaces answer when they refuse, and what that means. Most specific first. */
import { commonSymptoms, type Symptom } from '../../src/connector/symptom.ts';
import { credentialSymptoms } from './symptoms/credential.ts';
import { permissionSymptoms } from './symptoms/permission.ts';
import { questionSymptoms } from './symptoms/question.ts';
import { serviceSymptoms } from './symptoms/service.ts';

export const symptoms: readonly Symptom[] = [
  ...serviceSymptoms,
  ...credentialSymptoms,
  ...questionSymptoms,
  ...permissionSymptoms,
  ...commonSymptoms,
];
