/** The roles that a customer grants. A predefined role holds more than is used, `roles/viewer` thousands of permissions more. */
export interface RoleRow {
  readonly name: string;
  /** Where it must be granted. */
  readonly on: 'project' | 'billing account';
  readonly enables: string;
}

/** In the order of the served document. */
export const roleTable = [
  {
    name: 'roles/viewer',
    on: 'project',
    enables: 'Machines, Kubernetes, managed databases, serverless, DNS, image registries, document stores and caches.',
  },
  { name: 'roles/monitoring.viewer', on: 'project', enables: 'Metrics and alerting policies.' },
  {
    name: 'roles/logging.viewer',
    on: 'project',
    enables: 'Log entries, without those of the Data Access logs.',
  },
  { name: 'roles/cloudasset.viewer', on: 'project', enables: 'The inventory of everything that exists.' },
  { name: 'roles/recommender.viewer', on: 'project', enables: 'Recommendations.' },
  { name: 'roles/securitycenter.findingsViewer', on: 'project', enables: 'Findings of the security scanners.' },
  { name: 'roles/iam.securityReviewer', on: 'project', enables: 'Who may do what.' },
  {
    name: 'roles/billing.viewer',
    on: 'billing account',
    enables: 'Billing accounts. On a project it has no effect.',
  },
  {
    name: 'roles/bigquery.dataViewer',
    on: 'project',
    enables: 'Reading the table of GCP_BILLING_EXPORT_TABLE; granting it on that dataset alone is enough.',
  },
  { name: 'roles/bigquery.jobUser', on: 'project', enables: 'Running the query of the billing export.' },
] as const satisfies readonly RoleRow[];

export type RoleName = (typeof roleTable)[number]['name'];
