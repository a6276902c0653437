/** Good answers of Route 53: https://docs.aws.amazon.com/Route53/latest/APIReference/ */
import type { Answers } from '../aws-fake.ts';
import type { Exemplar } from '../../../../test/contract/exemplar.ts';

const publicZone = {
  Id: '/hostedzone/Z0123456789ABCDEFGHIJ',
  Name: 'example.com.',
  CallerReference: 'made-2024',
  Config: { Comment: 'Shop', PrivateZone: false },
  ResourceRecordSetCount: 12,
};

const privateZone = {
  Id: '/hostedzone/Z9876543210ABCDEFGHIJ',
  Name: 'internal.example.com.',
  CallerReference: 'made-2025',
  Config: { Comment: '', PrivateZone: true },
  ResourceRecordSetCount: 3,
};

export const records = [
  { Name: 'example.com.', Type: 'MX', TTL: 300, ResourceRecords: [{ Value: '10 mail.example.com.' }] },
  {
    Name: 'example.com.',
    Type: 'TXT',
    TTL: 60,
    ResourceRecords: [{ Value: '"v=spf1 -all"' }, { Value: '"owner=shop"' }],
  },
  {
    Name: String.raw`\052.example.com.`,
    Type: 'A',
    AliasTarget: {
      HostedZoneId: 'Z32O12XQLNTSW2',
      DNSName: 'dualstack.checkout-1234567890.eu-west-1.elb.amazonaws.com.',
      EvaluateTargetHealth: true,
    },
  },
];

export const dnsAnswers: Answers = {
  'route53:ListHostedZones': () => ({
    HostedZones: [publicZone, privateZone],
    Marker: '',
    IsTruncated: false,
    MaxItems: '100',
  }),
  'route53:GetHostedZone': ({ Id }) =>
    Id === 'Z9876543210ABCDEFGHIJ'
      ? { HostedZone: privateZone, VPCs: [{ VPCRegion: 'eu-west-1', VPCId: 'vpc-0a1b2c3d4e5f60718' }] }
      : { HostedZone: publicZone, DelegationSet: { NameServers: ['ns-1.awsdns-01.org', 'ns-2.awsdns-02.co.uk.'] } },
  'route53:ListResourceRecordSets': () => ({ ResourceRecordSets: records, IsTruncated: false, MaxItems: '300' }),
};

export const dnsQuestions: Exemplar['questions'] = {
  'dns.listZones': [{}, { name: 'example.com' }],
  'dns.getZone': [{ zone: 'Z0123456789ABCDEFGHIJ' }],
  'dns.listRecords': [{ zone: 'Z0123456789ABCDEFGHIJ' }, { zone: 'Z0123456789ABCDEFGHIJ', type: 'TXT' }],
};
