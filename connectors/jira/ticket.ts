/** From Jira's issues to tickets of the catalog. */
import type { DataOf } from '../../catalog/index.ts';
import { pageOf } from './address.ts';
import { documentToText } from './adf/to-text.ts';
import type { Issue, JiraComment, JiraStatus, JiraUser, Mentioned } from './schema.ts';

type Ticket = DataOf<'tickets.search'>['tickets'][number];
type Status = NonNullable<Ticket['status']>;
type Person = NonNullable<Ticket['assignee']>;
type Comment = DataOf<'tickets.get'>['comments'][number];
type LinkedTicket = DataOf<'tickets.get'>['ticket']['subtasks'][number];

/** Fields that every ticket tells. */
export const usualFields = [
  'summary',
  'status',
  'issuetype',
  'priority',
  'resolution',
  'project',
  'assignee',
  'reporter',
  'labels',
  'components',
  'fixVersions',
  'parent',
  'created',
  'updated',
  'resolutiondate',
  'duedate',
] as const;

const categories: Readonly<Record<string, Status['category']>> = {
  new: 'to_do',
  indeterminate: 'in_progress',
  done: 'done',
};

/** Longest text returned of a further field. */
const longestField = 4000;

/** Parts of people, files and pictures that are never returned, wherever a field of any kind holds them. */
const untold = new Set([
  'self',
  '_links',
  'emailAddress',
  'timeZone',
  'avatarUrl',
  'avatarUrls',
  'iconUrl',
  'thumbnail',
  'thumbnailUrl',
]);

export interface Telling {
  /** Value of JIRA_URL. */
  readonly site: URL;
  /** Ids of the fields asked for beside the usual ones. */
  readonly further: readonly string[];
}

export function toTicket({ id, key, fields }: Issue, { site, further }: Telling): Ticket {
  return {
    id,
    key,
    ...given('url', pageOf(site, key)),
    ...given('project', fields.project?.key),
    ...given('type', fields.issuetype?.name),
    ...given('summary', fields.summary),
    ...given('status', toStatus(fields.status)),
    ...given('resolution', fields.resolution?.name),
    ...given('priority', fields.priority?.name),
    ...given('assignee', toPerson(fields.assignee)),
    ...given('reporter', toPerson(fields.reporter)),
    labels: fields.labels ?? [],
    components: (fields.components ?? []).map(({ name }) => name),
    fixVersions: (fields.fixVersions ?? []).map(({ name }) => name),
    ...given('parentKey', fields.parent?.key),
    ...given('createdAt', toTime(fields.created)),
    ...given('updatedAt', toTime(fields.updated)),
    ...given('resolvedAt', toTime(fields.resolutiondate)),
    ...given('dueOn', /^\d{4}-\d\d-\d\d$/u.test(fields.duedate ?? '') ? fields.duedate : undefined),
    fields: Object.fromEntries(
      further.flatMap((field) => {
        const text = fieldText(fields[field]);
        return text === undefined ? [] : [[field, cut(text)]];
      }),
    ),
  };
}

export function toStatus(status: JiraStatus | null | undefined): Status | undefined {
  if (status == null) return undefined;
  return { name: status.name, category: categories[status.statusCategory?.key ?? ''] ?? 'unknown' };
}

export function toPerson(user: JiraUser | null | undefined): Person | undefined {
  if (user == null) return undefined;
  const { accountId, name, key, displayName } = user;
  // Some servers have people sign in with their e-mail address.
  const id = accountId ?? [name, key].find(isTold);
  return { ...given('id', id), name: displayName ?? id ?? 'unnamed' };
}

export function toLinked({ key, fields }: Mentioned): LinkedTicket {
  return { key, ...given('summary', fields?.summary), ...given('status', toStatus(fields?.status)) };
}

export function toComment(comment: JiraComment): Comment {
  const { id, author, body, created, updated, visibility } = comment;
  return {
    id,
    ...given('author', toPerson(author)),
    text: documentToText(body) ?? '',
    isRestricted: visibility != null || isInternal(comment),
    createdAt: toTime(created) ?? created,
    ...given('updatedAt', updated === created ? undefined : toTime(updated)),
  };
}

/** A note of a service desk that its customers do not see. */
function isInternal({ jsdPublic, properties }: JiraComment): boolean {
  const ofDesk = properties?.find(({ key }) => key === 'sd.public.comment')?.value;
  const internal = typeof ofDesk === 'object' && ofDesk !== null && 'internal' in ofDesk ? ofDesk.internal : undefined;
  return jsdPublic === false || internal === true || internal === 'true';
}

/** Jira writes offsets without a colon: `2026-05-04T09:30:00.000+0200`. */
export function toTime(text: string | null | undefined): string | undefined {
  if (text == null) return undefined;
  const at = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/u, '$1:$2'));
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** A field of any kind as a person would read it: people and choices by name, documents as text, lists with commas. */
export function fieldText(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.flatMap((one) => fieldText(one) ?? []).join(', ') || undefined;
  const { type, content, displayName, name, key, value: choice, filename, child } = value as Record<string, unknown>;
  if (type === 'doc' && Array.isArray(content)) return documentToText(value);
  const named = [displayName, isTold(name) && name, choice, filename, isTold(key) && key];
  const chosen = named.find((one) => typeof one === 'string' && one !== '');
  if (typeof chosen !== 'string') return JSON.stringify(value, withoutUntold);
  const below = fieldText(child);
  return below === undefined ? chosen : `${chosen} / ${below}`;
}

/** The content of a file is an address, that of a document a list. */
function withoutUntold(key: string, value: unknown): unknown {
  if ((key === 'name' || key === 'key') && !isTold(value)) return undefined;
  return untold.has(key) || (key === 'content' && typeof value === 'string') ? undefined : value;
}

/** A name or a key of a person may be their e-mail address. */
function isTold(name: unknown): boolean {
  return name !== undefined && !(typeof name === 'string' && /^[^\s@]+@[^\s@]+$/u.test(name));
}

function cut(text: string): string {
  return text.length > longestField ? `${text.slice(0, longestField)}…` : text;
}

function given<N extends string, T>(name: N, value: T | null | undefined): { [K in N]?: T } {
  // The key is the one that was passed, which TypeScript widens to any text.
  return (value == null ? {} : { [name]: value }) as { [K in N]?: T };
}
