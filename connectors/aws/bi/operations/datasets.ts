/** Datasets, and what one of them is made of. */
import type { DataSetSummary } from '@aws-sdk/client-quicksight';
import type { DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { known } from '../../members.ts';
import { chooseRegion } from '../../access/regions.ts';
import { answerListing, ownAccount } from '../list-page.ts';
import { toAsset } from '../to-asset.ts';
import { isInForce, toDataset } from './to-dataset.ts';

export const datasetOperations = {
  'bi.listDatasets': {
    async run(args, context) {
      const { QuickSightClient: Client, ListDataSetsCommand } = await import('@aws-sdk/client-quicksight');
      return answerListing(context, {
        operation: 'bi.listDatasets',
        args,
        what: 'datasets',
        async read(input, region) {
          const command = new ListDataSetsCommand(input);
          const answer = await ask(context, { call: 'quicksight:ListDataSets', region, Client, command });
          return { items: answer.DataSetSummaries ?? [], next: answer.NextToken };
        },
        toData: (summaries: readonly DataSetSummary[], region) => ({ region, datasets: summaries.map(toSummary) }),
      });
    },
  },

  'bi.getDataset': {
    async run({ region: wanted, id }, context) {
      const region = chooseRegion(context, wanted);
      const { QuickSightClient: Client, DescribeDataSetCommand } = await import('@aws-sdk/client-quicksight');
      const command = new DescribeDataSetCommand({ AwsAccountId: await ownAccount(context), DataSetId: id });
      const { DataSet } = await ask(context, { call: 'quicksight:DescribeDataSet', region, Client, command });
      return { data: { region, dataset: toDataset(need(DataSet, 'DataSet')) }, complete: true, truncated: false };
    },
  },
} satisfies AwsOperations<'bi.listDatasets' | 'bi.getDataset'>;

function toSummary(summary: DataSetSummary): DataOf<'bi.listDatasets'>['datasets'][number] {
  return {
    ...toAsset(need(summary.DataSetId, 'DataSetSummaries[].DataSetId'), summary),
    ...known({ importMode: summary.ImportMode }),
    hasRowRules:
      isInForce(summary.RowLevelPermissionDataSet) || summary.RowLevelPermissionTagConfigurationApplied === true,
    hasColumnRules: summary.ColumnLevelPermissionRulesApplied === true,
  };
}
