import { absent, type ActionProbe, sendable } from '../health/action-probe.ts';

export const securityProbes: readonly ActionProbe[] = [
  {
    call: 'iam:ListUsers',
    always: true,
    at: 'home',
    async prepare({ found }) {
      const { IAMClient, ListUsersCommand } = await import('@aws-sdk/client-iam');
      return sendable(IAMClient, new ListUsersCommand({ MaxItems: 1 }), ({ Users = [] }) => {
        if (Users[0]?.UserName !== undefined) found.user = Users[0].UserName;
      });
    },
  },
  {
    call: 'iam:ListAccessKeys',
    always: true,
    at: 'home',
    absences: ['NoSuchEntityException', 'NoSuchEntity'],
    async prepare({ found }) {
      const { IAMClient, ListAccessKeysCommand } = await import('@aws-sdk/client-iam');
      const command = new ListAccessKeysCommand({ UserName: found.user ?? absent.name, MaxItems: 1 });
      return sendable(IAMClient, command, ({ AccessKeyMetadata = [] }) => {
        const key = AccessKeyMetadata[0]?.AccessKeyId;
        if (key !== undefined) found.accessKey = key;
      });
    },
  },
  {
    // AWS documents no error of this call, and denies it for a key that is not there.
    call: 'iam:GetAccessKeyLastUsed',
    at: 'home',
    needs: { name: 'accessKey', from: 'iam:ListAccessKeys', what: 'access key of the first user' },
    async prepare({ found }) {
      const { IAMClient, GetAccessKeyLastUsedCommand } = await import('@aws-sdk/client-iam');
      return sendable(IAMClient, new GetAccessKeyLastUsedCommand({ AccessKeyId: found.accessKey }));
    },
  },
];
