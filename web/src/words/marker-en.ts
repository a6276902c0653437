/** The English words for deploys and incidents that pipelines and alerting report. */
export const enMarkers = {
  markers: {
    none: 'None were reported. A pipeline or an alert reports them with an incident token.',
    more: 'Earlier ones are listed by GET /api/markers.',
    kinds: { deploy: 'deploy', incident: 'incident' },
    /** Behind the name of CPU figures that are not by unit of work. */
    noWork: '(not every capture counted units of work)',
    open: 'open',
    until: 'until',
    by: (token: string) => `reported by the token “${token}”`,
    /** Before an address from outside, which is shown and not linked. */
    address: (host: string) => `Address at ${host}:`,
    during: 'An incident was open during this capture',
    duringText: 'What was measured may show the incident and not the version. It changes no verdict.',
    compared: 'An incident was open during a capture of this comparison',
    further: (count: number) => `At least ${count} that began earlier were open too.`,
    comparedIn: (before: number, from: string, after: number, to: string) =>
      `captures of ${from}: ${before}, of ${to}: ${after}`,
  },
  incidentTokens: {
    title: 'Incident tokens',
    text: 'They record deploys and incidents on the timeline of a workload, and read nothing. A pipeline or an alert sends them to /api/markers.',
    create: 'Create an incident token',
    nameHint: 'The pipeline or alert that will use it',
    kind: 'incident token',
    limited: 'Limited to',
    unlimited: 'not limited',
    workloads: 'Workloads',
    environments: 'Environments',
    listHint: 'Separated by commas; empty for all',
  },
};
