/** Gateways: four kinds, each a list of its own with a call of its own. */
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { answerPage, type Page, pageSizeFor } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { readKept, readWhole } from '../../cached-page.ts';
import { type GatewayData, toCustomerGateway, toInternetGateway, toNatGateway, toVpnGateway } from './to-gateway.ts';

export const gatewayOperations = {
  'network.listGateways': {
    async run(args, context) {
      const { kind, limit } = args;
      const region = chooseRegion(context, args.region);
      return answerPage(
        { operation: 'network.listGateways', args, region, what: words[kind] },
        (after) => readers[kind]({ context, region, limit, after }),
        (gateways) => ({ region, kind, gateways: [...gateways] }),
      );
    },
  },
} satisfies AwsOperations<'network.listGateways'>;

type Kind = 'internet' | 'nat' | 'customer' | 'vpn';

const words: Readonly<Record<Kind, string>> = {
  internet: 'internet gateways',
  nat: 'NAT gateways',
  customer: 'customer gateways',
  vpn: 'VPN gateways',
};

interface Asked {
  readonly context: AwsContext;
  readonly region: string;
  readonly limit: number;
  readonly after: string | undefined;
}

const readers: Readonly<Record<Kind, (asked: Asked) => Promise<Page<GatewayData>>>> = {
  internet: readInternetGateways,
  nat: readNatGateways,
  customer: readCustomerGateways,
  vpn: readVpnGateways,
};

async function readInternetGateways({ context, region, limit, after }: Asked): Promise<Page<GatewayData>> {
  const { EC2Client: Client, DescribeInternetGatewaysCommand } = await import('@aws-sdk/client-ec2');
  return readKept(after, {
    limit,
    size: pageSizeFor(limit),
    async read(NextToken, MaxResults) {
      const command = new DescribeInternetGatewaysCommand({ NextToken, MaxResults });
      const answer = await ask(context, { call: 'ec2:DescribeInternetGateways', region, Client, command });
      return { items: (answer.InternetGateways ?? []).map(toInternetGateway), next: answer.NextToken };
    },
  });
}

async function readNatGateways({ context, region, limit, after }: Asked): Promise<Page<GatewayData>> {
  const { EC2Client: Client, DescribeNatGatewaysCommand } = await import('@aws-sdk/client-ec2');
  return readKept(after, {
    limit,
    size: pageSizeFor(limit),
    async read(NextToken, MaxResults) {
      const command = new DescribeNatGatewaysCommand({ NextToken, MaxResults });
      const answer = await ask(context, { call: 'ec2:DescribeNatGateways', region, Client, command });
      return { items: (answer.NatGateways ?? []).map(toNatGateway), next: answer.NextToken };
    },
  });
}

async function readCustomerGateways({ context, region, limit, after }: Asked): Promise<Page<GatewayData>> {
  const { EC2Client: Client, DescribeCustomerGatewaysCommand } = await import('@aws-sdk/client-ec2');
  const read = async (): Promise<GatewayData[]> => {
    const command = new DescribeCustomerGatewaysCommand({});
    const answer = await ask(context, { call: 'ec2:DescribeCustomerGateways', region, Client, command });
    return (answer.CustomerGateways ?? []).map(toCustomerGateway);
  };
  return readWhole(after, limit, read, ({ id }) => id);
}

async function readVpnGateways({ context, region, limit, after }: Asked): Promise<Page<GatewayData>> {
  const { EC2Client: Client, DescribeVpnGatewaysCommand } = await import('@aws-sdk/client-ec2');
  const read = async (): Promise<GatewayData[]> => {
    const command = new DescribeVpnGatewaysCommand({});
    const answer = await ask(context, { call: 'ec2:DescribeVpnGateways', region, Client, command });
    return (answer.VpnGateways ?? []).map(toVpnGateway);
  };
  return readWhole(after, limit, read, ({ id }) => id);
}
