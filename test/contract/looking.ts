/** How the contract suite reads what a connector asked and answered. */
import type { UpstreamCall } from '../../src/connector/manifest.ts';
import { findSymptom, type SymptomExample } from '../../src/connector/symptom.ts';
import type { LoadedConnector } from '../../src/connector/connector.ts';
import type { OperationAnswer } from '../../src/tunnel/messages.ts';
import type { Exemplar, PlainFault } from './exemplar.ts';
import type { FakeCall, Reply } from './fake-upstream.ts';

export function strictReply(exemplar: Exemplar, call: FakeCall, unexpected: string[]): Reply {
  try {
    const reply = exemplar.reply(call);
    if (reply !== undefined) return reply;
    unexpected.push(`${call.method} ${call.path}`);
  } catch (error) {
    unexpected.push(error instanceof Error ? error.message : String(error));
  }
  return { status: 501, body: 'the fake does not know this call' };
}

export function replyOf(exemplar: Exemplar, example: SymptomExample): (call: FakeCall) => Reply {
  const { status, headers, body } = example;
  return (call) => exemplar.render?.(example, call) ?? { status, body, ...(headers !== undefined && { headers }) };
}

export const statusOf: Readonly<Record<PlainFault, number>> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  missing: 404,
  rate_limited: 429,
  failing: 500,
  down: 503,
};

/** A plain fault as this system says it; undefined when it has none such. */
export function sayPlainly(exemplar: Exemplar, fault: PlainFault, message = ''): Reply | undefined {
  if (exemplar.says !== undefined) return exemplar.says(fault, message);
  return { status: statusOf[fault], body: message === '' ? '' : JSON.stringify({ error: message, message }) };
}

export function echo({ headers }: FakeCall, pad: number): Reply {
  const error = `${'x'.repeat(pad)} ${headers.authorization ?? ''} ${JSON.stringify(headers)}`;
  return { status: 400, body: JSON.stringify({ status: 'error', errorType: 'bad_data', error, message: error }) };
}

export const variablesOf = ({ variables = {} }: SymptomExample): Readonly<Record<string, string | undefined>> =>
  variables;

/** The row that decides on its own example: one further up may not shadow it. */
export function decidingRow(
  { symptoms }: LoadedConnector,
  exemplar: Exemplar,
  { example, url }: { readonly example: SymptomExample; readonly url: string },
): string | undefined {
  const variables = { ...exemplar.variables, ...variablesOf(example) };
  const headers = { 'content-type': 'application/json', ...example.headers };
  return findSymptom(symptoms, {
    response: { status: example.status, headers, body: example.body },
    path: example.path ?? '/',
    nowMs: 0,
    variable: (name) => variables[name]?.replace('{upstream}', url),
  })?.id;
}

/** What a call is declared as: by its method and path, or by the name of what a library built. */
export function nameOf(exemplar: Exemplar, call: FakeCall): string {
  return exemplar.nameOf?.(call) ?? `${call.method} ${call.path}`;
}

export function declaredBy(
  exemplar: Exemplar,
  calls: readonly FakeCall[],
  {
    declared,
    signIn = [],
  }: { readonly declared: readonly UpstreamCall[]; readonly signIn?: readonly UpstreamCall[] | undefined },
): { undeclared: string[]; unused: string[] } {
  const made = [...new Set(calls.map((call) => nameOf(exemplar, call)))];
  return {
    undeclared: made.filter((call) => ![...declared, ...signIn].some((template) => matches(call, template))),
    unused: declared.filter(
      (template) => exemplar.unmade?.includes(template) !== true && !made.some((call) => matches(call, template)),
    ),
  };
}

/** Whether a call, by its name, is the one that is declared so. */
export function matches(call: string, template: string): boolean {
  const [parts, wanted] = [call.split('/'), template.split('/')];
  return parts.length === wanted.length && wanted.every((part, at) => part.startsWith('{') || part === parts[at]);
}

/** Empty data must come with the sentence that says whether it was allowed to see. */
export function isSilentlyEmpty(result: (OperationAnswer & { ok: true })['result']): boolean {
  const lists = Object.values(result.data as object).filter((one) => Array.isArray(one));
  return lists.length > 0 && lists.every((one) => one.length === 0) && result.because === undefined;
}

/** Whatever follows `Basic`, decoded: a credential in disguise. */
export function decodedBasic(text: string): string {
  return [...text.matchAll(/Basic ([A-Za-z0-9+/=]+)/gu)]
    .map(([, code = '']) => Buffer.from(code, 'base64').toString())
    .join('\n');
}

/** The same body with every letter of its texts escaped, as a system may write it; undefined for plain text, which has no escapes. */
export function inEscapes(body: string): string | undefined {
  const unit = (letter: string): string => String.raw`\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  if (/^\s*</u.test(body)) {
    return body.replaceAll(/>[^<]+/gu, (text) =>
      text.replaceAll(/[^>\s]/gu, (letter) => `&#x${letter.codePointAt(0)?.toString(16) ?? ''};`),
    );
  }
  try {
    JSON.parse(body);
  } catch {
    return undefined;
  }
  return body.replaceAll(/"((?:[^"\\]|\\.)*)"/gu, (whole) => {
    const text = JSON.parse(whole) as string;
    return `"${text.replaceAll(/[^]/g, unit)}"`;
  });
}
