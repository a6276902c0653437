import type { DataOf } from '../../../../catalog/index.ts';
import { type Alert, AlertList } from '../schema.ts';
import { inRepository } from '../../client.ts';
import type { GithubOperations } from '../../context.ts';
import { outcomeOf, readPage } from '../../paging.ts';

type Told = DataOf<'security.listDependabotAlerts'>['alerts'][number];

export const alertOperations: GithubOperations<'security.listDependabotAlerts'> = {
  'security.listDependabotAlerts': {
    async run(args, context) {
      const { repo, states, severities } = args;
      const page = await readPage(context, {
        operation: 'security.listDependabotAlerts',
        args,
        call: 'GET /repos/{owner}/{repo}/dependabot/alerts',
        parameters: { ...inRepository(repo), state: states?.join(','), severity: severities?.join(',') },
        schema: AlertList,
        rows: (all) => all,
        by: 'after',
      });
      const isNarrowed = states !== undefined || severities !== undefined;
      return {
        data: { alerts: page.rows.map(tell) },
        ...outcomeOf(
          page,
          `The read was allowed, Dependabot alerts are enabled, and ${isNarrowed ? 'none matches' : `${repo} has none`}.`,
        ),
      };
    },
  },
};

function tell(alert: Alert): Told {
  const { dependency, security_advisory: advisory, security_vulnerability: vulnerability } = alert;
  const vector = advisory.cvss?.vector_string;
  return {
    number: alert.number,
    state: alert.state,
    severity: vulnerability.severity,
    ecosystem: vulnerability.package.ecosystem,
    package: vulnerability.package.name,
    manifestPath: dependency.manifest_path,
    scope: dependency.scope,
    relationship: dependency.relationship,
    vulnerableVersions: vulnerability.vulnerable_version_range,
    fixedInVersion: vulnerability.first_patched_version?.identifier,
    advisory: {
      id: advisory.ghsa_id,
      cveId: advisory.cve_id,
      summary: advisory.summary,
      cvssScore: vector === undefined ? undefined : (advisory.cvss?.score ?? undefined),
      cvssVector: vector,
      exploitProbability: advisory.epss?.percentage ?? undefined,
      cweIds: advisory.cwes.map(({ cwe_id: id }) => id),
      publishedAt: advisory.published_at,
    },
    url: alert.html_url,
    createdAt: alert.created_at,
    updatedAt: alert.updated_at,
    fixedAt: alert.fixed_at,
    dismissedAt: alert.dismissed_at ?? alert.auto_dismissed_at,
    dismissedBy: alert.dismissed_by,
    dismissedReason: alert.dismissed_reason,
    dismissedComment: alert.dismissed_comment,
    assignees: alert.assignees.map(({ login }) => login),
  };
}
