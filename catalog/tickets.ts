/** Tickets of an issue tracker, and three writes: opening one, commenting and moving it on. */
import { z } from 'zod';
import { Cursor, IdempotencyKey, Identifier, limitUpTo, Time } from './common.ts';
import { BoundedObject } from './documents-json.ts';
import { defineOperation } from './operation.ts';
import { Body } from './tickets-body.ts';

const ProjectKey = z.string().regex(/^[A-Z][A-Z0-9_]{1,49}$/u, 'must be the key of a project, such as OPS');
const TicketKey = z.string().regex(/^[A-Z][A-Z0-9_]{1,49}-[1-9]\d{0,17}$/u, 'must be a key such as OPS-42');
const FieldId = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,99}$/u, 'must be the id of a field, such as duedate');

const FurtherFields = z
  .array(FieldId)
  .min(1)
  .max(20)
  .optional()
  .describe('Ids of fields to tell beside the usual ones, such as customfield_10010');

/** Fields that an argument of its own sets; set twice, one of the two would win in silence. */
const ownArguments = new Set(['project', 'issuetype', 'summary', 'description', 'labels', 'priority', 'parent']);

const FieldValues = BoundedObject.pipe(
  z
    .record(FieldId, z.unknown())
    .refine((values) => Object.keys(values).length <= 50, 'must set at most 50 fields')
    .refine(
      (values) => Object.keys(values).every((id) => !ownArguments.has(id)),
      'must not set what has an argument of its own',
    ),
);

const Person = z.strictObject({ id: z.string().optional(), name: z.string() });

const Status = z.strictObject({
  name: z.string(),
  category: z.enum(['to_do', 'in_progress', 'done', 'unknown']).describe('What every status comes down to'),
});

const Ticket = z.strictObject({
  id: z.string(),
  key: z.string(),
  url: z.string().optional(),
  project: z.string().optional(),
  type: z.string().optional(),
  summary: z.string().optional(),
  status: Status.optional(),
  resolution: z.string().optional().describe('Absent while it is open'),
  priority: z.string().optional(),
  assignee: Person.optional(),
  reporter: Person.optional(),
  labels: z.array(z.string()),
  components: z.array(z.string()),
  fixVersions: z.array(z.string()),
  parentKey: z.string().optional(),
  createdAt: Time.optional(),
  updatedAt: Time.optional(),
  resolvedAt: Time.optional(),
  dueOn: z.iso.date().optional(),
  fields: z
    .record(z.string(), z.string())
    .describe('Further fields that were asked for, by id, as text; one without a value is left out'),
});

export const ticketsListProjects = defineOperation({
  name: 'tickets.listProjects',
  access: 'read',
  summary: 'Projects of the tracker that the credential may browse.',
  arguments: () =>
    z.strictObject({
      query: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .regex(/^\P{C}+$/u, 'must not contain control characters')
        .optional()
        .describe('Part of the name or of the key'),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      projects: z.array(
        z.strictObject({
          id: z.string(),
          key: z.string(),
          name: z.string(),
          type: z.string().optional(),
          category: z.string().optional(),
          lead: Person.optional(),
          isArchived: z.boolean(),
          isPrivate: z.boolean().optional(),
          url: z.string().optional(),
        }),
      ),
    }),
});

