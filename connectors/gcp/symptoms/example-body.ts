/** Error bodies as the vendor documents them, for the examples of the symptoms. */

/** https://cloud.google.com/apis/design/errors#error_info */
export function errorBody(
  code: number,
  message: string,
  info: {
    readonly status?: string;
    readonly reason?: string;
    readonly metadata?: Readonly<Record<string, string>>;
  } = {},
): string {
  const details =
    info.reason === undefined
      ? undefined
      : [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: info.reason,
            domain: 'googleapis.com',
            ...(info.metadata !== undefined && { metadata: info.metadata }),
          },
        ];
  return JSON.stringify({ error: { code, message, status: info.status, details } });
}

/** The older form, which BigQuery and Compute Engine still use: https://cloud.google.com/bigquery/docs/error-messages */
export function listedError(code: number, message: string, reason: string): string {
  return JSON.stringify({ error: { code, message, errors: [{ message, domain: 'global', reason }] } });
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export function tokenError(error: string, description: string): string {
  return JSON.stringify({ error, error_description: description });
}
