/** Ends a query whose caller has left, so that it scans no more billed bytes. */
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';

export interface RunningQuery {
  readonly region: string;
  readonly id: string;
}

/** As long as the caller's leaving may take. */
const stopMs = 5000;

/** Never throws: the caller gets the first error. */
export async function stopQuery(context: AwsContext, { region, id }: RunningQuery): Promise<void> {
  try {
    const { AthenaClient: Client, StopQueryExecutionCommand } = await import('@aws-sdk/client-athena');
    const command = new StopQueryExecutionCommand({ QueryExecutionId: id });
    const able = context.signal.aborted ? context.afterwards(stopMs) : context;
    await ask(able, { call: 'athena:StopQueryExecution', region, Client, command });
  } catch (error) {
    context.log.warn({ err: error, query: id }, 'a query continues in Athena: it could not be stopped');
  }
}
