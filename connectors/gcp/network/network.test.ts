/** What networks, subnets, firewall rules, addresses and load balancers are told as. */
import { expect, test } from 'vitest';
import { resultIn } from '../../../test/contract/agent-under-test.ts';
import { vendorError } from '../upstream/agent.ts';
import { openAnswering, openGcp, testAnswers } from '../upstream/use-gcp.ts';

testAnswers([
  [
    'network.listVpcs',
    {},
    {
      vpcs: [
        {
          id: 'projects/acme-prod/global/networks/main',
          name: 'main',
          description: 'everything',
          isDefault: false,
          cidrBlocks: [],
          ipv6CidrBlocks: ['fd20::/48'],
          mtuBytes: 1460,
          routingMode: 'GLOBAL',
          peerings: [
            {
              name: 'databases',
              peerVpcId: 'projects/google-sql/global/networks/servicenetworking',
              state: 'ACTIVE',
              stateReason: '[2026-01-05T03:00:00.000-07:00]: Connected.',
            },
          ],
          createdAt: '2026-01-05T10:00:00.000Z',
          tags: {},
        },
      ],
    },
  ],
  [
    'network.listSubnets',
    {},
    {
      subnets: [
        {
          id: 'projects/acme-prod/regions/us-central1/subnetworks/main-a',
          name: 'main-a',
          vpcId: 'projects/acme-prod/global/networks/main',
          region: 'us-central1',
          purpose: 'PRIVATE',
          cidrBlock: '10.0.0.0/20',
          ipv6CidrBlocks: ['fd20::/64'],
          secondaryCidrBlocks: [{ name: 'pods', cidrBlock: '10.8.0.0/14' }],
          gatewayAddress: '10.0.0.1',
          hasFlowLogs: true,
          reachesProviderPrivately: true,
          createdAt: '2026-01-05T10:00:00.000Z',
          tags: {},
        },
      ],
    },
  ],
  [
    'network.listSecurityGroups',
    {},
    {
      securityGroups: [
        {
          id: 'projects/acme-prod/global/firewalls/allow-web',
          name: 'allow-web',
          description: 'web from anywhere',
          vpcId: 'projects/acme-prod/global/networks/main',
          isEnabled: true,
          isLogged: true,
          appliesTo: { networkTags: ['http-server'], identities: [] },
          rules: [
            {
              direction: 'ingress',
              action: 'allow',
              priority: 1000,
              protocol: 'tcp',
              ports: [
                { from: 443, to: 443 },
                { from: 8000, to: 8999 },
              ],
              peers: [
                { kind: 'cidrBlock', value: '0.0.0.0/0' },
                { kind: 'networkTag', value: 'probe' },
              ],
            },
            {
              direction: 'ingress',
              action: 'allow',
              priority: 1000,
              protocol: 'icmp',
              ports: [],
              peers: [
                { kind: 'cidrBlock', value: '0.0.0.0/0' },
                { kind: 'networkTag', value: 'probe' },
              ],
            },
          ],
          createdAt: '2026-01-05T10:00:00.000Z',
          tags: {},
        },
        {
          id: 'projects/acme-prod/global/firewalls/deny-out',
          name: 'deny-out',
          vpcId: 'projects/acme-prod/global/networks/main',
          isEnabled: false,
          appliesTo: { networkTags: [], identities: ['web@acme-prod.iam.gserviceaccount.com'] },
          rules: [
            {
              direction: 'egress',
              action: 'deny',
              priority: 65534,
              protocol: 'all',
              ports: [],
              peers: [{ kind: 'cidrBlock', value: '198.51.100.0/24' }],
            },
          ],
          tags: {},
        },
      ],
    },
  ],
  [
    'network.listAddresses',
    {},
    {
      addresses: [
        {
          id: 'projects/acme-prod/global/addresses/web-ip',
          name: 'web-ip',
          description: 'of the web site',
          address: '203.0.113.9',
          isPublic: true,
          isInUse: true,
          usedBy: ['projects/acme-prod/global/forwardingRules/web-https'],
          createdAt: '2026-01-05T10:00:00.000Z',
          tags: { team: 'web' },
        },
        {
          id: 'projects/acme-prod/global/addresses/peering',
          name: 'peering',
          address: '10.64.0.0',
          prefixLength: 16,
          isPublic: false,
          isInUse: false,
          usedBy: [],
          purpose: 'VPC_PEERING',
          vpcId: 'projects/acme-prod/global/networks/main',
          tags: {},
        },
      ],
    },
  ],
  [
    'network.listLoadBalancers',
    {},
    {
      loadBalancers: [
        {
          id: 'projects/acme-prod/global/forwardingRules/web-https',
          name: 'web-https',
          type: 'EXTERNAL_MANAGED targetHttpsProxies',
          isPublic: true,
          ipAddresses: ['203.0.113.9'],
          subnetIds: [],
          zones: [],
          securityGroupIds: [],
          listeners: [{ protocol: 'TCP', ports: [{ from: 443, to: 443 }] }],
          backends: [
            {
              name: 'web',
              protocol: 'HTTP',
              timeoutSec: 30,
              healthChecks: ['projects/acme-prod/global/healthChecks/web'],
              groups: [
                {
                  id: 'projects/acme-prod/regions/us-central1/instanceGroups/web',
                  balancingMode: 'UTILIZATION',
                  capacity: 0.8,
                },
              ],
            },
          ],
          createdAt: '2026-01-05T10:00:00.000Z',
          tags: { team: 'web' },
        },
        {
          id: 'projects/acme-prod/regions/us-central1/forwardingRules/db',
          name: 'db',
          type: 'INTERNAL',
          isPublic: false,
          ipAddresses: ['10.0.0.9'],
          region: 'us-central1',
          vpcId: 'projects/acme-prod/global/networks/main',
          subnetIds: ['projects/acme-prod/regions/us-central1/subnetworks/main-a'],
          zones: [],
          securityGroupIds: [],
          listeners: [
            {
              protocol: 'TCP',
              ports: [
                { from: 5432, to: 5432 },
                { from: 6432, to: 6432 },
              ],
            },
          ],
          backends: [
            {
              name: 'db',
              protocol: 'TCP',
              healthChecks: [],
              groups: [{ id: 'projects/acme-prod/zones/us-central1-a/instanceGroups/db', isFailover: true }],
            },
          ],
          tags: {},
        },
      ],
    },
  ],
]);

