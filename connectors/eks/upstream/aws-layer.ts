/** What AWS answers to this connector: where the cluster is (at the fake itself) and who asks. */
import { answerAs, type Answers } from '../../aws/upstream/aws-fake.ts';
import { scopeOf } from '../../aws/upstream/read-request.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import { answerAsCluster, type ClusterSettings, user } from './fake-cluster.ts';

const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

export const isAws = (call: FakeCall): boolean => scopeOf(call) !== undefined;

export const clusterAt = (endpoint: string): Readonly<Record<string, unknown>> => ({
  name: 'shop',
  arn: 'arn:aws:eks:eu-west-1:123456789012:cluster/shop',
  status: 'ACTIVE',
  version: '1.36',
  endpoint,
  certificateAuthority: { data: Buffer.from(pem).toString('base64') },
  resourcesVpcConfig: {
    vpcId: 'vpc-0a1b2c3d4e5f60718',
    endpointPublicAccess: true,
    endpointPrivateAccess: true,
    publicAccessCidrs: ['203.0.113.0/24'],
  },
  accessConfig: { authenticationMode: 'API_AND_CONFIG_MAP' },
});

export function answerAsAws(call: FakeCall, changed: Answers = {}): Reply | undefined {
  return answerAs({
    'eks:DescribeCluster': () => ({ cluster: clusterAt(`http://${call.headers.host}`) }),
    'sts:GetCallerIdentity': () => ({ Account: '123456789012', Arn: user, UserId: 'AROAEXAMPLE:agent' }),
    ...changed,
  })(call);
}

/** Both layers, each by whose call it is. */
export function answerAsBoth(
  call: FakeCall,
  settings: ClusterSettings & { readonly aws?: Answers } = {},
): Reply | undefined {
  return isAws(call) ? answerAsAws(call, settings.aws) : answerAsCluster(call, settings);
}
