/** Deploys and incidents of workloads. */
export interface MarkerTables {
  markers: {
    id: string;
    organization_id: string;
    kind: 'deploy' | 'incident';
    workload: string;
    /** Empty without one. */
    env: string;
    /** The caller's; one marker for each kind, workload, env and key. */
    key: string;
    /** Of a deploy. */
    version: string | null;
    title: string | null;
    /** https; never fetched. */
    url: string | null;
    started_at: number;
    /** Null of an incident: it is open. */
    ended_at: number | null;
    recorded_at: number;
    token_id: string;
    /** At that time. */
    token_name: string;
  };
}
