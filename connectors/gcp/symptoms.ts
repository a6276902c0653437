/** What Google's interfaces answer when they refuse, and what that means. Most specific first. */
import { commonSymptoms, webPageAt } from '../../src/connector/common-symptoms.ts';
import type { Symptom } from '../../src/connector/symptom.ts';
import { credentialSymptoms } from './symptoms/credential.ts';
import { permissionSymptoms } from './symptoms/permission.ts';
import { questionSymptoms } from './symptoms/question.ts';
import { serviceSymptoms } from './symptoms/service.ts';

export const symptoms: readonly Symptom[] = [
  ...serviceSymptoms,
  ...credentialSymptoms,
  webPageAt(
    'GCP_URL',
    'The server returned a web page: a sign-in page or a proxy on the way. Let the Agent reach *.googleapis.com through the proxy in HTTPS_PROXY; if GCP_URL is set, it must pass calls on to Google.',
  ),
  ...questionSymptoms,
  ...permissionSymptoms,
  ...commonSymptoms('GCP_URL'),
];
