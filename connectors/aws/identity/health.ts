import { type ActionProbe, sendable } from '../health/action-probe.ts';

const sdk = () => import('@aws-sdk/client-organizations');

export const identityProbes = [
  {
    call: 'organizations:DescribeOrganization',
    always: true,
    at: 'home',
    async prepare() {
      const { OrganizationsClient, DescribeOrganizationCommand } = await sdk();
      return sendable(OrganizationsClient, new DescribeOrganizationCommand({}));
    },
  },
  {
    call: 'organizations:ListAccounts',
    at: 'home',
    async prepare() {
      const { OrganizationsClient, ListAccountsCommand } = await sdk();
      return sendable(OrganizationsClient, new ListAccountsCommand({ MaxResults: 1 }));
    },
  },
] as const satisfies readonly ActionProbe[];
