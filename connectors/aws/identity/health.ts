import { type ActionProbe, sendable } from '../health/action-probe.ts';

export const identityProbes = [
  {
    call: 'organizations:DescribeOrganization',
    always: true,
    at: 'home',
    async prepare() {
      const { OrganizationsClient, DescribeOrganizationCommand } = await import('@aws-sdk/client-organizations');
      return sendable(OrganizationsClient, new DescribeOrganizationCommand({}));
    },
  },
  {
    call: 'organizations:ListAccounts',
    at: 'home',
    async prepare() {
      const { OrganizationsClient, ListAccountsCommand } = await import('@aws-sdk/client-organizations');
      return sendable(OrganizationsClient, new ListAccountsCommand({ MaxResults: 1 }));
    },
  },
] as const satisfies readonly ActionProbe[];
