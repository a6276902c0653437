import type { DataOf } from '../../../../catalog/index.ts';
import type { ResolvedWindow } from '../../../../catalog/window.ts';
import type { Finding, FoundResource } from '../schema.ts';
import { ask } from '../../ask.ts';
import { type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { noneOf, present, timeOf } from '../../wording.ts';

type Told = DataOf<'security.listFindings'>['findings'][number];

export const findingOperations: GcpOperations<'security.listFindings'> = {
  'security.listFindings': {
    async run(args, context) {
      const list = await readList({
        operation: 'security.listFindings',
        args,
        window: context.window,
        read: async ({ pageToken, window }) => {
          const answer = await ask(context, 'securitycenter.projects.sources.findings.list', {
            path: { project: projectOf(context), source: '-' },
            query: {
              filter: filterOf(args.filter, window),
              pageSize: String(args.limit),
              pageToken,
            },
          });
          return { rows: answer.listFindingsResults, nextPageToken: answer.nextPageToken };
        },
        empty: noneOf('findings', projectOf(context), args.filter !== undefined || args.window !== undefined),
      });
      return {
        data: { findings: list.rows.map(({ finding, resource }) => tell(finding, resource)) },
        ...outcomeOf(list),
      };
    },
  },
};

/** Times in milliseconds: https://cloud.google.com/security-command-center/docs/reference/rest/v1/projects.sources.findings/list */
function filterOf(filter: string | undefined, window: ResolvedWindow | undefined): string | undefined {
  const parts = [
    ...(filter === undefined ? [] : [`(${filter})`]),
    ...(window === undefined ? [] : [`event_time >= ${window.fromMs}`, `event_time <= ${window.toMs}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(' AND ');
}

function tell(finding: Finding, resource: FoundResource | undefined): Told {
  return {
    id: finding.name,
    category: finding.category,
    state: finding.state ?? 'STATE_UNSPECIFIED',
    isMuted: finding.mute === 'MUTED',
    resource: finding.resourceName ?? resource?.name ?? '',
    compliance: finding.compliances.flatMap(({ standard, version, ids }) =>
      standard === undefined ? [] : [{ standard, ids, ...present({ version }) }],
    ),
    marks: finding.securityMarks?.marks ?? {},
    ...weaknessOf(finding),
    ...accessOf(finding),
    ...present({
      class: finding.findingClass,
      severity: finding.severity,
      description: finding.description,
      nextSteps: finding.nextSteps,
      resourceName: resource?.displayName,
      resourceType: resource?.type,
      project: resource?.projectName,
      detectedBy: finding.parentDisplayName,
      eventAt: timeOf(finding.eventTime),
      createdAt: timeOf(finding.createTime),
      url: finding.externalUri,
    }),
  };
}

function weaknessOf({
  vulnerability,
  mitreAttack,
  attackExposure,
}: Finding): Pick<Told, 'attackTechniques'> & Partial<Told> {
  return {
    attackTechniques: mitreAttack?.primaryTechniques ?? [],
    ...present({
      cveId: vulnerability?.cve?.id,
      cvssScore: vulnerability?.cve?.cvssv3?.baseScore,
      attackTactic: mitreAttack?.primaryTactic,
      attackExposureScore: attackExposure?.score,
    }),
  };
}

function accessOf({ access }: Finding): Partial<Told> {
  return present({ principal: access?.principalEmail, callerAddress: access?.callerIp, method: access?.methodName });
}
