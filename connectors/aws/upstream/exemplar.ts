import { actionOf, type Answers, answerAs } from './aws-fake.ts';
import { writeError } from './write-error.ts';
import { auditAnswers, auditQuestions } from './audit.ts';
import { biAnswers, biQuestions } from './bi.ts';
import { computeAnswers, computeQuestions } from './compute/answers.ts';
import { costAnswers, costQuestions } from './cost/answers.ts';
import { databasesAnswers, databasesQuestions } from './databases/answers.ts';
import { dnsAnswers, dnsQuestions } from './network/dns.ts';
import { identityAnswers, identityQuestions } from './identity.ts';
import { k8sAnswers, k8sQuestions } from './compute/k8s.ts';
import { networkAnswers, networkQuestions } from './network/answers.ts';
import { observabilityAnswers, observabilityQuestions } from './observability.ts';
import { queuesAnswers, queuesQuestions } from './network/queues.ts';
import { securityAnswers, securityQuestions } from './security.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';

/** As AWS answers when all is well, by action. */
export const awsAnswers: Answers = {
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

export const exemplar: Exemplar = {
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
  failures: [],
  nameOf: actionOf,
  render: writeError,
  isSecretOnlySigning: true,
};
