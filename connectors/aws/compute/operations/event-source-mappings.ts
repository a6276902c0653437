/** What feeds functions from queues and streams. */
import { ask } from '../../access/ask.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { withMissing } from '../../parts.ts';
import { answerPage } from '../../paging.ts';
import { regionOfFunction } from './functions.ts';
import { toEventSourceMapping, unreadOf } from './to-event-source-mapping.ts';

export const eventSourceMappingOperations = {
  'compute.listEventSourceMappings': {
    async run(args, context) {
      const { region: wanted, function: name, limit } = args;
      const region = regionOfFunction(context, { region: wanted, name, field: 'function' });
      const { LambdaClient: Client, ListEventSourceMappingsCommand } = await import('@aws-sdk/client-lambda');
      const missing: string[] = [];
      const answer = await answerPage(
        { operation: 'compute.listEventSourceMappings', args, region, what: 'event source mappings' },
        async (Marker) => {
          const command = new ListEventSourceMappingsCommand({ FunctionName: name, Marker, MaxItems: limit });
          const page = await ask(context, { call: 'lambda:ListEventSourceMappings', region, Client, command });
          return { items: page.EventSourceMappings ?? [], next: page.NextMarker };
        },
        (mappings) => {
          missing.push(...mappings.flatMap(unreadOf));
          return { region, mappings: mappings.map(toEventSourceMapping) };
        },
      );
      return withMissing(answer, missing);
    },
  },
} satisfies AwsOperations<'compute.listEventSourceMappings'>;
