/** What analysis of the code found: measures, gates, issues and security hotspots of a project. */
import { z } from 'zod';
import { Branch } from './code-names.ts';
import { Cursor, limitUpTo, Time } from './common.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

const ProjectKey = z
  .string()
  .max(400)
  .regex(
    /^[A-Za-z0-9_.:-]*[A-Za-z_.:-][A-Za-z0-9_.:-]*$/u,
    'must be the key of a project, with one character no digit',
  );

const PullRequest = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,100}$/u, 'must be the key of a pull request, mostly its number');

/** Which analysis of the project is asked for; that of the main branch when nothing is given. */
const Analysis = { project: ProjectKey, branch: Branch.optional(), pullRequest: PullRequest.optional() };

const isOneAnalysis = ({ branch, pullRequest }: { branch?: string | undefined; pullRequest?: string | undefined }) =>
  branch === undefined || pullRequest === undefined;

const oneAnalysis = { path: ['pullRequest'], message: 'must be left out when a branch is given' };

export const qualityGetMeasures = defineOperation({
  name: 'quality.getMeasures',
  access: 'read',
  summary: 'Measures of a project, such as coverage, and their values for new code.',
  arguments: () =>
    z
      .strictObject({
        ...Analysis,
        metrics: z
          .array(z.string().regex(/^[a-z][a-z0-9_]{0,99}$/u, 'must be the key of a metric, such as coverage'))
          .min(1)
          .max(50),
      })
      .refine(isOneAnalysis, oneAnalysis),
  result: () =>
    z.strictObject({
      project: z.strictObject({ key: z.string(), name: z.string() }),
      measures: z.array(
        z.strictObject({
          metric: z.string(),
          value: z.string().optional().describe('Number, rating or text; absent for a metric of new code only'),
          newCodeValue: z.string().optional(),
          isBestValue: z.boolean().optional(),
        }),
      ),
      unmeasured: z.array(z.string()).describe('Metrics asked for that the project has no value of'),
    }),
});

const GateState = z.enum(['passed', 'warning', 'failed', 'none']);

export const qualityGetQualityGate = defineOperation({
  name: 'quality.getQualityGate',
  access: 'read',
  summary: 'Whether a project passes its quality gate, condition by condition.',
  arguments: () => z.strictObject(Analysis).refine(isOneAnalysis, oneAnalysis),
  result: () =>
    z.strictObject({
      state: GateState.describe('none: never analysed, or without a gate'),
      conditions: z.array(
        z.strictObject({
          metric: z.string(),
          state: GateState,
          failsWhen: z.enum(['above', 'below', 'equal', 'different']),
          threshold: z.string(),
          actual: z.string().optional(),
        }),
      ),
      areConditionsIgnored: z.boolean().describe('True when some were, because little code is new'),
      newCode: z
        .strictObject({ since: Time.optional(), definition: z.string() })
        .optional()
        .describe('What counts as new'),
    }),
});

const Location = {
  file: z.string().optional().describe('Path in the project; absent for what concerns all of it'),
  line: z.int().optional(),
};

export const qualitySearchIssues = defineOperation({
  name: 'quality.searchIssues',
  access: 'read',
  summary: 'Issues of a project, up to the first 10,000; empty without a fault when the project may not be seen.',
  arguments: () =>
    z
      .strictObject({
        ...Analysis,
        severities: z
          .array(z.enum(['info', 'minor', 'major', 'critical', 'blocker']))
          .min(1)
          .max(5)
          .optional(),
        types: z
          .array(z.enum(['code_smell', 'bug', 'vulnerability']))
          .min(1)
          .max(3)
          .optional(),
        isResolved: z.boolean().optional(),
        window: Window.optional().describe('Only issues first found in it'),
        limit: limitUpTo(100),
        cursor: Cursor.optional(),
      })
      .refine(isOneAnalysis, oneAnalysis),
  result: () =>
    z.strictObject({
      total: z.int(),
      issues: z.array(
        z.strictObject({
          key: z.string(),
          rule: z.string(),
          type: z.string().optional(),
          severity: z.string().optional(),
          impacts: z.array(z.strictObject({ quality: z.string(), severity: z.string() })),
          message: z.string(),
          ...Location,
          status: z.string(),
          resolution: z.string().optional().describe('Absent while it is open'),
          effortSec: z.int().optional().describe('Work that mending it is reckoned to take'),
          author: z.string().optional().describe('Who last changed the line'),
          assignee: z.string().optional(),
          tags: z.array(z.string()),
          createdAt: Time,
          updatedAt: Time.optional(),
          closedAt: Time.optional(),
        }),
      ),
    }),
});

export const qualitySearchHotspots = defineOperation({
  name: 'quality.searchHotspots',
  access: 'read',
  summary: 'Places in the code that a person has to judge for security.',
  arguments: () =>
    z
      .strictObject({
        ...Analysis,
        status: z.enum(['to_review', 'reviewed']).optional(),
        limit: limitUpTo(100),
        cursor: Cursor.optional(),
      })
      .refine(isOneAnalysis, oneAnalysis),
  result: () =>
    z.strictObject({
      total: z.int(),
      hotspots: z.array(
        z.strictObject({
          key: z.string(),
          rule: z.string().optional(),
          category: z.string(),
          probability: z.string().describe('That it is a vulnerability: HIGH, MEDIUM or LOW'),
          message: z.string(),
          ...Location,
          status: z.enum(['to_review', 'reviewed']),
          resolution: z.string().optional().describe('Such as FIXED, SAFE or ACKNOWLEDGED'),
          author: z.string().optional().describe('Who last changed the line'),
          assignee: z.string().optional(),
          createdAt: Time,
          updatedAt: Time.optional(),
        }),
      ),
    }),
});

export const qualityOperations = [
  qualityGetMeasures,
  qualityGetQualityGate,
  qualitySearchHotspots,
  qualitySearchIssues,
] as const;
