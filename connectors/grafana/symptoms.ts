/**
 * What a backend answers when it refuses, and what that means. Most specific first. One table for all of
 * them, because one gateway is in front: a row names variable and permission of the backend that was
 * asked, recognised by the path, and its conditions on variables are written in those of the metrics. Where a Grafana
 * is in front, refusals are its own; about a question, it hands on what the backend says.
 */
import { commonSymptoms } from '../../src/connector/common-symptoms.ts';
import type { Symptom } from '../../src/connector/symptom.ts';
import { backendAt } from './backends.ts';
import { addressSymptoms } from './symptoms/address.ts';
import { credentialSymptoms } from './symptoms/credential.ts';
import { grafanaAddress } from './symptoms/grafana-address.ts';
import { grafanaCredential } from './symptoms/grafana-credential.ts';
import { questionSymptoms, traceSymptoms } from './symptoms/question.ts';
import { forDirect, forGrafana } from './symptoms/way.ts';

export const symptoms: readonly Symptom[] = [
  ...traceSymptoms,
  ...forDirect([...credentialSymptoms, ...addressSymptoms]),
  ...forGrafana([...grafanaCredential, ...grafanaAddress]),
  ...questionSymptoms,
  ...commonSymptoms(({ path, variable }) =>
    variable('GRAFANA_URL') === undefined ? backendAt(path).url : 'GRAFANA_URL',
  ),
];
