/** What a query is given beside its text. Nothing that a caller says ever stands in the text itself. */
export interface Parameter {
  readonly name: string;
  readonly type: 'DATE' | 'DATETIME' | 'STRING' | 'STRINGS' | 'TIMESTAMP';
  readonly value: string | readonly string[];
}

/** As the vendor takes it: https://cloud.google.com/bigquery/docs/reference/rest/v2/QueryParameter */
export function renderParameter({ name, type, value }: Parameter): object {
  if (type !== 'STRINGS') return { name, parameterType: { type }, parameterValue: { value } };
  return {
    name,
    parameterType: { type: 'ARRAY', arrayType: { type: 'STRING' } },
    parameterValue: { arrayValues: [value].flat().map((one) => ({ value: one })) },
  };
}
