/** Where datasets are read from, and how their refreshes went. */
import type { DataSource, Ingestion } from '@aws-sdk/client-quicksight';
import { z } from 'zod';
import type { DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { known, timeOf } from '../../members.ts';
import { answerListing } from '../list-page.ts';
import { toAsset, toProblem } from '../to-asset.ts';

export const sourceOperations = {
  'bi.listDataSources': {
    async run(args, context) {
      const { QuickSightClient: Client, ListDataSourcesCommand } = await import('@aws-sdk/client-quicksight');
      return answerListing(context, {
        operation: 'bi.listDataSources',
        args,
        what: 'data sources',
        async read(input, region) {
          const command = new ListDataSourcesCommand(input);
          const answer = await ask(context, { call: 'quicksight:ListDataSources', region, Client, command });
          return { items: answer.DataSources ?? [], next: answer.NextToken };
        },
        toData: (sources: readonly DataSource[], region) => ({ region, dataSources: sources.map(toDataSource) }),
      });
    },
  },

  'bi.listIngestions': {
    async run(args, context) {
      const { QuickSightClient: Client, ListIngestionsCommand } = await import('@aws-sdk/client-quicksight');
      return answerListing(context, {
        operation: 'bi.listIngestions',
        args,
        what: 'refreshes of this dataset',
        async read(input, region) {
          const command = new ListIngestionsCommand({ ...input, DataSetId: args.datasetId });
          const answer = await ask(context, { call: 'quicksight:ListIngestions', region, Client, command });
          return { items: answer.Ingestions ?? [], next: answer.NextToken };
        },
        toData: (ingestions: readonly Ingestion[], region) => ({ region, ingestions: ingestions.map(toIngestion) }),
      });
    },
  },
} satisfies AwsOperations<'bi.listDataSources' | 'bi.listIngestions'>;

/** Of the parameters of a connection, whatever its kind; the others name roles, secrets and sign-in pages, and stay behind. */
const Connection = z.looseObject({
  Host: z.string().optional(),
  Port: z.number().optional(),
  Database: z.string().optional(),
  Catalog: z.string().optional(),
});

function toDataSource(source: DataSource): DataOf<'bi.listDataSources'>['dataSources'][number] {
  const { DataSourceParameters, ErrorInfo, SslProperties, VpcConnectionProperties } = source;
  const parsed = Connection.safeParse(Object.values(DataSourceParameters ?? {})[0]);
  const { Host, Port, Database, Catalog } = parsed.success ? parsed.data : {};
  return {
    ...toAsset(need(source.DataSourceId, 'DataSources[].DataSourceId'), source),
    ...known({
      kind: source.Type,
      status: source.Status,
      problem: ErrorInfo === undefined ? undefined : toProblem(ErrorInfo),
      host: Host,
      // A cluster that is named in place of an address has the port 0.
      port: Port === 0 ? undefined : Port,
      database: Database ?? Catalog,
      isEncrypted: SslProperties?.DisableSsl === undefined ? undefined : !SslProperties.DisableSsl,
    }),
    isPrivate: VpcConnectionProperties !== undefined,
  };
}

function toIngestion(ingestion: Ingestion): DataOf<'bi.listIngestions'>['ingestions'][number] {
  const { RowInfo = {}, ErrorInfo } = ingestion;
  return {
    id: need(ingestion.IngestionId, 'Ingestions[].IngestionId'),
    status: need(ingestion.IngestionStatus, 'Ingestions[].IngestionStatus'),
    createdAt: need(timeOf(ingestion.CreatedTime), 'Ingestions[].CreatedTime'),
    ...known({
      problem: ErrorInfo === undefined ? undefined : toProblem(ErrorInfo),
      trigger: ingestion.RequestSource,
      kind: ingestion.RequestType,
      durationSec: ingestion.IngestionTimeInSeconds,
      sizeBytes: ingestion.IngestionSizeInBytes,
      rowsIngested: RowInfo.RowsIngested,
      rowsDropped: RowInfo.RowsDropped,
      rowsTotal: RowInfo.TotalRowsInDataset,
    }),
  };
}
