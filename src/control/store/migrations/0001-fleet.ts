/** Enrolled instances, how they enrol, and which control plane on this store holds which tunnel. */
export const fleet = `
create table instances (
  organization_id text not null references organizations (id),
  instance text not null,
  class text not null check (class in ('agent', 'profiler')),
  public_key text not null,
  enrolled_at bigint not null,
  token_id text not null,
  revoked_at bigint,
  locked_at bigint,
  reenrolment_allowed integer not null default 0,
  generation bigint not null default 0,
  uncommitted_lineage text,
  claimed_at bigint,
  versions text not null default '{}',
  catalog_digest text,
  targets integer,
  last_seen_at bigint,
  command_key text,
  authority text,
  constraint instances_key primary key (organization_id, instance)
);
-- Both are read twice a second by every replica. The first holds only the few rows that are not in use.
create index instances_denied on instances (organization_id, instance)
  where revoked_at is not null or locked_at is not null;
create index instances_enrolled on instances (enrolled_at);

create table bootstrap_tokens (
  id text primary key,
  organization_id text not null references organizations (id),
  class text not null check (class in ('agent', 'profiler')),
  name text not null,
  hash text not null,
  uses_left integer not null check (uses_left >= 0),
  created_by text not null,
  created_by_id text,
  created_at bigint not null,
  expires_at bigint not null,
  expired_at bigint,
  last_used_at bigint,
  revoked_at bigint
);

create table bootstrap_token_uses (
  token_id text not null references bootstrap_tokens (id),
  public_key text not null,
  used_at bigint not null,
  constraint bootstrap_token_uses_key primary key (token_id, public_key)
);

create table enrolment_challenges (
  hash text primary key,
  token_id text not null references bootstrap_tokens (id),
  organization_id text not null,
  class text not null,
  instance text not null,
  public_key text not null,
  expires_at bigint not null,
  used_at bigint
);
create index enrolment_challenges_expiry on enrolment_challenges (expires_at);

create table health_reports (
  organization_id text not null references organizations (id),
  instance text not null,
  received_at bigint not null,
  report text not null,
  summary text,
  constraint health_reports_key primary key (organization_id, instance)
);

create table replicas (
  id text primary key,
  started_at bigint not null,
  lease_until bigint not null
);

create table tunnel_owners (
  organization_id text not null references organizations (id),
  instance text not null,
  replica_id text not null,
  epoch bigint not null,
  class text not null,
  enrolled_at bigint not null,
  generation bigint not null,
  versions text not null,
  catalog_digest text,
  targets integer,
  since bigint not null,
  released_at bigint,
  is_moving integer not null default 0,
  constraint tunnel_owners_key primary key (organization_id, instance)
);

create table relayed_commands (
  id text primary key,
  from_replica text not null,
  to_replica text not null,
  organization_id text not null,
  instance text not null,
  epoch bigint not null,
  name text not null,
  request text not null,
  deadline bigint not null,
  state text not null,
  answer text,
  error_code text,
  error_message text
);
create index relayed_commands_to on relayed_commands (to_replica, state);
`;
