/**
 * What a backend answers when it refuses, and what that means. Most specific first. One table for all of
 * them, because one gateway is in front: a row names variable and permission of the backend that was
 * asked, recognised by the path, and its conditions on variables are written in those of the metrics.
 */
import { commonSymptoms } from '../../src/connector/common-symptoms.ts';
import type { Symptom } from '../../src/connector/symptom.ts';
import { backendAt } from './backends.ts';
import { addressSymptoms } from './symptoms/address.ts';
import { credentialSymptoms } from './symptoms/credential.ts';
import { questionSymptoms } from './symptoms/question.ts';

export const symptoms: readonly Symptom[] = [
  ...credentialSymptoms,
  ...addressSymptoms,
  ...questionSymptoms,
  ...commonSymptoms(({ path }) => backendAt(path).url),
];