test('load balancers are told without what is behind them, when that may not be read', async () => {
  const gcp = await openAnswering({
    'compute.backendServices.aggregatedList': vendorError(403, "Required 'compute.backendServices.list' permission"),
  });
  const result = resultIn(await gcp.agent.ask('network.listLoadBalancers', {}));
  expect(result).toMatchObject({ complete: false });
  expect(result.because).toContain('compute.backendServices.list is not granted');
  const { loadBalancers } = result.data as { loadBalancers: object[] };
  expect(loadBalancers).toHaveLength(2);
  for (const one of loadBalancers) expect(one).not.toHaveProperty('backends');
});

test.each(['network.listVpcs', 'network.listSecurityGroups'])(
  '%s spans all regions, and says so to who names one',
  async (name) => {
    const gcp = await openGcp();
    const result = resultIn(await gcp.agent.ask(name, { region: 'europe-west1' }));
    expect(result).toMatchObject({
      complete: true,
      because: 'These span all regions, so that europe-west1 selects nothing.',
    });
  },
);

test.each([
  ['network.listSubnets', { filters: { vpcIds: ['main'], zones: ['us-central1-f'] } }, 1],
  ['network.listSubnets', { filters: { zones: ['europe-west1-b'] } }, 0],
  ['network.listSubnets', { region: 'europe-west1' }, 0],
  ['network.listAddresses', { filters: { addresses: ['203.0.113.9'] } }, 1],
  ['network.listAddresses', { filters: { ids: ['web-ip'] } }, 1],
  ['network.listSecurityGroups', { filters: { names: ['deny-out'] } }, 1],
  ['network.listVpcs', { filters: { tags: [{ key: 'team' }] } }, 0],
])('%s with %j has %i entries', async (name, args, count) => {
  const gcp = await openGcp();
  const [rows] = Object.values(resultIn(await gcp.agent.ask(name, args)).data as Record<string, unknown>).filter(
    Array.isArray,
  );
  expect(rows).toHaveLength(count);
});
