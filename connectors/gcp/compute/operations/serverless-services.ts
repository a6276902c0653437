import type { DataOf } from '../../../../catalog/index.ts';
import type { RunCondition, RunService } from '../schema.ts';
import { ask } from '../../ask.ts';
import { type GcpContext, type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { unreachableNotes } from '../../places.ts';
import { lastPart, noneOf, partAfter, present, seconds, timeOf } from '../../wording.ts';

type Told = DataOf<'compute.listServerlessServices'>['services'][number];

export const serverlessOperations: GcpOperations<'compute.listServerlessServices'> = {
  'compute.listServerlessServices': {
    async run(args, context) {
      const places = args.region === undefined ? await listRegions(context) : [args.region];
      const read = new Set<string>();
      const list = await readList({
        operation: 'compute.listServerlessServices',
        args,
        places,
        read: async ({ place, pageToken }) => {
          read.add(place);
          const answer = await ask(context, 'run.projects.locations.services.list', {
            path: { project: projectOf(context), location: place },
            query: { pageSize: String(args.limit), pageToken },
          });
          return {
            rows: answer.services,
            nextPageToken: answer.nextPageToken,
            notes: unreachableNotes(answer.unreachable),
          };
        },
        maxPages: places.length + 4,
        empty: noneOf('serverless services', projectOf(context), args.region !== undefined),
      });
      return { data: { regions: [...read], services: list.rows.map(tell) }, ...outcomeOf(list) };
    },
  },
};

/** The vendor has no list over all regions: https://cloud.google.com/run/docs/reference/rest/v2/projects.locations.services/list */
async function listRegions(context: GcpContext): Promise<string[]> {
  const regions: string[] = [];
  let pageToken: string | undefined;
  do {
    const answer = await ask(context, 'run.projects.locations.list', {
      path: { project: projectOf(context) },
      query: { pageToken },
    });
    regions.push(...answer.locations.map(({ locationId }) => locationId));
    pageToken = answer.nextPageToken === '' ? undefined : answer.nextPageToken;
  } while (pageToken !== undefined);
  return [...new Set(regions)].toSorted();
}

function tell(one: RunService): Told {
  const conditions = one.terminalCondition === undefined ? one.conditions : [one.terminalCondition, ...one.conditions];
  return {
    id: one.name,
    name: lastPart(one.name),
    region: partAfter(one.name, 'locations') ?? '',
    isReady: one.terminalCondition?.state === 'CONDITION_SUCCEEDED',
    conditions: conditions.map(tellCondition),
    traffic: one.traffic.map(({ revision, percent = 0, tag }) => ({ ...present({ revision, tag }), percent })),
    tags: one.labels,
    ...scaleOf(one),
    ...templateOf(one.template),
    ...present({
      description: one.description,
      url: one.uri,
      latestReadyRevision: revisionOf(one.latestReadyRevision),
      latestCreatedRevision: revisionOf(one.latestCreatedRevision),
      ingress: one.ingress,
      createdAt: timeOf(one.createTime),
      updatedAt: timeOf(one.updateTime),
      updatedBy: one.lastModifier,
    }),
  };
}

function revisionOf(name: string | undefined): string | undefined {
  return name === undefined ? undefined : lastPart(name);
}

/** A limit of the whole service, or that of its newest revision. */
function scaleOf({ scaling, template }: RunService): Pick<Told, 'maxInstances' | 'minInstances'> {
  return present({
    minInstances: scaling?.minInstanceCount ?? template?.scaling?.minInstanceCount,
    maxInstances: scaling?.maxInstanceCount ?? template?.scaling?.maxInstanceCount,
  });
}

/** Of a container's environment only the names were read, and of its command nothing. */
function templateOf(template: RunService['template']): Pick<Told, 'containers' | 'subnetIds'> & Partial<Told> {
  if (template === undefined) return { containers: [], subnetIds: [] };
  const { vpcAccess } = template;
  return {
    containers: template.containers.map(({ name, image, ports, resources, env }) => ({
      ...present({ name }),
      image,
      ports: ports.flatMap(({ containerPort }) => containerPort ?? []),
      limits: resources?.limits ?? {},
      environmentVariables: env.map((variable) => variable.name).toSorted(),
    })),
    subnetIds: vpcAccess?.networkInterfaces.flatMap(({ subnetwork }) => subnetwork ?? []) ?? [],
    ...present({
      requestsPerInstance: template.maxInstanceRequestConcurrency,
      timeoutSec: seconds(template.timeout),
      identity: template.serviceAccount,
      vpcConnector: vpcAccess?.connector,
    }),
  };
}

function tellCondition(condition: RunCondition): Told['conditions'][number] {
  return {
    type: condition.type ?? 'Unknown',
    state: condition.state ?? 'STATE_UNSPECIFIED',
    ...present({
      reason: condition.reason ?? condition.revisionReason ?? condition.executionReason,
      message: condition.message,
      changedAt: timeOf(condition.lastTransitionTime),
    }),
  };
}
