/** What AWS answers to the health checks of an identity that is allowed everything: absence, for names that cannot exist. */
import { type Answers, AwsError } from './aws-fake.ts';
import { awsAnswers } from './exemplar.ts';

const account = '123456789012';
export const identity = `arn:aws:iam::${account}:user/farol`;

/** How AWS says that it looked and found nothing. */
const absent = (status: number, code: string) => () => new AwsError(status, `${code}: nothing of that name`);

export const probeAnswers: Answers = {
  ...awsAnswers,
  'sts:GetCallerIdentity': () => ({ Account: account, Arn: identity, UserId: 'AIDAEXAMPLE' }),
  'eks:DescribeCluster': absent(404, 'ResourceNotFoundException'),
  'eks:ListNodegroups': absent(404, 'ResourceNotFoundException'),
  'eks:DescribeNodegroup': absent(404, 'ResourceNotFoundException'),
  'ecr:DescribeImages': absent(400, 'RepositoryNotFoundException'),
  'lambda:GetFunctionConfiguration': absent(404, 'ResourceNotFoundException'),
  'rds:ListTagsForResource': absent(404, 'DBInstanceNotFound'),
  'elasticloadbalancing:DescribeTargetHealth': absent(400, 'TargetGroupNotFound'),
  'elasticloadbalancing:DescribeTags': absent(400, 'LoadBalancerNotFound'),
  'elasticloadbalancing:DescribeInstanceHealth': absent(400, 'LoadBalancerNotFound'),
  'route53:GetHostedZone': absent(404, 'NoSuchHostedZone'),
  'route53:ListResourceRecordSets': absent(404, 'NoSuchHostedZone'),
  'logs:FilterLogEvents': absent(400, 'ResourceNotFoundException'),
  'logs:GetQueryResults': absent(400, 'ResourceNotFoundException'),
  'cloudtrail:DescribeQuery': absent(400, 'QueryIdNotFoundException'),
  'cloudtrail:GetQueryResults': absent(400, 'QueryIdNotFoundException'),
  'athena:GetQueryExecution': absent(400, 'InvalidRequestException'),
  'athena:GetQueryResults': absent(400, 'InvalidRequestException'),
  'quicksight:ListIngestions': absent(404, 'ResourceNotFoundException'),
  'quicksight:DescribeDashboard': absent(404, 'ResourceNotFoundException'),
  'quicksight:DescribeDataSet': absent(404, 'ResourceNotFoundException'),
};
