/** What Amplitude answers when it refuses. A key pair of the other region looks like a wrong one: only the configuration tells. */
import { commonSymptoms, webPageAt } from '../../src/connector/common-symptoms.ts';
import { type Seen, type Symptom, symptom } from '../../src/connector/symptom.ts';
import { retryAfterSec } from '../../src/core/retry-after.ts';
import { addressOf, type Region } from './region.ts';

const settings = 'Settings, Organization settings, Projects, the project, General';

const refusal = (status: number, type: string, message: string): string =>
  JSON.stringify({ error: { http_code: status, type, message, metadata: {} } });

const waitOr =
  (usual: number) =>
  ({ response, nowMs }: Seen): { retryAfterSec: number } => ({
    retryAfterSec: retryAfterSec(response.headers, nowMs) ?? usual,
  });

/** Words that speak of the keys, or none. */
const ofKeys = /^\W*(?:forbidden|unauthorized)?\W*$|key|credential|authenticat|unauthori[sz]ed/iu;

const signOf = { us: 'if there is no eu in its host', eu: 'if its host contains eu' } as const;

/**
 * Amplitude gives one answer for keys of the other region and for wrong ones. Only sending the keys to the other region
 * would tell, which is not done: they go nowhere but to the place that is configured.
 */
const rejectedIn = (id: string, wanted: 'unset' | RegExp, value: Region | undefined): Symptom => {
  const region = value ?? 'us';
  const other = region === 'us' ? 'eu' : 'us';
  const remedyWith = (change: string): string =>
    `Amplitude gives the same answer for keys of the other region and for wrong keys. First check the address of the project in a browser: ${signOf[other]}, ${change}, because a key pair of one region is unknown in the other. If the region is right, then copy both keys of the same project again (${settings}) into AMPLITUDE_API_KEY and AMPLITUDE_SECRET_KEY. Do not request new keys before that.`;
  const setRegion = remedyWith(`set AMPLITUDE_REGION to ${other}`);
  return symptom({
    id,
    seen: `401 or 403 that speaks of keys, or has no words, while AMPLITUDE_REGION is ${value ?? 'not set'}`,
    when: { status: [401, 403], body: ofKeys, variables: { AMPLITUDE_REGION: wanted } },
    kind: 'credential_rejected',
    data: { kind: 'API key and secret key', reason: 'rejected' },
    // Where the address is set, the region decides nothing.
    remedy: ({ variable }) =>
      variable('AMPLITUDE_URL') === undefined
        ? setRegion
        : remedyWith(`set AMPLITUDE_URL to a proxy of ${addressOf(other).origin}`),
    remedyWords: `${setRegion} If AMPLITUDE_URL is set, it takes precedence over AMPLITUDE_REGION.`,
    example: {
      status: 403,
      body: refusal(403, 'forbidden', 'Invalid API key or secret key'),
      variables: { AMPLITUDE_REGION: value },
    },
  });
};

const chartElsewhere = (when: Symptom['when']): Symptom =>
  symptom({
    id: 'chart_of_another_project',
    seen: '400 or 404 to a chart',
    when,
    kind: 'not_found_or_hidden',
    data: { what: 'the chart' },
    remedy:
      'Amplitude gives the same answer for a wrong id and for a chart of another project. First open the chart in Amplitude and compare its id, which is the end of its address; a chart that was never saved has none. If the id is right, its project must be the one whose keys are in AMPLITUDE_API_KEY and AMPLITUDE_SECRET_KEY.',
    example: { status: 400, body: refusal(400, 'invalid_parameter', 'Invalid chart id') },
  });

export const lookYourself =
  'Amplitude documents no path for dashboards, so the one used here is unconfirmed. Open the dashboard in Amplitude, take the ids of its charts from their addresses, and call analytics.getChart for each.';

const dashboardsUnconfirmed = (when: Symptom['when']): Symptom =>
  symptom({
    id: 'dashboards_unconfirmed',
    seen: 'an unexpected response from the dashboards path',
    when,
    kind: 'not_found_or_hidden',
    data: ({ path }) => ({ what: `dashboards at ${path}` }),
    remedy: lookYourself,
    example: { status: 404, body: refusal(404, 'not_found', 'No dashboard of that kind') },
  });

