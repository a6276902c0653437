import { ask } from './ask.ts';
import type { AwsContext } from './context.ts';
import { chooseRegion } from './regions.ts';

/** Number of the account that the credential belongs to. */
export async function accountOf(context: AwsContext): Promise<string> {
  const { STSClient: Client, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts');
  const { Account = '' } = await ask(context, {
    call: 'sts:GetCallerIdentity',
    region: chooseRegion(context, undefined),
    Client,
    command: new GetCallerIdentityCommand({}),
  });
  return Account;
}
