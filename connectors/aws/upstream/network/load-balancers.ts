/** Good answers of both generations of load balancers, which share the names of their actions and not their shapes. */
import type { Answers } from '../aws-fake.ts';
import type { AwsRequest } from '../read-request.ts';

const home = 'arn:aws:elasticloadbalancing:eu-west-1:123456789012';
export const balancerArn = `${home}:loadbalancer/app/checkout/0a1b2c3d4e5f6071`;
export const groupArn = `${home}:targetgroup/checkout/0a1b2c3d4e5f6072`;

/** The classic interface has the older version. */
export function isClassic({ model }: AwsRequest): boolean {
  return model.metadata.apiVersion === '2012-06-01';
}

export const balancer = {
  LoadBalancerArn: balancerArn,
  LoadBalancerName: 'checkout',
  Type: 'application',
  Scheme: 'internet-facing',
  State: { Code: 'active_impaired', Reason: 'No capacity in one zone' },
  DNSName: 'checkout-1234567890.eu-west-1.elb.amazonaws.com',
  CanonicalHostedZoneId: 'Z32O12XQLNTSW2',
  CreatedTime: new Date('2025-06-01T00:00:00Z'),
  VpcId: 'vpc-0a1b2c3d4e5f60718',
  AvailabilityZones: [
    {
      ZoneName: 'eu-west-1a',
      SubnetId: 'subnet-0a1b2c3d4e5f60718',
      LoadBalancerAddresses: [{ IpAddress: '203.0.113.40', AllocationId: 'eipalloc-2a1b2c3d' }],
    },
    { ZoneName: 'eu-west-1b', SubnetId: 'subnet-1a1b2c3d4e5f60718' },
  ],
  SecurityGroups: ['sg-0a1b2c3d4e5f60718'],
  IpAddressType: 'ipv4',
};

export const classicBalancer = {
  LoadBalancerName: 'legacy',
  DNSName: 'internal-legacy-1234567890.eu-west-1.elb.amazonaws.com',
  Scheme: 'internal',
  CreatedTime: new Date('2018-06-01T00:00:00Z'),
  VPCId: 'vpc-0a1b2c3d4e5f60718',
  AvailabilityZones: ['eu-west-1a'],
  Subnets: ['subnet-0a1b2c3d4e5f60718'],
  SecurityGroups: ['sg-0a1b2c3d4e5f60718'],
  Instances: [{ InstanceId: 'i-0a1b2c3d4e5f60718' }],
  ListenerDescriptions: [
    { Listener: { Protocol: 'HTTPS', LoadBalancerPort: 443, InstanceProtocol: 'HTTP', InstancePort: 8080 } },
  ],
  HealthCheck: { Target: 'HTTP:8080/health', Interval: 30, Timeout: 5, UnhealthyThreshold: 2, HealthyThreshold: 10 },
};

export const targetGroup = {
  TargetGroupArn: groupArn,
  TargetGroupName: 'checkout',
  Protocol: 'HTTP',
  Port: 8080,
  VpcId: 'vpc-0a1b2c3d4e5f60718',
  TargetType: 'instance',
  HealthCheckEnabled: true,
  HealthCheckProtocol: 'HTTP',
  HealthCheckPort: 'traffic-port',
  HealthCheckPath: '/health',
  HealthCheckIntervalSeconds: 30,
  HealthCheckTimeoutSeconds: 5,
  HealthyThresholdCount: 5,
  UnhealthyThresholdCount: 2,
  Matcher: { HttpCode: '200-299' },
  LoadBalancerArns: [balancerArn],
};

export const loadBalancerAnswers: Answers = {
  'elasticloadbalancing:DescribeLoadBalancers': (_, request) =>
    isClassic(request) ? { LoadBalancerDescriptions: [classicBalancer] } : { LoadBalancers: [balancer] },
  'elasticloadbalancing:DescribeTags': (_, request) =>
    isClassic(request)
      ? { TagDescriptions: [{ LoadBalancerName: 'legacy', Tags: [{ Key: 'team', Value: 'billing' }] }] }
      : { TagDescriptions: [{ ResourceArn: balancerArn, Tags: [{ Key: 'team', Value: 'shop' }, { Key: 'edge' }] }] },
  'elasticloadbalancing:DescribeTargetGroups': () => ({ TargetGroups: [targetGroup] }),
  'elasticloadbalancing:DescribeTargetHealth': () => ({
    TargetHealthDescriptions: [
      {
        Target: { Id: 'i-0a1b2c3d4e5f60718', Port: 8080, AvailabilityZone: 'eu-west-1a' },
        HealthCheckPort: '8080',
        TargetHealth: { State: 'healthy' },
      },
      {
        Target: { Id: 'i-1a1b2c3d4e5f60718', Port: 8080 },
        TargetHealth: {
          State: 'unhealthy',
          Reason: 'Target.ResponseCodeMismatch',
          Description: 'Health checks failed with these codes: [502]',
        },
      },
    ],
  }),
  'elasticloadbalancing:DescribeInstanceHealth': () => ({
    InstanceStates: [
      { InstanceId: 'i-0a1b2c3d4e5f60718', State: 'InService', ReasonCode: 'N/A', Description: 'N/A' },
      {
        InstanceId: 'i-1a1b2c3d4e5f60718',
        State: 'OutOfService',
        ReasonCode: 'Instance',
        Description: 'Instance has failed at least the UnhealthyThreshold number of health checks consecutively.',
      },
    ],
  }),
};
