/**
 * Google's BigQuery client with its transport replaced. `makeAuthenticatedRequest` is the one function through
 * which it sends: replacing it takes away its sockets, its retries and its search for credentials.
 * `@google-cloud/bigquery` 9.3.0, `build/src/bigquery.js`; `@google-cloud/common`, `build/src/service.js`.
 */
import type { BigQuery, common } from '@google-cloud/bigquery';
import { silenceGoogleLibraries } from '../../../src/cloud/gcp/silence-libraries.ts';
import type { SendRequest } from './ask-library.ts';

const origin = 'https://bigquery.googleapis.com';

/** For one call. `project`: without one the library asks the metadata server. */
export async function createBigQuery(project: string, sendRequest: SendRequest): Promise<BigQuery> {
  silenceGoogleLibraries();
  const { BigQuery: Client, common: library } = await import('@google-cloud/bigquery');
  const client = new Client({ projectId: project, apiEndpoint: origin, autoRetry: false });
  const exchange = async (options: common.DecorateRequestOptions, callback: common.BodyResponseCallback) => {
    const { uri, method = 'GET', qs, json } = library.util.decorateRequest(options, project);
    const url = new URL(uri);
    for (const [name, value] of Object.entries<unknown>(qs ?? {})) {
      if (value !== undefined) url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    let answer;
    try {
      answer = await sendRequest({ verb: method, url, json });
    } catch (error) {
      callback(error instanceof Error ? error : new Error('the request was not sent', { cause: error }));
      return;
    }
    const { status, headers, body } = answer;
    library.util.handleResp(null, { statusCode: status, headers, body } as never, body, callback);
  };
  const makeAuthenticatedRequest = (
    options: common.DecorateRequestOptions,
    callback: common.BodyResponseCallback,
  ): void => void exchange(options, callback);
  // BIGQUERY_EMULATOR_HOST sets `baseUrl`, whatever `apiEndpoint` says.
  return Object.assign(client, { baseUrl: `${origin}/bigquery/v2`, makeAuthenticatedRequest });
}

/**
 * Any method of the interface, by the library's own request. Its `query` is not used: its dry run goes to
 * `jobs.insert`, which also loads, copies and exports data, and FAST_QUERY_PATH sends every query there.
 */
export function request(client: BigQuery, options: common.DecorateRequestOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    client.request(options, (error, body) => (error === null ? resolve(body) : reject(error)));
  });
}
