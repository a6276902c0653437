import { actionOf, type Answers, answerAs } from '../aws/aws-fake.ts';
import { probeAnswers } from '../aws/probe-answers.ts';
import { writeError } from '../aws/write-error.ts';
import { auditAnswers, auditQuestions } from './aws/audit-answers.ts';
import { biAnswers, biQuestions } from './aws/bi-answers.ts';
import { computeAnswers, computeQuestions } from './aws/compute-answers.ts';
import { costAnswers, costQuestions } from './aws/cost-answers.ts';
import { databasesAnswers, databasesQuestions } from './aws/databases-answers.ts';
import { dnsAnswers, dnsQuestions } from './aws/dns-answers.ts';
import { identityAnswers, identityQuestions } from './aws/identity-answers.ts';
import { k8sAnswers, k8sQuestions } from './aws/k8s-answers.ts';
import { networkAnswers, networkQuestions } from './aws/network-answers.ts';
import { observabilityAnswers, observabilityQuestions } from './aws/observability-answers.ts';
import { queuesAnswers, queuesQuestions } from './aws/queues-answers.ts';
import { securityAnswers, securityQuestions } from './aws/security-answers.ts';
import type { Exemplar } from './exemplar.ts';

/** As AWS answers when all is well, by action. */
export const awsAnswers: Answers = {
  ...probeAnswers,
  ...auditAnswers,
  ...biAnswers,
  ...computeAnswers,
  ...costAnswers,
  ...databasesAnswers,
  ...dnsAnswers,
  ...identityAnswers,
  ...k8sAnswers,
  ...networkAnswers,
  ...observabilityAnswers,
  ...queuesAnswers,
  ...securityAnswers,
};

const reply = answerAs(awsAnswers);

export const aws: Exemplar = {
  variables: {
    RUNNER_AWS_CRED_MODE: 'static',
    AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
    AWS_SECRET_ACCESS_KEY: '{canary}',
    AWS_REGIONS: 'eu-west-1,us-east-1',
    AWS_URL: '{upstream}',
    AWS_ATHENA_OUTPUT: 's3://results-of-the-test/farol/',
  },
  reply,
  questions: {
    ...auditQuestions,
    ...biQuestions,
    ...computeQuestions,
    ...costQuestions,
    ...databasesQuestions,
    ...dnsQuestions,
    ...identityQuestions,
    ...k8sQuestions,
    ...networkQuestions,
    ...observabilityQuestions,
    ...queuesQuestions,
    ...securityQuestions,
  },
  troubles: [],
  nameOf: actionOf,
  render: writeError,
  isSecretOnlySigning: true,
};
