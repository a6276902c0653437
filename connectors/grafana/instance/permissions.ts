/**
 * What the service account may do, as Grafana's own pages ask it. The documentation does not have this call; the code
 * (pkg/services/accesscontrol/api) answers it to every account, so that a Grafana without it is not refused.
 */
import { z } from 'zod';
import type { Finding } from '../../../src/connector/connector.ts';
import { type GrafanaContext, openGrafana } from '../client.ts';
import { attempt } from '../completeness.ts';
import { forbidden, grants } from '../grants.ts';

/** Scopes by the name of the permission. */
const Permissions = z.record(z.string(), z.array(z.string()));

const ofGrafana = Object.keys(grants).filter((grant) =>
  /^(?:datasources|dashboards|alert\.\w+(?:\.external)?):/u.test(grant),
);

/** Judges the role of the service account. @throws Fault of a token that Grafana does not accept. */
export async function judgePermissions(context: GrafanaContext): Promise<Finding> {
  const read = await attempt(() => openGrafana(context).get(Permissions, '/api/access-control/user/permissions'));
  if ('fault' in read) {
    if (read.fault.kind !== 'wrong_endpoint' && read.fault.kind !== 'not_found_or_hidden') throw read.fault;
    return {
      status: 'ok',
      summary: 'The credential is a token of a service account. This Grafana does not list its permissions.',
    };
  }
  const has = (grant: string): boolean => Object.hasOwn(read.answer, grant);
  const excess = forbidden.map(({ grant }) => grant).filter(has);
  const missing = ofGrafana.filter((grant) => !has(grant));
  const held = ofGrafana.filter(has);
  if (excess.length > 0) {
    return {
      status: 'pending_configuration',
      summary: `The service account may write: it has ${excess.length} permissions that no operation uses.`,
      remedy:
        'Give the service account the role Viewer in Grafana, under Administration → Users and access → Service accounts. Its token stays as it is.',
      held,
      missing,
      excess,
    };
  }
  if (missing.length > 0) {
    return {
      status: 'degraded',
      summary: `The service account lacks ${missing.join(', ')}.`,
      remedy: `Give the service account the role Viewer, or a role with ${missing.join(', ')}. Do not rotate the token: it is valid.`,
      held,
      missing,
    };
  }
  return { status: 'ok', summary: 'The service account has the permissions to read, and none to write.', held };
}
