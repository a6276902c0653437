/** What the vendor's reference (REST interface, version 2022-11-28) takes: nothing is allowed that is not described. */
import { z } from 'zod';

const perPage = z
  .string()
  .regex(/^(?:[1-9]\d?|100)$/u)
  .optional();
const number = z
  .string()
  .regex(/^[1-9]\d{0,9}$/u)
  .optional();

export const paged = { per_page: perPage, page: number };
export const after = { per_page: perPage, after: z.string().min(1).optional() };

/** The token, the version and the media type go with every call. */
export const headersOf = (accept = 'application/vnd.github+json'): z.ZodType =>
  z.looseObject({
    accept: z.literal(accept),
    'x-github-api-version': z.literal('2022-11-28'),
    authorization: z.string().regex(/^Bearer \S+$/u),
    'user-agent': z.string().min(1),
  });

const time = z.iso.datetime();

export const queries = {
  ownRepositories: z.strictObject({
    visibility: z.enum(['all', 'public', 'private']).optional(),
    affiliation: z.string().optional(),
    sort: z.enum(['created', 'updated', 'pushed', 'full_name']).optional(),
    direction: z.enum(['asc', 'desc']).optional(),
    ...paged,
  }),
  repositoriesOf: z.strictObject({
    type: z.enum(['all', 'public', 'private', 'forks', 'sources', 'member']).optional(),
    sort: z.enum(['created', 'updated', 'pushed', 'full_name']).optional(),
    direction: z.enum(['asc', 'desc']).optional(),
    ...paged,
  }),
  paged: z.strictObject(paged),
  commits: z.strictObject({
    sha: z.string().optional(),
    path: z.string().optional(),
    since: time.optional(),
    until: time.optional(),
    ...paged,
  }),
  content: z.strictObject({ ref: z.string().optional() }),
  search: z.strictObject({ q: z.string().min(1).max(256), ...paged }),
  pulls: z.strictObject({
    state: z.enum(['open', 'closed', 'all']).optional(),
    head: z.string().optional(),
    base: z.string().optional(),
    sort: z.enum(['created', 'updated', 'popularity', 'long-running']).optional(),
    direction: z.enum(['asc', 'desc']).optional(),
    ...paged,
  }),
  runs: z.strictObject({
    branch: z.string().optional(),
    status: z
      .enum([
        'completed',
        'action_required',
        'cancelled',
        'failure',
        'neutral',
        'skipped',
        'stale',
        'success',
        'timed_out',
        'in_progress',
        'queued',
        'requested',
        'waiting',
        'pending',
      ])
      .optional(),
    created: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.\.\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u)
      .optional(),
    head_sha: z
      .string()
      .regex(/^[0-9a-f]{40}$/u)
      .optional(),
    ...paged,
  }),
  alerts: z.strictObject({
    state: z
      .string()
      .regex(/^(?:auto_dismissed|dismissed|fixed|open)(?:,(?:auto_dismissed|dismissed|fixed|open))*$/u)
      .optional(),
    severity: z
      .string()
      .regex(/^(?:low|medium|high|critical)(?:,(?:low|medium|high|critical))*$/u)
      .optional(),
    ...after,
  }),
  issues: z.strictObject({
    state: z.enum(['open', 'closed', 'all']).optional(),
    sort: z.enum(['created', 'updated', 'comments']).optional(),
    direction: z.enum(['asc', 'desc']).optional(),
    ...paged,
  }),
};

export const newIssue = z.strictObject({
  title: z.string().min(1).max(256),
  body: z.string().max(65_536).optional(),
  labels: z.array(z.string().min(1).max(50)).optional(),
});
