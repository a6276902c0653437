/** What dashboards are published from, and who has access. */
import type { AnalysisSummary, User } from '@aws-sdk/client-quicksight';
import type { DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { known } from '../../members.ts';
import { answerListing } from '../list-page.ts';
import { toAsset } from '../to-asset.ts';

export const analysisAndUserOperations = {
  'bi.listAnalyses': {
    async run(args, context) {
      const { QuickSightClient: Client, ListAnalysesCommand } = await import('@aws-sdk/client-quicksight');
      return answerListing(context, {
        operation: 'bi.listAnalyses',
        args,
        what: 'analyses',
        async read(input, region) {
          const command = new ListAnalysesCommand(input);
          const answer = await ask(context, { call: 'quicksight:ListAnalyses', region, Client, command });
          return { items: answer.AnalysisSummaryList ?? [], next: answer.NextToken };
        },
        toData: (summaries: readonly AnalysisSummary[], region) => ({ region, analyses: summaries.map(toAnalysis) }),
      });
    },
  },

  'bi.listUsers': {
    async run(args, context) {
      const { QuickSightClient: Client, ListUsersCommand } = await import('@aws-sdk/client-quicksight');
      return answerListing(context, {
        operation: 'bi.listUsers',
        args,
        what: `users in namespace ${args.namespace}`,
        async read(input, region) {
          const command = new ListUsersCommand({ ...input, Namespace: args.namespace });
          const answer = await ask(context, { call: 'quicksight:ListUsers', region, Client, command });
          return { items: answer.UserList ?? [], next: answer.NextToken };
        },
        toData: (users: readonly User[], region) => ({ region, users: users.map(toUser) }),
      });
    },
  },
} satisfies AwsOperations<'bi.listAnalyses' | 'bi.listUsers'>;

function toAnalysis(summary: AnalysisSummary): DataOf<'bi.listAnalyses'>['analyses'][number] {
  return {
    ...toAsset(need(summary.AnalysisId, 'AnalysisSummaryList[].AnalysisId'), summary),
    ...known({ status: summary.Status }),
  };
}

function toUser(user: User): DataOf<'bi.listUsers'>['users'][number] {
  return {
    name: need(user.UserName, 'UserList[].UserName'),
    ...known({
      identifier: user.Arn,
      email: user.Email,
      role: user.Role,
      identityKind: user.IdentityType,
      isActive: user.Active,
      customPermissions: user.CustomPermissionsName,
    }),
  };
}
