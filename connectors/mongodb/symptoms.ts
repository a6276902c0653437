/**
 * Errors that the database sends, by their numbers, and what they mean. Most specific first. The numbers are
 * those of the server's own list (https://www.mongodb.com/docs/manual/reference/error-codes/, seen 2026-11);
 * 8000 is what Atlas answers itself, in front of the server.
 */
import type { Symptom } from '../../src/connector/symptom.ts';
import { credentialSymptoms } from './symptoms/credential.ts';
import { questionSymptoms } from './symptoms/question.ts';
import { rightsSymptoms } from './symptoms/rights.ts';
import { stateSymptoms } from './symptoms/state.ts';

export const symptoms: readonly Symptom[] = [
  ...credentialSymptoms,
  ...rightsSymptoms,
  ...questionSymptoms,
  ...stateSymptoms,
];
