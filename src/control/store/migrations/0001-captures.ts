/** Requests for captures, what each Profiler did with them, bundles and what comparisons made of them. */
export const captures = (bytes: 'bytea' | 'blob'): string => `
create table profiler_changes (
  id text primary key,
  organization_id text not null references organizations (id),
  enabled integer not null,
  changed_by_id text not null,
  changed_by text not null,
  changed_at bigint not null
);

create table capture_requests (
  id text primary key,
  organization_id text not null references organizations (id),
  workload text not null,
  version text not null,
  image text,
  env text not null,
  kind text not null,
  duration_sec integer not null,
  warmup_sec integer not null,
  requested_by_type text not null,
  requested_by text not null,
  requested_by_id text,
  requested_at bigint not null,
  status text not null,
  running_since bigint,
  phase text,
  reason_code text,
  reason_text text,
  finished_at bigint,
  recorded integer not null
);
create index capture_requests_by_time on capture_requests (organization_id, requested_at);
create index capture_requests_by_workload on capture_requests (organization_id, workload, env, requested_at);
-- Requests that are the same are one while it is queued: two at once cannot both be inserted.
create unique index capture_requests_in_flight on capture_requests
  (organization_id, workload, version, env, kind, duration_sec, warmup_sec, (coalesce(image, '')))
  where status = 'queued';

create table capture_instances (
  request_id text not null references capture_requests (id),
  instance text not null,
  namespace text,
  taken_at bigint not null,
  outcome text,
  reason_code text,
  reason_text text,
  probes text,
  collector text,
  bundle_id text,
  finished_at bigint,
  constraint capture_instances_key primary key (request_id, instance)
);
create index capture_instances_bundle on capture_instances (bundle_id);

create table capture_offers (
  request_id text not null references capture_requests (id) on delete cascade,
  instance text not null,
  epoch bigint not null,
  state text not null,
  reason_code text,
  reason_text text,
  updated_at bigint not null,
  constraint capture_offers_key primary key (request_id, instance)
);

-- Sizes are computed by the store, so that no writer can forget them.
create table bundles (
  organization_id text not null references organizations (id),
  id text not null,
  bytes ${bytes} not null,
  stored_at bigint not null,
  size bigint generated always as (length(bytes)) stored,
  constraint bundles_key primary key (organization_id, id)
);
create index bundles_size on bundles (organization_id, stored_at, size);

-- The store removes this and what follows with its bundle, also for a version that does not know it.
create table capture_vectors (
  organization_id text not null,
  bundle_id text not null,
  format integer not null,
  bytes ${bytes} not null,
  size bigint generated always as (length(bytes)) stored,
  constraint capture_vectors_key primary key (organization_id, bundle_id),
  constraint capture_vectors_bundle
    foreign key (organization_id, bundle_id) references bundles (organization_id, id) on delete cascade
);

create table own_counts (
  organization_id text not null,
  bundle_id text not null,
  judgement integer not null,
  captures text not null,
  counts text not null,
  constraint own_counts_key primary key (organization_id, bundle_id),
  constraint own_counts_bundle
    foreign key (organization_id, bundle_id) references bundles (organization_id, id) on delete cascade
);

create table removed_captures (
  id text primary key,
  organization_id text not null references organizations (id),
  workload text not null,
  version text not null,
  env text not null,
  status text not null,
  requested_at bigint not null,
  removed_at bigint not null,
  reason text not null check (reason in ('age', 'size')),
  limit_value integer not null
);
create index removed_captures_by_time on removed_captures (organization_id, requested_at);
create index removed_captures_by_workload on removed_captures (organization_id, workload, env, version);

create table markers (
  id text primary key,
  organization_id text not null,
  kind text not null,
  workload text not null,
  env text not null,
  key text not null,
  version text,
  title text,
  url text,
  started_at bigint not null,
  ended_at bigint,
  recorded_at bigint not null,
  token_id text not null,
  token_name text not null
);
create unique index markers_by_key on markers (organization_id, workload, env, kind, key);
create index markers_by_time on markers (organization_id, started_at, id);
create index markers_by_token on markers (token_id, recorded_at);
`;