const rejected: readonly Symptom[] = [
  rejectedIn('keys_rejected', 'unset', undefined),
  rejectedIn('keys_rejected_us', /^us$/u, 'us'),
  rejectedIn('keys_rejected_eu', /^eu$/u, 'eu'),
  symptom({
    id: 'refused_in_other_words',
    seen: 'any other 401 or 403',
    when: { status: [401, 403] },
    kind: 'permission_missing',
    data: { grant: 'Dashboard REST API', layer: 'plan, role or network of the organization' },
    remedy:
      'Amplitude refused in words that do not speak of the keys: check whether the plan of the organization includes the Dashboard REST API, and whether its settings allow the address that this Agent sends from. Do not request new keys.',
    example: { status: 403, body: refusal(403, 'forbidden', 'Your plan does not include this feature') },
  }),
];

export const symptoms: readonly Symptom[] = [
  ...rejected,
  symptom({
    id: 'too_many_at_a_time',
    seen: '429 that names the concurrent limit',
    when: { status: 429, body: /concurren/iu },
    kind: 'rate_limited',
    data: waitOr(30),
    remedy:
      'The project reached its concurrent limit: five requests at a time, and a cost of 1000 in five minutes, shared by all users of its keys. Wait, ask for fewer days or groups, and check who else sends queries.',
    example: {
      status: 429,
      body: refusal(429, 'too_many_requests', 'Exceeded concurrent limit with query of cost 415'),
    },
  }),
  symptom({
    id: 'too_much_in_an_hour',
    seen: '429 that names the rate limit',
    when: { status: 429, body: /rate limit|per hour/iu },
    kind: 'rate_limited',
    data: waitOr(600),
    remedy:
      'The project reached its rate limit: a cost of 108,000 in an hour, shared by all users of its keys. Wait, ask for fewer days or groups, and check who else sends queries.',
    example: { status: 429, body: refusal(429, 'too_many_requests', 'Exceeded rate limit with query of cost 900') },
  }),
  chartElsewhere({ status: [400, 404], body: /\bchart\b/iu }),
  dashboardsUnconfirmed({ status: 404, body: /\bdashboard\b/iu }),
  webPageAt(
    'AMPLITUDE_URL',
    'Unset AMPLITUDE_URL, or set it to a proxy of https://amplitude.com or https://analytics.eu.amplitude.com: the server returned a web page.',
  ),
  symptom({
    id: 'query_refused',
    seen: 'any other 400',
    when: { status: 400 },
    kind: 'invalid_arguments',
    data: { field: 'events' },
    remedy:
      'Amplitude does not accept this query: name events and properties as they are sent, and for a metric of a property begin groupBy with one that holds numbers.',
    example: { status: 400, body: refusal(400, 'invalid_parameter', 'Unknown event type') },
  }),
  symptom({
    id: 'no_such_path',
    seen: 'any other 404',
    when: { status: 404 },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'AMPLITUDE_URL', tried: path }),
    remedy:
      'Unset AMPLITUDE_URL, or let it forward the paths below /api to https://amplitude.com or https://analytics.eu.amplitude.com. If it is not set, report the path: Amplitude has changed it.',
    example: { status: 404, body: refusal(404, 'not_found', 'Not found') },
  }),
  ...commonSymptoms('AMPLITUDE_URL'),
];

const isRefusal = (status: number): boolean => status < 500 && status !== 429;

/** Whatever the words: a refusal of a chart is about the chart. */
export const symptomsOfCharts: readonly Symptom[] = [...rejected, chartElsewhere({ status: [400, 404] }), ...symptoms];

/** Whatever the words, and a web page too: nobody knows what Amplitude says there. */
export const symptomsOfDashboards: readonly Symptom[] = [
  ...rejected,
  dashboardsUnconfirmed({ status: isRefusal }),
  ...symptoms,
];
