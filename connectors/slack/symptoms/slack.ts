/** Answers that speak of Slack itself, or that come from something else on the way. */
import { type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { retryAfterSec } from '../../../src/core/retry-after.ts';
import { refusing, saying, wordIn } from './words.ts';

const historyLimit =
  'Wait as long as it says. An app that is distributed outside the Slack Marketplace may read history once a minute, 15 messages each time: create an app inside the workspace instead, which does not have this limit.';

export const ofSlack: readonly Symptom[] = [
  symptom({
    id: 'rate_limited_word',
    seen: '`ratelimited`, with 429 or 200',
    when: { status: [200, 429], fields: { ok: false, error: /^(?:rate_?limited|message_limit_exceeded)$/u } },
    kind: 'rate_limited',
    data: ({ response, nowMs }) => ({ retryAfterSec: retryAfterSec(response.headers, nowMs) ?? 60 }),
    remedy: ({ path }) =>
      /\/conversations\.(?:history|replies)$/u.test(path) ? historyLimit : 'Wait as long as it says before you retry.',
    remedyWords:
      'Wait as long as it says. Where history allows only one call a minute, use an app that is internal to the workspace.',
    example: { status: 429, headers: { 'retry-after': '30' }, body: '{"ok":false,"error":"ratelimited"}' },
  }),
  symptom({
    id: 'failed_inside',
    seen: '`internal_error`, `fatal_error` and its kin',
    when: saying('internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'),
    kind: 'upstream_down',
    data: (seen) => ({ code: wordIn(seen) }),
    remedy: 'Slack itself failed; check slack-status.com. The configuration is not the cause.',
    example: refusing('internal_error'),
  }),
  symptom({
    id: 'moving',
    seen: '`team_added_to_org` or `org_login_required`',
    when: saying('team_added_to_org', 'org_login_required'),
    kind: 'upstream_down',
    data: (seen) => ({ code: wordIn(seen) }),
    remedy:
      'The workspace is being moved into an Enterprise organization. Wait until the move is done; an administrator of the organization knows when. The configuration is not the cause.',
    example: refusing('team_added_to_org'),
  }),
  symptom({
    id: 'not_the_interface',
    seen: '`unknown_method`, or 404',
    when: { status: [200, 404, 405], body: /^(?!\s*\{\s*"ok"\s*:\s*false)|"unknown_method"/u },
    kind: 'wrong_endpoint',
    data: ({ path }) => ({ variable: 'SLACK_URL', tried: path }),
    remedy: 'There is no Slack Web API at SLACK_URL: unset it, or let it end with /api.',
    example: { status: 404, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Slack</title>' },
  }),
  symptom({
    id: 'not_slack',
    seen: '401 or 403 without a body of Slack',
    when: { status: [401, 403], body: /^(?!\s*\{\s*"ok")/u },
    kind: 'intercepted',
    data: ({ response }) => ({ status: response.status }),
    remedy:
      'Slack itself refuses with status 200, so this answer comes from a proxy or firewall in between: allow the Agent to reach SLACK_URL. Do not rotate the token.',
    example: { status: 403, headers: { 'content-type': 'text/html' }, body: 'Forbidden' },
  }),
  symptom({
    id: 'refused_otherwise',
    seen: 'any other refusal',
    when: { status: (status) => status < 500 && status !== 429, fields: { ok: false } },
    kind: 'upstream_changed',
    data: (seen) => ({ path: `error ${wordIn(seen)}` }),
    remedy: (seen) => `Slack refused with the error ${wordIn(seen)}, which this connector does not know: report it.`,
    remedyWords: 'Slack refused with an error that this connector does not know: report it.',
    example: refusing('some_new_word'),
  }),
];
