/** The sentence in which an API server says what it refused, as far as it may be repeated. */
import { z } from 'zod';

const Status = z.looseObject({
  kind: z.literal('Status'),
  message: z.string().optional(),
  details: z.looseObject({ name: z.string().optional(), kind: z.string().optional() }).nullish(),
});

interface ToldStatus {
  /** At most 300 characters, without identities and tokens. */
  readonly message: string;
  /** What is missing, as `kubectl auth can-i` spells it: `list pods`. */
  readonly denied: string | undefined;
  /** What was not found: `pods "web"`. */
  readonly what: string;
}

const unknown: ToldStatus = { message: 'the cluster gave no reason.', denied: undefined, what: 'the object' };

export function readStatus(body: string): ToldStatus {
  const parsed = Status.safeParse(parseOrUndefined(body));
  const message = parsed.data?.message;
  if (message === undefined || message === '') return unknown;
  const [, verb, resource, group = ''] =
    /cannot (\w+) resource "([\w./-]+)" in API group "([\w.-]*)"/u.exec(message) ?? [];
  return {
    message: repeatable(message),
    denied: verb === undefined ? undefined : `${verb} ${resource}${group === '' ? '' : `.${group}`}`,
    what: /^([\w./-]+ "[\w.-]+") not found$/u.exec(message)?.[1] ?? unknown.what,
  };
}

function repeatable(message: string): string {
  const said = message
    .replaceAll(/\p{C}+/gu, ' ')
    .replaceAll(/arn:aws[\w-]*:\S+/gu, '(arn)')
    // Whole, although what the Agent knows as secret was cut out of its middle before.
    .replaceAll(/k8s-aws-v1\.\S*/gu, '(token)');
  return said.length > 300 ? `${said.slice(0, 300)}…` : said;
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
