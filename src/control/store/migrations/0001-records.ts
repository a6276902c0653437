/** Who did and asked what, the answers that idempotency keys were given, and facts of the store itself. */
export const records = `
create table acts (
  id text primary key,
  organization_id text not null,
  at bigint not null,
  kind text not null,
  by_type text,
  by_id text,
  by_name text not null,
  subject_id text not null,
  subject text not null,
  detail text not null,
  way text,
  address text
);
create index acts_by_time on acts (organization_id, at, id);

create table questions (
  id text primary key,
  organization_id text not null,
  asked_at bigint not null,
  by_type text not null,
  by_id text not null,
  by_name text not null,
  via text not null,
  operation text not null,
  access text,
  arguments_digest text,
  source text,
  instance text,
  outcome text not null,
  duration_ms bigint,
  upstream_calls bigint,
  row_count bigint,
  address text
);
create index questions_by_time on questions (organization_id, asked_at, id);

create table removed_records (
  organization_id text not null,
  record text not null,
  count bigint not null,
  before bigint not null,
  removed_at bigint not null,
  constraint removed_records_key primary key (organization_id, record)
);

create table asked_operations (
  organization_id text not null references organizations (id),
  person_id text not null,
  key text not null,
  digest text not null,
  replica_id text not null,
  asked_at bigint not null,
  status integer,
  body text,
  body_bytes integer not null default 0,
  constraint asked_operations_key primary key (organization_id, person_id, key)
);
create index asked_operations_age on asked_operations (asked_at);

create table write_agents (
  organization_id text not null references organizations (id),
  write text not null,
  instance text not null,
  asked_at bigint not null,
  constraint write_agents_key primary key (organization_id, write)
);
create index write_agents_age on write_agents (asked_at);

create table control_keys (
  purpose text not null check (purpose in ('authority', 'command')),
  fingerprint text not null,
  public_part text not null,
  sealed text,
  state text not null check (state in ('current', 'retiring', 'retired')),
  created_at bigint not null,
  retires_at bigint,
  constraint control_keys_key primary key (purpose, fingerprint)
);
create unique index control_keys_current on control_keys (purpose)
  where state = 'current';

create table store_facts (
  name text primary key,
  value text not null
);

create table clock_mark (
  id integer primary key check (id = 1),
  at bigint not null,
  jumped_at bigint
);
`;
