import type { DataOf } from '../../../../catalog/index.ts';
import type { CloudFunction } from '../schema.ts';
import { ask } from '../../ask.ts';
import { type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { unreachableNotes } from '../../places.ts';
import { bytesOf, lastPart, noneOf, partAfter, present, timeOf } from '../../wording.ts';

type Told = DataOf<'compute.listFunctions'>['functions'][number];

export const functionOperations: GcpOperations<'compute.listFunctions'> = {
  'compute.listFunctions': {
    async run(args, context) {
      const { region } = args;
      const list = await readList({
        operation: 'compute.listFunctions',
        args,
        read: async ({ pageToken }) => {
          const answer = await ask(context, 'cloudfunctions.projects.locations.functions.list', {
            path: { project: projectOf(context), location: region ?? '-' },
            query: { pageSize: String(args.limit), pageToken },
          });
          return {
            rows: answer.functions,
            nextPageToken: answer.nextPageToken,
            notes: unreachableNotes(answer.unreachable),
          };
        },
        empty: noneOf('functions', projectOf(context), region !== undefined),
      });
      return { data: { ...present({ region }), functions: list.rows.map(tell) }, ...outcomeOf(list) };
    },
  },
};

function tell(one: CloudFunction): Told {
  const reason = one.stateMessages.flatMap(({ message }) => message ?? []).join(' ');
  return {
    id: one.name,
    name: lastPart(one.name),
    region: partAfter(one.name, 'locations') ?? '',
    securityGroupIds: [],
    layers: [],
    tags: one.labels,
    ...serviceOf(one.serviceConfig),
    ...present({
      description: one.description,
      state: one.state,
      stateReason: reason === '' ? undefined : reason,
      runtime: one.buildConfig?.runtime,
      packageType: one.environment,
      entryPoint: one.buildConfig?.entryPoint,
      url: one.url ?? one.serviceConfig?.uri,
      trigger: triggerOf(one.eventTrigger),
      createdAt: timeOf(one.createTime),
      updatedAt: timeOf(one.updateTime),
    }),
  };
}

/** Of environment variables, and of secrets that stand in for them, only the names were read. */
function serviceOf(service: CloudFunction['serviceConfig']): Pick<Told, 'subnetIds'> & Partial<Told> {
  if (service === undefined) return { subnetIds: [] };
  const secretNames = service.secretEnvironmentVariables.flatMap(({ key }) => key ?? []);
  const [network] = service.directVpcNetworkInterface;
  return {
    subnetIds: service.directVpcNetworkInterface.flatMap(({ subnetwork }) => subnetwork ?? []),
    environmentVariables: [...(service.environmentVariables ?? []), ...secretNames].toSorted(),
    ...present({
      version: service.revision,
      memoryBytes: bytesOf(service.availableMemory),
      timeoutSec: service.timeoutSeconds,
      minInstances: service.minInstanceCount,
      maxInstances: service.maxInstanceCount,
      requestsPerInstance: service.maxInstanceRequestConcurrency,
      identity: service.serviceAccountEmail,
      vpcId: network?.network ?? service.vpcConnector,
    }),
  };
}

function triggerOf(trigger: CloudFunction['eventTrigger']): Told['trigger'] {
  if (trigger?.eventType === undefined) return undefined;
  const { eventType, pubsubTopic, retryPolicy } = trigger;
  return {
    type: eventType,
    ...present({
      topic: pubsubTopic,
      retries: retryPolicy === undefined ? undefined : retryPolicy === 'RETRY_POLICY_RETRY',
    }),
  };
}
