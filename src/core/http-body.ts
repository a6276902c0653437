/** Request bodies and query strings: names to one value, several or none. */
export type FormFields = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface EncodedBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string | Uint8Array;
}

/** What a vendor's own client library built: sent as it is, because its signature covers it. */
export interface BuiltBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string | Uint8Array;
}

export function encodeBody({
  form,
  json,
  built,
}: {
  readonly form?: FormFields;
  readonly json?: unknown;
  readonly built?: BuiltBody;
}): EncodedBody | undefined {
  if (built !== undefined) return { headers: built.headers, text: built.content };
  if (json !== undefined) return toBody('application/json', JSON.stringify(json));
  if (form === undefined) return undefined;
  return toBody('application/x-www-form-urlencoded', new URLSearchParams(pairsOf(form)).toString());
}

/** Undefined fields are left out; a list repeats its name. */
export function pairsOf(fields: FormFields | undefined): [string, string][] {
  return Object.entries(fields ?? {}).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return (typeof value === 'string' ? [value] : value).map((one): [string, string] => [name, one]);
  });
}

function toBody(type: string, text: string): EncodedBody {
  return { headers: { 'content-type': type, 'content-length': String(Buffer.byteLength(text)) }, text };
}
