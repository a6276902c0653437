/** Whose credential it is. Needs no permission: AWS answers even when the policy denies it, so this proves the credential and nothing else. */
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { chooseRegion } from '../../access/regions.ts';

export const whoAmIOperations = {
  'identity.whoAmI': {
    async run(_args, context) {
      const region = chooseRegion(context, undefined);
      const { STSClient: Client, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts');
      const command = new GetCallerIdentityCommand({});
      const { Account, Arn, UserId } = await ask(context, { call: 'sts:GetCallerIdentity', region, Client, command });
      const data = {
        accountId: need(Account, 'Account'),
        principal: need(Arn, 'Arn'),
        principalId: need(UserId, 'UserId'),
      };
      return { data, complete: true, truncated: false };
    },
  },
} satisfies AwsOperations<'identity.whoAmI'>;
