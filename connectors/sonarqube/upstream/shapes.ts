/** What the web interface takes and answers, as every server describes it at /web_api, as far as the fake says it. */
import { z } from 'zod';

/** Its own spelling of a time, with an offset without a colon. */
const Time = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{4}$/u);
const Paging = z.strictObject({ pageIndex: z.int().min(1), pageSize: z.int().min(1).max(500), total: z.int().min(0) });
const Severity = z.enum(['INFO', 'MINOR', 'MAJOR', 'CRITICAL', 'BLOCKER']);
const Type = z.enum(['CODE_SMELL', 'BUG', 'VULNERABILITY']);
const TextRange = z.strictObject({ startLine: z.int(), endLine: z.int(), startOffset: z.int(), endOffset: z.int() });

const Component = z.strictObject({
  key: z.string(),
  enabled: z.boolean().optional(),
  qualifier: z.enum(['TRK', 'FIL']),
  name: z.string(),
  longName: z.string(),
  path: z.string().optional(),
});

const Issue = z.strictObject({
  key: z.string(),
  rule: z.string(),
  severity: Severity.optional(),
  component: z.string(),
  project: z.string(),
  line: z.int().optional(),
  hash: z.string().optional(),
  textRange: TextRange.optional(),
  flows: z.array(z.never()),
  status: z.enum(['OPEN', 'CONFIRMED', 'REOPENED', 'RESOLVED', 'CLOSED']),
  resolution: z.enum(['FALSE-POSITIVE', 'WONTFIX', 'FIXED', 'REMOVED']).optional(),
  message: z.string(),
  effort: z.string().optional(),
  debt: z.string().optional(),
  author: z.string().optional(),
  assignee: z.string().optional(),
  tags: z.array(z.string()),
  creationDate: Time,
  updateDate: Time,
  closeDate: Time.optional(),
  type: Type.optional(),
  scope: z.enum(['MAIN', 'TEST']),
  impacts: z.array(
    z.strictObject({
      softwareQuality: z.enum(['MAINTAINABILITY', 'RELIABILITY', 'SECURITY']),
      severity: z.enum(['INFO', 'LOW', 'MEDIUM', 'HIGH', 'BLOCKER']),
    }),
  ),
});
export type FakeIssue = z.infer<typeof Issue>;

export const Issues = z.strictObject({
  total: z.int(),
  p: z.int(),
  ps: z.int(),
  paging: Paging,
  effortTotal: z.int(),
  issues: z.array(Issue),
  components: z.array(Component),
  facets: z.array(z.never()),
});

const Hotspot = z.strictObject({
  key: z.string(),
  component: z.string(),
  project: z.string(),
  securityCategory: z.string(),
  vulnerabilityProbability: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  status: z.enum(['TO_REVIEW', 'REVIEWED']),
  resolution: z.enum(['FIXED', 'SAFE', 'ACKNOWLEDGED']).optional(),
  line: z.int().optional(),
  message: z.string(),
  assignee: z.string().optional(),
  author: z.string().optional(),
  creationDate: Time,
  updateDate: Time,
  ruleKey: z.string().optional(),
  flows: z.array(z.never()),
});
export type FakeHotspot = z.infer<typeof Hotspot>;

export const Hotspots = z.strictObject({
  paging: Paging,
  hotspots: z.array(Hotspot),
  components: z.array(Component).optional(),
});

const PeriodValue = z.strictObject({ index: z.int().optional(), value: z.string(), bestValue: z.boolean().optional() });
export const Measures = z.strictObject({
  component: z.strictObject({
    key: z.string(),
    name: z.string(),
    qualifier: z.enum(['TRK']),
    branch: z.string().optional(),
    pullRequest: z.string().optional(),
    measures: z.array(
      z.strictObject({
        metric: z.string(),
        value: z.string().optional(),
        bestValue: z.boolean().optional(),
        period: PeriodValue.optional(),
        periods: z.array(PeriodValue).optional(),
      }),
    ),
  }),
});

const State = z.enum(['OK', 'WARN', 'ERROR', 'NONE']);
const Period = z.strictObject({
  index: z.int().optional(),
  mode: z.string(),
  date: Time.optional(),
  parameter: z.string().optional(),
});
export const Gate = z.strictObject({
  projectStatus: z.strictObject({
    status: State,
    conditions: z.array(
      z.strictObject({
        status: State,
        metricKey: z.string(),
        comparator: z.enum(['GT', 'LT', 'EQ', 'NE']),
        errorThreshold: z.string().optional(),
        actualValue: z.string().optional(),
      }),
    ),
    ignoredConditions: z.boolean(),
    period: Period.optional(),
    periods: z.array(Period).optional(),
    caycStatus: z.enum(['compliant', 'non-compliant', 'over-compliant']).optional(),
  }),
});
export type FakeGate = z.infer<typeof Gate>;

export const Validated = z.strictObject({ valid: z.boolean() });

export const Projects = z.strictObject({
  paging: Paging,
  components: z.array(
    z.strictObject({
      organization: z.string().optional(),
      key: z.string(),
      name: z.string(),
      qualifier: z.enum(['TRK']),
      project: z.string().optional(),
    }),
  ),
});

export const CurrentUser = z.strictObject({
  isLoggedIn: z.boolean(),
  login: z.string(),
  name: z.string().optional(),
  groups: z.array(z.string()).optional(),
  permissions: z.strictObject({ global: z.array(z.string()) }).optional(),
});

const numbered = z
  .string()
  .regex(/^[1-9]\d*$/u)
  .optional();
const page = { p: numbered, ps: z.coerce.number().int().min(1).max(500).optional() };
const analysis = { branch: z.string().optional(), pullRequest: z.string().optional() };
const severalOf = (values: readonly string[]) =>
  z
    .string()
    .refine((text) => text.split(',').every((one) => values.includes(one)))
    .optional();

export const IssuesQuery = z.strictObject({
  ...page,
  ...analysis,
  organization: z.string().optional(),
  componentKeys: z.string(),
  severities: severalOf(Severity.options),
  types: severalOf(Type.options),
  resolved: z.enum(['true', 'false', 'yes', 'no']).optional(),
  createdAfter: Time.optional(),
  createdBefore: Time.optional(),
  s: z.enum(['CREATION_DATE', 'UPDATE_DATE', 'CLOSE_DATE', 'SEVERITY', 'STATUS', 'FILE_LINE', 'HOTSPOTS']).optional(),
  asc: z.enum(['true', 'false', 'yes', 'no']).optional(),
});

export const HotspotsQuery = z.strictObject({
  ...page,
  ...analysis,
  projectKey: z.string(),
  status: z.enum(['TO_REVIEW', 'REVIEWED']).optional(),
});

export const MeasuresQuery = z.strictObject({ ...analysis, component: z.string(), metricKeys: z.string().min(1) });

export const GateQuery = z
  .strictObject({ ...analysis, projectKey: z.string() })
  .refine(({ branch, pullRequest }) => branch === undefined || pullRequest === undefined);

export const ProjectsQuery = z.strictObject({
  ...page,
  organization: z.string().optional(),
  qualifiers: z.string(),
  q: z.string().optional(),
});