export const ticketsSearch = defineOperation({
  name: 'tickets.search',
  access: 'read',
  summary: 'Tickets that match a query; those that may not be browsed are left out without a word.',
  arguments: () =>
    z.strictObject({
      query: z.discriminatedUnion('dialect', [
        z.strictObject({
          dialect: z.literal('jql'),
          text: z.string().trim().min(1).max(10_000).describe('With a condition that bounds it, such as project = OPS'),
        }),
      ]),
      fields: FurtherFields,
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () => z.strictObject({ tickets: z.array(Ticket) }),
});

export const ticketsGet = defineOperation({
  name: 'tickets.get',
  access: 'read',
  summary: 'One ticket with its text, links and comments.',
  arguments: () =>
    z.strictObject({
      key: TicketKey,
      fields: FurtherFields,
      limit: limitUpTo(100, 20).describe('Most comments to return, the latest'),
    }),
  result: () =>
    z.strictObject({
      ticket: Ticket.extend({
        description: z.string().optional().describe('Written as textFormat says'),
        subtasks: z.array(
          z.strictObject({ key: z.string(), summary: z.string().optional(), status: Status.optional() }),
        ),
        links: z.array(
          z.strictObject({
            relation: z.string().describe('As read from this ticket, such as blocks or is blocked by'),
            key: z.string(),
            summary: z.string().optional(),
            status: Status.optional(),
          }),
        ),
      }),
      commentCount: z
        .int()
        .optional()
        .describe('Number of comments, which may exceed those told; absent when they could not be read'),
      comments: z.array(
        z.strictObject({
          id: z.string(),
          author: Person.optional(),
          text: z.string().describe('Written as textFormat says'),
          isRestricted: z.boolean().describe('True when only a group or a role may see it'),
          createdAt: Time,
          updatedAt: Time.optional(),
        }),
      ),
      textFormat: z
        .enum(['plain', 'jira_wiki'])
        .optional()
        .describe(
          'Of description and comments: plain text, or text with the markup of Jira Data Center as it was written',
        ),
    }),
});

export const ticketsListTransitions = defineOperation({
  name: 'tickets.listTransitions',
  access: 'read',
  summary: 'Where a ticket can be moved from its present status; empty also when the credential may not move it.',
  arguments: () => z.strictObject({ key: TicketKey }),
  result: () =>
    z.strictObject({
      transitions: z.array(
        z.strictObject({
          id: z.string().describe('What tickets.transition takes'),
          name: z.string(),
          to: Status,
          requiredFields: z.array(z.strictObject({ id: z.string(), name: z.string() })),
        }),
      ),
    }),
});

export const ticketsCreate = defineOperation({
  name: 'tickets.create',
  access: 'write',
  summary: 'Opens a ticket.',
  arguments: () =>
    z.strictObject({
      project: ProjectKey,
      type: Identifier.max(100).describe('Name of the type, such as Incident'),
      summary: z
        .string()
        .trim()
        .min(1)
        .max(255)
        .regex(/^\P{Cc}+$/u, 'must be one line'),
      description: Body.optional(),
      labels: z
        .array(
          z
            .string()
            .max(255)
            .regex(/^[^\s\p{C}]+$/u, 'must be one word'),
        )
        .max(50)
        .optional(),
      priority: Identifier.max(100).optional().describe('Name of the priority'),
      parent: TicketKey.optional(),
      fields: FieldValues.optional().describe('Further fields by id, in the form the tracker takes'),
      idempotencyKey: IdempotencyKey,
    }),
  result: () => z.strictObject({ id: z.string(), key: z.string(), url: z.string().optional() }),
});

export const ticketsAddComment = defineOperation({
  name: 'tickets.addComment',
  access: 'write',
  summary: 'Adds a comment to a ticket.',
  arguments: () => z.strictObject({ key: TicketKey, body: Body, idempotencyKey: IdempotencyKey }),
  result: () => z.strictObject({ id: z.string(), key: z.string(), createdAt: Time.optional() }),
});

export const ticketsTransition = defineOperation({
  name: 'tickets.transition',
  access: 'write',
  summary: 'Moves a ticket to another status.',
  arguments: () =>
    z.strictObject({
      key: TicketKey,
      transitionId: z.string().regex(/^\d{1,18}$/u, 'must be an id that tickets.listTransitions tells'),
      fields: FieldValues.optional().describe('Those that the transition requires, in the form the tracker takes'),
      idempotencyKey: IdempotencyKey,
    }),
  result: () => z.strictObject({ key: z.string(), transitionId: z.string() }),
});

export const ticketsOperations = [
  ticketsAddComment,
  ticketsCreate,
  ticketsGet,
  ticketsListProjects,
  ticketsListTransitions,
  ticketsSearch,
  ticketsTransition,
] as const;
