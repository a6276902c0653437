/** Organizations, people and the ways in which they and their tokens get in. */
export const people = `
create table organizations (
  id text primary key,
  name text not null unique,
  created_at bigint not null
);

create table people (
  id text primary key,
  organization_id text not null references organizations (id),
  name text not null,
  role text not null check (role in ('owner', 'admin', 'member')),
  invited_by_id text,
  created_at bigint not null,
  removed_at bigint,
  last_seen_at bigint
);

create table sessions (
  hash text primary key,
  person_id text not null references people (id),
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null,
  way text,
  device text,
  passkey_id text
);
create index sessions_by_person on sessions (person_id);

create table one_time_links (
  id text primary key,
  hash text not null,
  organization_id text not null references organizations (id),
  person_id text references people (id),
  name text not null,
  role text not null,
  created_by text not null,
  created_by_id text,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  withdrawn_at bigint
);

create table access_tokens (
  id text primary key,
  organization_id text not null references organizations (id),
  kind text not null,
  name text not null,
  hash text not null,
  created_by text not null,
  created_by_id text,
  created_at bigint not null,
  expires_at bigint,
  last_used_at bigint,
  revoked_at bigint,
  scopes text,
  replaced_by text
);

create table passkeys (
  id text primary key,
  person_id text not null,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  rp_id text not null,
  user_handle text,
  name text not null,
  created_at bigint not null,
  last_used_at bigint
);
create unique index passkeys_by_credential on passkeys (credential_id, rp_id);
create index passkeys_by_person on passkeys (person_id);

create table passkey_people (
  passkey_id text not null,
  person_id text not null,
  joined_at bigint not null,
  constraint passkey_people_key primary key (passkey_id, person_id)
);
create index passkey_people_by_person on passkey_people (person_id);

create table used_tickets (
  id text primary key,
  expires_at bigint not null
);
create index used_tickets_by_expiry on used_tickets (expires_at);

create table sso_identities (
  organization_id text not null,
  issuer text not null,
  subject text not null,
  person_id text not null,
  created_at bigint not null,
  suspended_at bigint,
  constraint sso_identities_key primary key (organization_id, issuer, subject)
);
create index sso_identities_by_person on sso_identities (person_id);
`;
