/** Bodies of what lists what may be asked, and of what was asked. Part of `api.ts`, which everything imports. */
import { z } from 'zod';
import { oneLine } from './tokens.ts';

/** `page`: with a session, `api`: with a read token, `mcp`: by an assistant. */
export const QuestionVia = z.enum(['page', 'api', 'mcp']);
export type QuestionVia = z.infer<typeof QuestionVia>;

/** One question that reached the control plane. No value of an argument is in it. */
export const QuestionView = z.strictObject({
  /** Of the request, as the Agent's audit log has it. */
  id: z.string(),
  at: z.string(),
  /** `name`: at that time. */
  by: z.strictObject({ type: z.enum(['person', 'token']), id: z.string(), name: z.string() }),
  via: QuestionVia,
  operation: z.string(),
  /** Absent for a name that is not in the catalog of this control plane. */
  access: z.enum(['read', 'write']).optional(),
  /** As the Agent's audit log has it; absent for arguments that were not read or are not valid. */
  arguments_digest: z.string().optional(),
  source: z.string().optional(),
  /** Who was asked; absent when none was, as for a stored answer. */
  instance: z.string().optional(),
  /** `ok`, the code of the refusal, or `unknown` for a write that was sent and whose end is not recorded. */
  outcome: z.string(),
  duration_ms: z.int().optional(),
  upstream_calls: z.int().optional(),
  rows: z.int().optional(),
});
export type QuestionView = z.infer<typeof QuestionView>;
/** GET /api/questions, newest first. */
export const QuestionList = z.strictObject({ questions: z.array(QuestionView), next_cursor: z.string().optional() });
export type QuestionList = z.infer<typeof QuestionList>;

/** Characters of arguments as JSON. */
const maxSavedArgs = 16_384;

/** A read that a person saved, to ask it again. */
export const SavedQuestion = z.strictObject({
  id: z.string(),
  name: z.string(),
  operation: z.string(),
  args: z.record(z.string(), z.unknown()),
  source: z.string().optional(),
  instance: z.string().optional(),
  /** Everybody in the organization sees it, else the person who saved it alone. */
  shared: z.boolean(),
  saved_at: z.string(),
  by: z.string(),
  /** Whether the caller may share it or stop sharing it. */
  is_own: z.boolean(),
});
export type SavedQuestion = z.infer<typeof SavedQuestion>;
/** GET /api/saved-questions: own ones, and those that others share; by name. */
export const SavedQuestionList = z.strictObject({ questions: z.array(SavedQuestion) });
export type SavedQuestionList = z.infer<typeof SavedQuestionList>;
/** POST /api/saved-questions */
export const SavedQuestionCreate = z.strictObject({
  name: oneLine(z.string()),
  operation: z.string().min(1).max(120),
  args: z
    .record(z.string(), z.unknown())
    .refine(
      (args) => JSON.stringify(args).length <= maxSavedArgs,
      `must be at most ${maxSavedArgs} characters of JSON`,
    ),
  /** One, several joined by commas, or `all`. */
  source: z.string().min(1).max(4096).optional(),
  instance: z.string().min(1).max(64).optional(),
  shared: z.boolean().default(false),
});
export type SavedQuestionCreate = z.infer<typeof SavedQuestionCreate>;
/** PUT /api/saved-questions/{question} */
export const SavedQuestionShare = z.strictObject({ shared: z.boolean() });

/** An operation as the catalog lists it. */
export const CatalogEntry = z.strictObject({
  name: z.string(),
  domain: z.string(),
  access: z.enum(['read', 'write']),
  summary: z.string(),
  /** Connectors that can answer it, with the permissions that it needs in the vendor's spelling. */
  answers: z.array(
    z.strictObject({
      connector: z.string(),
      grants: z.array(z.strictObject({ grant: z.string(), need: z.enum(['required', 'optional', 'sensitive']) })),
    }),
  ),
  /** Whether the control plane passes it on for this caller. Writes stay off until an Agent enables them. */
  may_ask: z.boolean(),
});
export type CatalogEntry = z.infer<typeof CatalogEntry>;

/** A connector of the entries, and the live Agents whose last health report shows it configured. */
export const CatalogConnector = z.strictObject({
  connector: z.string(),
  title: z.string(),
  /** What may be named as source, and by which Agents. */
  sources: z.array(z.strictObject({ source: z.string(), about: z.string().optional(), agents: z.array(z.string()) })),
  /** Sources that are not listed, because there are too many. */
  further_sources: z.int(),
  agents: z.array(z.string()),
  /** Agents that are not listed, because there are too many. */
  further_agents: z.int(),
});

/** GET /api/catalog, sorted by name. `digest` changes with the schemas. */
export const CatalogList = z.strictObject({
  digest: z.string(),
  operations: z.array(CatalogEntry),
  connectors: z.array(CatalogConnector),
});
export type CatalogList = z.infer<typeof CatalogList>;

/** JSON Schema, draft 2020-12. */
const JsonSchema = z.record(z.string(), z.unknown());
/** GET /api/catalog/{name} */
export const CatalogOperation = z.strictObject({
  digest: z.string(),
  operation: CatalogEntry.extend({ arguments: JsonSchema, result: JsonSchema }),
  connectors: z.array(CatalogConnector),
});
export type CatalogOperation = z.infer<typeof CatalogOperation>;
