/** What SonarQube tells, in the words of the catalog. */
import type { DataOf } from '../../catalog/index.ts';
import type { Component, GateStatus, Hotspot, Issue, Measure, ProjectStatus } from './schema.ts';

type IssueData = DataOf<'quality.searchIssues'>['issues'][number];
type HotspotData = DataOf<'quality.searchHotspots'>['hotspots'][number];
type MeasureData = DataOf<'quality.getMeasures'>['measures'][number];
type GateData = DataOf<'quality.getQualityGate'>;

export function toIssue(issue: Issue, components: readonly Component[]): IssueData {
  const { key, rule, type, severity, impacts = [], message = '', line, status, tags = [] } = issue;
  const { resolution, author, assignee } = issue;
  return {
    key,
    rule,
    ...present({ type: type?.toLowerCase(), severity: severity?.toLowerCase() }),
    impacts: impacts.map((impact) => ({ quality: impact.softwareQuality, severity: impact.severity })),
    message,
    ...present({ file: fileOf(issue, components), line }),
    status,
    ...present({ resolution, effortSec: secondsOf(issue.effort), author, assignee }),
    tags,
    createdAt: timeOf(issue.creationDate),
    ...present({ updatedAt: timeOrNone(issue.updateDate), closedAt: timeOrNone(issue.closeDate) }),
  };
}

export function toHotspot(hotspot: Hotspot, components: readonly Component[]): HotspotData {
  const { key, ruleKey, message = '', line, status, resolution, author, assignee } = hotspot;
  return {
    key,
    ...present({ rule: ruleKey }),
    category: hotspot.securityCategory,
    probability: hotspot.vulnerabilityProbability,
    message,
    ...present({ file: fileOf(hotspot, components), line }),
    status: status === 'REVIEWED' ? 'reviewed' : 'to_review',
    ...present({ resolution, author, assignee }),
    createdAt: timeOf(hotspot.creationDate),
    ...present({ updatedAt: timeOrNone(hotspot.updateDate) }),
  };
}

export function toMeasure({ metric, value, bestValue, period, periods = [] }: Measure): MeasureData {
  const newCode = period ?? periods[0];
  return {
    metric,
    ...present({ value, newCodeValue: newCode?.value, isBestValue: bestValue ?? newCode?.bestValue }),
  };
}

const states = {
  OK: 'passed',
  WARN: 'warning',
  ERROR: 'failed',
  NONE: 'none',
  NOT_COMPUTED: 'none',
} as const satisfies Record<GateStatus, GateData['state']>;
const comparisons = { GT: 'above', LT: 'below', EQ: 'equal', NE: 'different' } as const;

export function toGate({ status, conditions = [], ignoredConditions, period, periods = [] }: ProjectStatus): GateData {
  const newCode = period ?? periods[0];
  return {
    state: states[status],
    conditions: conditions.map((condition) => ({
      metric: condition.metricKey,
      state: states[condition.status],
      failsWhen: comparisons[condition.comparator],
      threshold: condition.errorThreshold ?? condition.warningThreshold ?? '',
      ...present({ actual: condition.actualValue }),
    })),
    areConditionsIgnored: ignoredConditions === true,
    ...(newCode !== undefined && {
      newCode: {
        ...present({ since: timeOrNone(newCode.date) }),
        definition: [newCode.mode, newCode.parameter].filter((part) => part !== undefined).join(' '),
      },
    }),
  };
}

/** Absent for the project itself. What is not described has its path behind the key of the project. */
function fileOf({ component, project }: Issue | Hotspot, components: readonly Component[]): string | undefined {
  const described = components.find(({ key }) => key === component);
  if (described !== undefined) return described.path;
  return component.startsWith(`${project}:`) ? component.slice(project.length + 1) : undefined;
}

const unitSec = { d: 8 * 3600, h: 3600, min: 60 } as const;

/** From `2d3h15min`; a day of work has eight hours, as SonarQube reckons. */
function secondsOf(effort: string | undefined): number | undefined {
  const parts = [...(effort ?? '').matchAll(/(\d+)(d|h|min)/gu)];
  if (parts.length === 0) return undefined;
  let seconds = 0;
  for (const [, count, unit] of parts) seconds += Number(count) * unitSec[unit as keyof typeof unitSec];
  return seconds;
}

/** SonarQube writes its offset without a colon, which RFC 3339 does not take. */
function timeOf(text: string): string {
  return new Date(text.replace(/([+-]\d{2})(\d{2})$/u, '$1:$2')).toISOString();
}

function timeOrNone(text: string | undefined): string | undefined {
  return text === undefined ? undefined : timeOf(text);
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the fields that are not there. */
function present<T extends object>(fields: T): Present<T> {
  // Sound because only what is undefined is left out.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
