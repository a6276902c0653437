/**
 * From what a system answered to what is wrong. A connector lists the answers it knows as rows, most
 * specific first; the first row that matches decides. A row that several causes share names the probe
 * that distinguishes them, which only a health check runs.
 */
import { Fault, type FaultData, type FaultKind } from '../core/fault.ts';
import type { HttpResponse } from '../core/http-client.ts';
import { retryAfterSec } from '../core/retry-after.ts';
import type { ConnectorContext } from './context.ts';
import { DecodedResponse } from './decoded-response.ts';
import type { Manifest } from './manifest.ts';

/** An answer as it came, and what is known beside it. */
export interface Received {
  readonly response: Pick<HttpResponse, 'status' | 'headers' | 'body'>;
  /** Path of the call, without query. */
  readonly path: string;
  readonly nowMs: number;
  /** Text of a variable that is not a secret, or `''` for a secret that is set; undefined when not set. */
  variable(name: string): string | undefined;
  /** Removable group, as the manifest declares it, that holds a permission: a statement, a role. */
  readonly groupOf?: (grant: string) => string | undefined;
}

/** The same as the rows look at it. */
export interface Seen extends Omit<Received, 'response'> {
  readonly response: DecodedResponse;
}

export type FieldMatch = string | number | boolean | RegExp | ((value: unknown) => boolean);

export interface SymptomMatch {
  readonly status: number | readonly number[] | ((status: number) => boolean);
  /** Of the decoded text: a sentence is found however the system escapes it. */
  readonly body?: RegExp;
  readonly contentType?: RegExp;
  /** Of the call, where the same answer means something else to another one. */
  readonly path?: RegExp;
  /** A web page, by its type or by its text. */
  readonly page?: true;
  /** Every one must be there and match; names in lower case. */
  readonly headers?: Readonly<Record<string, RegExp>>;
  /** One of them is enough. */
  readonly anyHeader?: Readonly<Record<string, RegExp>>;
  /**
   * Members of an answer in JSON, by their path (`error.code`): every one must be there and be equal, match or satisfy.
   * An absent member is undefined, which only a function may accept.
   */
  readonly fields?: Readonly<Record<string, FieldMatch>>;
  /** Every one must hold: set, not set, or a text that matches. */
  readonly variables?: Readonly<Record<string, 'set' | 'unset' | RegExp>>;
}

/**
 * Of a row that knows who answered, wherever it is in the table: `first` before all others, and `before_words` before
 * those that look at the status and the words alone, which would read the words of a proxy as those of the system.
 * `last`: what a status means by itself, which a row of the connector's own may say better.
 */
export type Precedence = 'first' | 'before_words' | 'last';

export interface Symptom {
  readonly id: string;
  /** What the vendor's answer looks like, in words. */
  readonly seen: string;
  readonly when: SymptomMatch;
  readonly kind: FaultKind;
  build(seen: Seen): Fault;
  readonly remedy: string;
  readonly precedence?: Precedence;
  /** Names the probe of a health check that distinguishes the causes of this answer. */
  readonly probe?: string;
  /** An answer that this row recognises: what the contract suite makes an upstream say. */
  readonly example: SymptomExample;
}

