/** Questions and answers of Jira Data Center, interface version 2, as https://docs.atlassian.com/software/jira/docs/api/REST/8.20.0/ describes them. Nothing beside them is allowed. */
import { z } from 'zod';
import { Count, DateTime, Status } from './shapes.ts';

export const Headers = z.looseObject({ authorization: z.string().regex(/^Bearer \S+$/u) });
export const JsonHeaders = Headers.extend({ 'content-type': z.string().regex(/^application\/json/u) });

/** There is no way to ask for some of them only. */
export const PermissionsQuery = z.strictObject({ projectKey: z.string().optional(), issueKey: z.string().optional() });
export const ProjectsQuery = z.strictObject({ expand: z.literal('lead') });
export const SearchJson = z.strictObject({
  jql: z.string(),
  fields: z.array(z.string()),
  startAt: z.int().min(0),
  maxResults: z.int().min(0),
});
export const CommentsQuery = z.strictObject({
  orderBy: z.enum(['created', '-created', '+created']),
  maxResults: Count(1e9),
  expand: z.literal('properties'),
});

/** Texts are markup, and no documents. */
export const CreateJson = z.strictObject({
  fields: z.looseObject({
    project: z.strictObject({ key: z.string() }),
    issuetype: z.strictObject({ name: z.string() }),
    summary: z.string().max(255),
    description: z.string().optional(),
    labels: z.array(z.string()).optional(),
    priority: z.strictObject({ name: z.string() }).optional(),
    parent: z.strictObject({ key: z.string() }).optional(),
  }),
});
export const CommentJson = z.strictObject({ body: z.string().min(1) });

const User = z.strictObject({
  self: z.url(),
  key: z.string(),
  name: z.string(),
  emailAddress: z.string().optional(),
  avatarUrls: z.record(z.string(), z.url()).optional(),
  displayName: z.string(),
  active: z.boolean(),
  timeZone: z.string().optional(),
});
export const Myself = User.extend({ locale: z.string() });

export const Permissions = z.strictObject({
  permissions: z.record(
    z.string(),
    z.strictObject({
      id: z.string(),
      key: z.string(),
      name: z.string(),
      type: z.enum(['GLOBAL', 'PROJECT']),
      description: z.string(),
      havePermission: z.boolean(),
      deprecatedKey: z.literal(true).optional(),
    }),
  ),
});

export const Projects = z.array(
  z.strictObject({
    expand: z.string(),
    self: z.url(),
    id: z.string(),
    key: z.string(),
    name: z.string(),
    avatarUrls: z.record(z.string(), z.url()),
    projectTypeKey: z.enum(['software', 'service_desk', 'business']),
    lead: User.optional(),
    projectCategory: z.looseObject({ id: z.string(), name: z.string() }).optional(),
    archived: z.boolean().optional(),
  }),
);

export const Issue = z.strictObject({
  expand: z.string(),
  id: z.string(),
  key: z.string(),
  self: z.url(),
  fields: z.looseObject({
    status: Status.optional(),
    assignee: User.nullish(),
    description: z.string().nullish(),
    created: DateTime.optional(),
    updated: DateTime.optional(),
    resolutiondate: DateTime.nullish(),
    duedate: z.iso.date().nullish(),
  }),
});
export type Issue = z.infer<typeof Issue>;
export const Found = z.strictObject({
  expand: z.string(),
  startAt: z.int(),
  maxResults: z.int(),
  total: z.int(),
  maxResultWindow: z.int().optional(),
  issues: z.array(Issue),
});

export const Comment = z.strictObject({
  self: z.url(),
  id: z.string(),
  author: User,
  body: z.string(),
  updateAuthor: User,
  created: DateTime,
  updated: DateTime,
  visibility: z.strictObject({ type: z.enum(['group', 'role']), value: z.string() }).optional(),
  properties: z.array(z.strictObject({ key: z.string(), value: z.unknown() })).optional(),
});
export type Comment = z.infer<typeof Comment>;
export const Comments = z.strictObject({
  startAt: z.int(),
  maxResults: z.int(),
  total: z.int(),
  comments: z.array(Comment),
});

const FieldMetadata = z.strictObject({
  required: z.boolean(),
  schema: z.looseObject({ type: z.string() }),
  name: z.string(),
  fieldId: z.string(),
  hasDefaultValue: z.boolean(),
  operations: z.array(z.string()),
});
const Transition = z.strictObject({
  id: z.string(),
  name: z.string(),
  to: Status,
  fields: z.record(z.string(), FieldMetadata).optional(),
});
export type Transition = z.infer<typeof Transition>;
export const Transitions = z.strictObject({ expand: z.string(), transitions: z.array(Transition) });

export const ServerInfo = z.strictObject({
  baseUrl: z.url(),
  version: z.string(),
  versionNumbers: z.array(z.int()),
  deploymentType: z.enum(['Server', 'Cloud']),
  buildNumber: z.int(),
  buildDate: DateTime,
  serverTime: DateTime.optional(),
  scmInfo: z.string(),
  serverTitle: z.string(),
});

/** The personal access tokens of the account that asks: https://docs.atlassian.com/jira-pat/REST/. */
export const Tokens = z.array(
  z.strictObject({
    id: z.int(),
    name: z.string(),
    createdAt: z.string(),
    lastAccessedAt: z.string().optional(),
    expiringAt: z.string().optional(),
  }),
);
