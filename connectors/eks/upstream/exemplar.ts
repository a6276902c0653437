import { actionOf } from '../../aws/upstream/aws-fake.ts';
import { writeError } from '../../aws/upstream/write-error.ts';
import { answerAsAws, answerAsBoth, isAws } from './aws-layer.ts';
import { clusterExemplar } from './cluster-exemplar.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import type { SymptomExample } from '../../../src/connector/symptom.ts';

/** Said by the cluster or by a proxy before it, and not by AWS. */
const isOfCluster = ({ body }: SymptomExample): boolean => /^(?:[{<]|404 page not found)/u.test(body);

const notKnown = { status: 501, body: 'the fake does not know this call' };

export const exemplar: Exemplar = {
  variables: {
    EKS_CLUSTER: 'shop',
    EKS_REGION: 'eu-west-1',
    RUNNER_AWS_CRED_MODE: 'static',
    AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'wJalr{canary}',
    AWS_REGIONS: 'eu-west-1,us-east-1',
    AWS_URL: '{upstream}',
  },
  reply: (call) => answerAsBoth(call),
  ...clusterExemplar,
  failures: [(call) => answerAsBoth(call, { isMapped: false }) ?? notKnown],
  nameOf: (call) => (isAws(call) ? actionOf(call) : undefined),
  render(example, call) {
    if (isAws(call)) return isOfCluster(example) ? (answerAsAws(call) ?? notKnown) : writeError(example, call);
    const { status, headers, body } = example;
    return { status, body, ...(headers !== undefined && { headers }) };
  },
  isSecretOnlySigning: true,
};