export interface SymptomExample {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the call that is answered so, where the row reads it. */
  readonly path?: string;
  /** Differences from a working configuration; undefined unsets. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
}

/** Refines the fault of an ambiguous symptom with a further cheap call, or returns it as it was. */
export interface Probe<M extends Manifest = Manifest> {
  readonly tells: string;
  run(fault: Fault, context: ConnectorContext<M>): Promise<Fault>;
}
export type Probes<M extends Manifest = Manifest> = Readonly<Record<string, Probe<M>>>;

export interface SymptomRow<K extends FaultKind> {
  readonly id: string;
  readonly seen: string;
  readonly when: SymptomMatch;
  readonly kind: K;
  readonly data: FaultData[K] | ((seen: Seen) => FaultData[K]);
  readonly remedy: string | ((seen: Seen) => string);
  /** The remedy for the reference page, when it depends on the answer. */
  readonly remedyWords?: string;
  readonly precedence?: Precedence;
  readonly probe?: string;
  readonly example: SymptomExample;
}

export function symptom<K extends FaultKind>(row: SymptomRow<K>): Symptom {
  const { data, remedy, remedyWords, ...rest } = row;
  return {
    ...rest,
    remedy: remedyWords ?? (typeof remedy === 'string' ? remedy : ''),
    build: (seen) =>
      new Fault(
        row.kind,
        typeof data === 'function' ? data(seen) : data,
        typeof remedy === 'string' ? remedy : remedy(seen),
      ),
  };
}

/** What a health result may show of an answer: never headers or bodies. */
export interface Evidence {
  readonly status?: number;
  readonly code?: string;
  readonly requestId?: string;
}

interface Recognition {
  readonly symptom: Symptom | undefined;
  readonly evidence: Evidence;
}
const recognitions = new WeakMap<Fault, Recognition>();

/** The fault behind an answer; `bug` when no row knows it, because an unforeseen answer is ours to handle. */
export function diagnose(symptoms: readonly Symptom[], received: Received): Fault {
  const seen = decode(received);
  const row = firstMatch(symptoms, seen);
  const fault = withWait(row?.build(seen) ?? unforeseen(seen), seen);
  recognitions.set(fault, { symptom: row, evidence: evidenceOf(seen.response, fault) });
  return fault;
}

/** The row that decides: the first that matches, but for those with precedence. */
export function findSymptom(symptoms: readonly Symptom[], received: Received): Symptom | undefined {
  return firstMatch(symptoms, decode(received));
}

function decode({ response, ...beside }: Received): Seen {
  return { ...beside, response: new DecodedResponse(response) };
}

function firstMatch(symptoms: readonly Symptom[], seen: Seen): Symptom | undefined {
  const matching = symptoms.filter(({ when }) => matches(when, seen));
  const [first] = matching;
  const preceding = (wanted: Exclude<Precedence, 'last'>): Symptom | undefined =>
    matching.find(({ precedence }) => precedence === wanted);
  const isByWords = first !== undefined && looksAtWordsOnly(first.when, seen);
  return preceding('first') ?? (isByWords ? preceding('before_words') : undefined) ?? first;
}

/** A sentence of the system may come as text/html; it does not come in markup. */
function looksAtWordsOnly({ body, fields, ...when }: SymptomMatch, { response }: Seen): boolean {
  const { contentType, page, headers, anyHeader } = when;
  if ([contentType, page, headers, anyHeader].some((one) => one !== undefined)) return false;
  return (body === undefined && fields === undefined) || response.isMarkup;
}

/** Adds what the answer says of when to ask again. */
function withWait(fault: Fault, { response: { headers }, nowMs }: Seen): Fault {
  const { kind, data, remedy } = fault;
  const wait = kind === 'upstream_down' ? retryAfterSec(headers, nowMs) : undefined;
  return wait === undefined ? fault : new Fault(kind, { ...data, retryAfterSec: wait }, remedy, { cause: fault.cause });
}

export function symptomOf(fault: Fault): Symptom | undefined {
  return recognitions.get(fault)?.symptom;
}

export function evidenceOfFault(fault: Fault): Evidence {
  const known = recognitions.get(fault)?.evidence;
  if (known !== undefined) return known;
  return 'code' in fault.data && typeof fault.data.code === 'string' ? { code: fault.data.code } : {};
}

/** Keeps what is known of `before` for the sharper fault a probe made of it. */
export function refineFault<K extends FaultKind>(before: Fault, kind: K, data: FaultData[K], remedy: string): Fault<K> {
  const fault = new Fault(kind, data, remedy, { cause: before });
  const known = recognitions.get(before);
  if (known !== undefined) recognitions.set(fault, known);
  return fault;
}

function hasText(pattern: RegExp | undefined, text: string): boolean {
  return pattern === undefined || pattern.test(text);
}

function matches(when: SymptomMatch, seen: Seen): boolean {
  const { status, body, contentType, path, page, headers = {}, anyHeader, fields = {}, variables = {} } = when;
  const { response } = seen;
  return (
    isStatus(status, response.status) &&
    Object.entries(fields).every(([member, wanted]) => isField(wanted, response.field(member))) &&
    hasText(body, response.body) &&
    hasText(contentType, headerOf(response, 'content-type') ?? '') &&
    hasText(path, seen.path) &&
    (page === undefined || response.isPage) &&
    Object.entries(headers).every(([name, wanted]) => isText(wanted, headerOf(response, name))) &&
    hasOneOf(anyHeader, response) &&
    Object.entries(variables).every(([name, wanted]) => isVariable(wanted, seen.variable(name)))
  );
}

function hasOneOf(wanted: SymptomMatch['anyHeader'], response: DecodedResponse): boolean {
  const entries = Object.entries(wanted ?? {});
  return entries.length === 0 || entries.some(([name, text]) => isText(text, headerOf(response, name)));
}

function isStatus(wanted: SymptomMatch['status'], status: number): boolean {
  if (typeof wanted === 'function') return wanted(status);
  return typeof wanted === 'number' ? wanted === status : wanted.includes(status);
}

function isText(wanted: RegExp, value: string | undefined): boolean {
  return value !== undefined && wanted.test(value);
}

function isField(wanted: FieldMatch, value: unknown): boolean {
  if (typeof wanted === 'function') return wanted(value);
  return wanted instanceof RegExp ? typeof value === 'string' && wanted.test(value) : value === wanted;
}

function isVariable(wanted: 'set' | 'unset' | RegExp, value: string | undefined): boolean {
  if (wanted === 'unset') return value === undefined;
  return wanted === 'set' ? value !== undefined : isText(wanted, value);
}

/** Rare: the common rows read every status that HTTP defines. */
function unforeseen({ response }: Seen): Fault {
  const { status } = response;
  if (status >= 500) {
    return new Fault('upstream_down', { status }, 'Check the upstream system itself; it returned an error of its own.');
  }
  const type = headerOf(response, 'content-type')?.replaceAll(/[^\w./+-].*$/gu, '') ?? 'no content type';
  return new Fault(
    'intercepted',
    { status },
    `Neither HTTP nor the vendor defines status ${status} (with ${type}), so something on the way gave it: check the proxy and what is at the address of this connector. If neither is in between, report the status to Farol.`,
  );
}

function evidenceOf(response: DecodedResponse, fault: Fault): Evidence {
  const requestId = headerOf(response, 'x-request-id') ?? headerOf(response, 'x-trace-id');
  return {
    status: response.status,
    code: fault.kind,
    ...(requestId !== undefined && /^[\w.:-]{1,128}$/u.test(requestId) && { requestId }),
  };
}

function headerOf(response: DecodedResponse, name: string): string | undefined {
  const value = response.headers[name];
  return typeof value === 'string' ? value : value?.[0];
}
