/**
 * The only place that talks to the control plane. Every answer is parsed: what reaches a page has the
 * agreed shape, or the page gets an `ApiFailure` it can show.
 */
import { jsonToShow } from '../../../src/core/text/hidden-characters.ts';
import { ApiError, csrfHeader } from '../../../src/control/api/api.ts';
import type { AnswerForm } from './answer-form.ts';
import { ApiFailure } from './api-failure.ts';
import { csrfToken, endSession } from './session.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface CallOptions {
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** A 401 here is an answer about the link, not the end of a session. */
  readonly signingIn?: boolean;
}

/** Rejects with `ApiFailure`, or with the abort's own error when `signal` fires. */
export async function callApi<T>(
  method: Method,
  path: string,
  answer: AnswerForm<T>,
  options: CallOptions = {},
): Promise<T> {
  const response = await send(method, path, options);
  const body: unknown = await readJson(response);
  if (!response.ok) {
    const failure = refusalOf(response, body);
    if (response.status === 401 && options.signingIn !== true) endSession('expired');
    throw failure;
  }
  const parsed = answer.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined ? '' : `${issue.path.map(String).join('.') || 'body'}: ${issue.message}`;
  throw new ApiFailure('unreadable', where, { status: response.status });
}

/** For answers without a body. */
export async function callApiForNothing(method: Method, path: string, options: CallOptions = {}): Promise<void> {
  const response = await send(method, path, options);
  if (response.ok) return;
  const body: unknown = await readJson(response);
  if (response.status === 401) endSession('expired');
  throw refusalOf(response, body);
}

/** Of a file that is no JSON. Rejects as `callApi` does. */
export async function readText(path: string): Promise<string> {
  const response = await send('GET', path, {});
  if (response.ok) return response.text();
  throw refusalOf(response, await readJson(response));
}

/** Rejects with `ApiFailure` where no answer came, or with the abort's own error. */
export async function send(
  method: Method,
  path: string,
  { body, signal, headers: given }: CallOptions,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json', ...given });
  if (body !== undefined) headers.set('content-type', 'application/json');
  const token = csrfToken();
  if (method !== 'GET' && token !== '') headers.set(csrfHeader, token);
  try {
    return await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiFailure('unreachable', path);
  }
}

/** What nobody would see in a text is shown. `undefined` for an empty body or one that is not JSON: the caller's schema then says so. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(jsonToShow(text)) as unknown;
  } catch {
    return undefined;
  }
}

export function refusalOf(response: Response, body: unknown): ApiFailure {
  const parsed = ApiError.safeParse(body);
  if (!parsed.success) return new ApiFailure('unreadable', `HTTP ${response.status}`, { status: response.status });
  const { error, retry_after_seconds: retryAfterSec } = parsed.data;
  return new ApiFailure('refused', error.message, {
    status: response.status,
    code: error.code,
    field: error.field,
    requestId: error.request_id,
    retryAfterSec,
    removed: error.removed,
  });
}
