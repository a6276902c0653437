/**
 * Answers of Jira Cloud, interface version 3, and of Jira Data Center, version 2: only the fields used. Addresses of
 * people and files are not among them.
 */
import { z } from 'zod';
import { rowsOf } from '../../src/core/rows.ts';

const Named = z.looseObject({ name: z.string() });
export const JiraUser = z.looseObject({
  /** Of Cloud. */
  accountId: z.string().optional(),
  /** Of Data Center: what a person signs in with, and what stays when that changes. */
  name: z.string().optional(),
  key: z.string().optional(),
  displayName: z.string().optional(),
});
export type JiraUser = z.infer<typeof JiraUser>;

export const JiraStatus = z.looseObject({
  name: z.string(),
  statusCategory: z.looseObject({ key: z.string() }).optional(),
});
export type JiraStatus = z.infer<typeof JiraStatus>;

export const Myself = JiraUser.extend({ accountType: z.string().optional() });

export const PermissionsAnswer = z.looseObject({
  permissions: z.record(z.string(), z.looseObject({ havePermission: z.boolean() })),
});

const Project = z.looseObject({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  projectTypeKey: z.string().optional(),
  projectCategory: Named.nullish(),
  lead: JiraUser.nullish(),
  archived: z.boolean().optional(),
  isPrivate: z.boolean().optional(),
});
export type Project = z.infer<typeof Project>;

export const ProjectsAnswer = z.looseObject({
  isLast: z.boolean().optional(),
  total: z.int().optional(),
  values: rowsOf(Project),
});

/** Of Data Center. */
export const AllProjects = rowsOf(Project);

/** What a ticket that is linked, above or below says of itself. */
const Mentioned = z.looseObject({
  key: z.string(),
  fields: z.looseObject({ summary: z.string().nullish(), status: JiraStatus.nullish() }).optional(),
});
export type Mentioned = z.infer<typeof Mentioned>;

const Fields = z.looseObject({
  summary: z.string().nullish(),
  status: JiraStatus.nullish(),
  issuetype: Named.nullish(),
  priority: Named.nullish(),
  resolution: Named.nullish(),
  project: z.looseObject({ key: z.string() }).nullish(),
  assignee: JiraUser.nullish(),
  reporter: JiraUser.nullish(),
  labels: z.array(z.string()).nullish(),
  components: rowsOf(Named).nullish(),
  fixVersions: rowsOf(Named).nullish(),
  parent: z.looseObject({ key: z.string().optional() }).nullish(),
  created: z.string().nullish(),
  updated: z.string().nullish(),
  resolutiondate: z.string().nullish(),
  duedate: z.string().nullish(),
});

export const Issue = z.looseObject({ id: z.string(), key: z.string(), fields: Fields });
export type Issue = z.infer<typeof Issue>;

export const DetailedIssue = Issue.extend({
  fields: Fields.extend({
    description: z.unknown().optional(),
    subtasks: rowsOf(Mentioned).nullish(),
    issuelinks: rowsOf(
      z.looseObject({
        type: z.looseObject({ inward: z.string(), outward: z.string() }),
        inwardIssue: Mentioned.optional(),
        outwardIssue: Mentioned.optional(),
      }),
    ).nullish(),
  }),
});
export type DetailedIssue = z.infer<typeof DetailedIssue>;

export const SearchAnswer = z.looseObject({
  issues: rowsOf(Issue),
  isLast: z.boolean().optional(),
  nextPageToken: z.string().nullish(),
  /** Of the search that this one replaced, which gateways and older sites still answer with. */
  startAt: z.int().optional(),
  total: z.int().optional(),
});

/** Of Data Center. */
export const TicketsFound = z.looseObject({
  issues: rowsOf(Issue),
  total: z.int(),
  /** Since 11.3: how many of one search it returns at most. */
  maxResultWindow: z.int().min(1).optional(),
});

const JiraComment = z.looseObject({
  id: z.string(),
  author: JiraUser.nullish(),
  body: z.unknown().optional(),
  created: z.string(),
  updated: z.string().optional(),
  visibility: z.looseObject({ type: z.string() }).nullish(),
  /** False for an internal note of a service desk of Cloud. */
  jsdPublic: z.boolean().optional(),
  /** Where Data Center says the same. */
  properties: z.array(z.looseObject({ key: z.string(), value: z.unknown() })).nullish(),
});
export type JiraComment = z.infer<typeof JiraComment>;

export const CommentsAnswer = z.looseObject({ comments: rowsOf(JiraComment), total: z.int() });

export const TransitionsAnswer = z.looseObject({
  transitions: rowsOf(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      to: JiraStatus,
      fields: z
        .record(
          z.string(),
          z.looseObject({ required: z.boolean(), name: z.string(), hasDefaultValue: z.boolean().optional() }),
        )
        .optional(),
    }),
  ),
});
export type JiraTransition = z.infer<typeof TransitionsAnswer>['transitions'][number];

export const CreatedIssue = z.looseObject({ id: z.string(), key: z.string() });
export const CreatedComment = z.looseObject({ id: z.string(), created: z.string().optional() });

/** Both forms in which it refuses: its own, and that of api.atlassian.com. */
export const Refusal = z.looseObject({
  errorMessages: z.array(z.string()).optional(),
  errors: z.record(z.string(), z.string()).optional(),
  message: z.string().optional(),
});
export type Refusal = z.infer<typeof Refusal>;

/** Servers of before 7.3 do not say that they are no Cloud. */
export const ServerInfo = z.looseObject({
  deploymentType: z.string().default('Server'),
  version: z.string().regex(/^[\w.-]{1,40}$/u),
});
/** Of Data Center: without an end, a token does not expire. */
export const OwnTokens = z.array(z.looseObject({ name: z.string(), expiringAt: z.string().nullish() }));
export const TenantInfo = z.looseObject({ cloudId: z.string().regex(/^[0-9a-f-]{36}$/iu) });
