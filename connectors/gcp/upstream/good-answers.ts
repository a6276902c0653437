/** What Google answers when all is well, by method, and the questions that reach it. */
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import type { FakeCall } from '../../../test/contract/fake-upstream.ts';
import { assetsAnswers, assetsQuestions, assetsRedacted } from './answers/assets.ts';
import { computeAnswers, computeQuestions, computeRedacted } from './answers/compute.ts';
import { costAnswers, costQuestions } from './answers/cost.ts';
import { databasesAnswers, databasesQuestions, databasesRedacted } from './answers/databases.ts';
import { dnsAnswers, dnsQuestions } from './answers/dns.ts';
import { identityAnswers, identityQuestions } from './answers/identity.ts';
import { kubernetesAnswers, kubernetesQuestions, kubernetesRedacted } from './answers/kubernetes.ts';
import { networkAnswers, networkQuestions, networkRedacted } from './answers/network.ts';
import { observabilityAnswers, observabilityQuestions } from './answers/observability.ts';
import { recommendationsAnswers, recommendationsQuestions } from './answers/recommendations.ts';
import { securityAnswers, securityQuestions, securityRedacted } from './answers/security.ts';

/** A function sees the request. */
export type Answers = Readonly<Record<string, object | ((call: FakeCall) => object)>>;

export const goodAnswers: Answers = {
  ...assetsAnswers,
  ...computeAnswers,
  ...costAnswers,
  ...databasesAnswers,
  ...dnsAnswers,
  ...identityAnswers,
  ...kubernetesAnswers,
  ...networkAnswers,
  ...observabilityAnswers,
  ...recommendationsAnswers,
  ...securityAnswers,
};

export const questions: Exemplar['questions'] = {
  ...assetsQuestions,
  ...computeQuestions,
  ...costQuestions,
  ...databasesQuestions,
  ...dnsQuestions,
  ...identityQuestions,
  ...kubernetesQuestions,
  ...networkQuestions,
  ...observabilityQuestions,
  ...recommendationsQuestions,
  ...securityQuestions,
};

/** Where the fake puts a secret that no answer may repeat. */
export const redacted: NonNullable<Exemplar['redacted']> = {
  ...assetsRedacted,
  ...computeRedacted,
  ...databasesRedacted,
  ...kubernetesRedacted,
  ...networkRedacted,
  ...securityRedacted,
};
