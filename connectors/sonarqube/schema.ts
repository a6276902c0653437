/** Answers of the web interface, as far as they are used: every server describes them at /web_api. */
import { z } from 'zod';
import { InstantText } from '../../src/connector/instants.ts';
import { omitsEmpty } from '../../src/connector/omits-empty.ts';
import { rowsOf } from '../../src/core/rows.ts';

const Paging = z.looseObject({ pageIndex: z.int().optional(), pageSize: z.int().optional(), total: z.int().min(0) });

/** 200 for any token, and for none. */
export const ValidateAnswer = z.looseObject({ valid: z.boolean() });

export const ProjectsAnswer = z.looseObject({
  paging: Paging,
  components: rowsOf(z.looseObject({ key: z.string(), name: z.string().optional() })),
});

/** Cloud tells no global permissions: there they are those of an organization. */
export const CurrentUser = z.looseObject({
  login: z.string().optional(),
  permissions: z.looseObject({ global: z.array(z.string()).optional() }).optional(),
});

const Component = z.looseObject({ key: z.string(), path: z.string().optional() });
export type Component = z.infer<typeof Component>;

export const Issue = z.looseObject({
  key: z.string(),
  rule: z.string(),
  component: z.string(),
  project: z.string(),
  type: z.string().optional(),
  severity: z.string().optional(),
  impacts: rowsOf(z.looseObject({ softwareQuality: z.string(), severity: z.string() })).optional(),
  message: z.string().optional(),
  line: z.int().optional(),
  status: z.string(),
  resolution: z.string().optional(),
  effort: z.string().optional(),
  author: z.string().optional(),
  assignee: z.string().optional(),
  tags: z.array(z.string()).optional(),
  creationDate: InstantText,
  updateDate: InstantText.optional(),
  closeDate: InstantText.optional(),
});
export type Issue = z.infer<typeof Issue>;

export const IssuesAnswer = z.looseObject({
  paging: Paging,
  issues: rowsOf(Issue),
  components: rowsOf(Component).optional(),
});

export const Hotspot = z.looseObject({
  key: z.string(),
  component: z.string(),
  project: z.string(),
  ruleKey: z.string().optional(),
  securityCategory: z.string(),
  vulnerabilityProbability: z.string(),
  status: z.enum(['TO_REVIEW', 'REVIEWED']),
  resolution: z.string().optional(),
  line: z.int().optional(),
  message: z.string().optional(),
  author: z.string().optional(),
  assignee: z.string().optional(),
  creationDate: InstantText,
  updateDate: InstantText.optional(),
});
export type Hotspot = z.infer<typeof Hotspot>;

export const HotspotsAnswer = z.looseObject({
  paging: Paging,
  hotspots: rowsOf(Hotspot),
  components: rowsOf(Component).optional(),
});

const PeriodValue = z.looseObject({ value: z.string().optional(), bestValue: z.boolean().optional() });

export const Measure = z.looseObject({
  metric: z.string(),
  value: z.string().optional(),
  bestValue: z.boolean().optional(),
  period: PeriodValue.optional(),
  /** Before 8.1 in the place of `period`, and still at SonarQube Cloud. */
  periods: rowsOf(PeriodValue).optional(),
});
export type Measure = z.infer<typeof Measure>;

export const MeasuresAnswer = z.looseObject({
  component: omitsEmpty(
    z.looseObject({ key: z.string(), name: z.string().optional(), measures: rowsOf(Measure).optional() }),
    ['measures'],
  ),
});

/** NOT_COMPUTED: there is no value to compare, as before the first analysis. */
const GateStatus = z.enum(['OK', 'WARN', 'ERROR', 'NONE', 'NOT_COMPUTED']);
export type GateStatus = z.infer<typeof GateStatus>;

const NewCode = z.looseObject({
  mode: z.string().optional(),
  date: InstantText.optional(),
  parameter: z.string().optional(),
});

export const GateAnswer = z.looseObject({
  projectStatus: omitsEmpty(
    z.looseObject({
      status: GateStatus,
      conditions: rowsOf(
        z.looseObject({
          status: GateStatus,
          metricKey: z.string(),
          comparator: z.enum(['GT', 'LT', 'EQ', 'NE']),
          errorThreshold: z.string().optional(),
          warningThreshold: z.string().optional(),
          actualValue: z.string().optional(),
        }),
      ).optional(),
      ignoredConditions: z.boolean().optional(),
      period: NewCode.optional(),
      periods: rowsOf(NewCode).optional(),
    }),
    ['conditions'],
  ),
});
export type ProjectStatus = z.infer<typeof GateAnswer>['projectStatus'];
