/** Questions and answers of Jira Cloud, interface version 3, as https://developer.atlassian.com/cloud/jira/platform/rest/v3 describes them. Nothing beside them is allowed. */
import { z } from 'zod';

export const Count = (most: number) =>
  z.string().refine((text) => Number.isInteger(Number(text)) && Number(text) >= 0 && Number(text) <= most);
export const DateTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d{4}$/u);

export const Headers = z.looseObject({ authorization: z.string().regex(/^(?:Basic [A-Za-z0-9+/]+=*|Bearer \S+)$/u) });
export const JsonHeaders = Headers.extend({ 'content-type': z.string().regex(/^application\/json/u) });

const permission =
  '(?:BROWSE_PROJECTS|CREATE_ISSUES|ADD_COMMENTS|TRANSITION_ISSUES|ADMINISTER|ADMINISTER_PROJECTS|DELETE_ISSUES|DELETE_ALL_COMMENTS|BULK_CHANGE)';
export const PermissionsQuery = z.strictObject({
  permissions: z.string().regex(new RegExp(`^${permission}(?:,${permission})*$`, 'u')),
  projectKey: z.string().optional(),
  issueKey: z.string().optional(),
});
export const ProjectsQuery = z.strictObject({
  query: z.string().optional(),
  action: z.enum(['view', 'browse', 'edit', 'create']),
  orderBy: z.enum(['category', 'key', 'name', 'owner']),
  expand: z.string(),
  startAt: Count(1e9),
  maxResults: Count(100),
});
export const SearchJson = z.strictObject({
  jql: z.string(),
  fields: z.array(z.string()),
  maxResults: z.int().min(1).max(5000),
  nextPageToken: z.string().optional(),
});
export const IssueQuery = z.strictObject({ fields: z.string(), updateHistory: z.enum(['true', 'false']) });
export const CommentsQuery = z.strictObject({
  orderBy: z.enum(['created', '-created', '+created']),
  maxResults: Count(5000),
});
export const TransitionsQuery = z.strictObject({ expand: z.literal('transitions.fields') });

const Document = z.strictObject({
  type: z.literal('doc'),
  version: z.literal(1),
  content: z.array(z.looseObject({ type: z.string() })),
});
export const CreateJson = z.strictObject({
  fields: z.looseObject({
    project: z.strictObject({ key: z.string() }),
    issuetype: z.strictObject({ name: z.string() }),
    summary: z.string().max(255),
    description: Document.optional(),
    labels: z.array(z.string()).optional(),
    priority: z.strictObject({ name: z.string() }).optional(),
    parent: z.strictObject({ key: z.string() }).optional(),
  }),
});
export const CommentJson = z.strictObject({ body: Document });
export const TransitionJson = z.strictObject({
  transition: z.strictObject({ id: z.string() }),
  fields: z.record(z.string(), z.unknown()).optional(),
});

const User = z.strictObject({
  self: z.url(),
  accountId: z.string(),
  accountType: z.enum(['atlassian', 'app', 'customer', 'unknown']),
  emailAddress: z.string().optional(),
  avatarUrls: z.record(z.string(), z.url()).optional(),
  displayName: z.string(),
  active: z.boolean(),
  timeZone: z.string().optional(),
});
export const Status = z.strictObject({
  self: z.url(),
  id: z.string(),
  name: z.string(),
  description: z.string(),
  iconUrl: z.string(),
  statusCategory: z.strictObject({
    self: z.url(),
    id: z.int(),
    key: z.enum(['undefined', 'new', 'indeterminate', 'done']),
    colorName: z.string(),
    name: z.string(),
  }),
});

export const Myself = User;
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
    }),
  ),
});

const Project = z.strictObject({
  self: z.url(),
  id: z.string(),
  key: z.string(),
  name: z.string(),
  projectTypeKey: z.enum(['software', 'service_desk', 'business']),
  simplified: z.boolean(),
  style: z.enum(['classic', 'next-gen']),
  isPrivate: z.boolean(),
  lead: User.optional(),
  projectCategory: z.looseObject({ id: z.string(), name: z.string() }).optional(),
  archived: z.boolean().optional(),
});
export const Projects = z.strictObject({
  self: z.url(),
  nextPage: z.url().optional(),
  maxResults: z.int(),
  startAt: z.int(),
  total: z.int(),
  isLast: z.boolean(),
  values: z.array(Project),
});

export const Issue = z.strictObject({
  id: z.string(),
  key: z.string(),
  self: z.url(),
  expand: z.string().optional(),
  fields: z.looseObject({
    status: Status.optional(),
    assignee: User.nullish(),
    created: DateTime.optional(),
    updated: DateTime.optional(),
    resolutiondate: DateTime.nullish(),
    duedate: z.iso.date().nullish(),
  }),
});
export type Issue = z.infer<typeof Issue>;
export const Found = z.strictObject({
  issues: z.array(Issue),
  isLast: z.boolean(),
  nextPageToken: z.string().optional(),
});

export const Comment = z.strictObject({
  self: z.url(),
  id: z.string(),
  author: User,
  body: Document,
  updateAuthor: User.optional(),
  created: DateTime,
  updated: DateTime,
  visibility: z
    .strictObject({ type: z.enum(['group', 'role']), value: z.string(), identifier: z.string().nullable() })
    .optional(),
  jsdPublic: z.boolean(),
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
  key: z.string(),
  hasDefaultValue: z.boolean(),
  operations: z.array(z.string()),
});
const Transition = z.strictObject({
  id: z.string(),
  name: z.string(),
  to: Status,
  hasScreen: z.boolean(),
  isGlobal: z.boolean(),
  isInitial: z.boolean(),
  isAvailable: z.boolean(),
  isConditional: z.boolean(),
  isLooped: z.boolean().optional(),
  fields: z.record(z.string(), FieldMetadata).optional(),
});
export type Transition = z.infer<typeof Transition>;
export const Transitions = z.strictObject({ expand: z.string(), transitions: z.array(Transition) });

export const Created = z.strictObject({ id: z.string(), key: z.string(), self: z.url() });
/** Not part of version 3: what the vendor's page about cloud ids names. */
export const Tenant = z.strictObject({ cloudId: z.uuid() });
