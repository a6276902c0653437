/** Commit points that no process dies at in the tests, each with the reason. A reason for one that is died at fails. */

const expected = 'promises nothing: the peer asks again, or runs into a limit of its own';
const part = 'one part of a payload, which counts when it is whole';

const bySso =
  'in one transaction under the lock of people, with the records and the new person that links.ts is died at; the next sign-in by the provider does it again';

/** On neither store, or in no instance. */
export const exempt: Readonly<Record<string, string>> = {
  'src/cli/commands/catalog.ts rename #1': 'a file that the operator asked for and can ask for again',
  'src/cli/commands/stored-login.ts rename #1': 'a file that a person asked for and can ask for again',
  'src/control/captures/offer-store.ts deleteFrom capture_offers #1':
    'removes offers of requests that ended an hour ago, ten minutes after the start; the next round does it again',
  'src/control/captures/stored-counts.ts insertInto own_counts #1':
    'remembers what was counted of stored captures; without it the next comparison counts again',
  'src/control/keys/key-custody.ts updateTable control_keys (updateKey) #1':
    'writes an authority with a later end, years after the first; a start repeats it',
  'src/control/fleet/instance-store.ts updateTable instances (updateInstance) #1':
    'notes which authority an instance has learned; without the note it is announced and answered again',
  'src/control/people/sso/sso-people.ts insertInto sso_identities #1': bySso,
  'src/control/people/sso/sso-people.ts updateTable sso_identities #1': bySso,
  'src/control/people/sso/sso-people.ts updateTable sso_identities #2': bySso,
  'src/control/people/sso/readmissions.ts deleteFrom sso_identities #1':
    'in one transaction with its record; a readmission that was not answered is asked for again',
  'src/control/people/sso/sso-people.ts updateTable people #1': bySso,
  'src/control/people/sso/sso-people.ts deleteFrom sessions #1': bySso,
  'src/control/people/links.ts updateTable one_time_links #4': bySso,
  'src/control/people/passkey-people.ts insertInto passkey_people #1':
    'in the transaction that uses the link, which links.ts is died at; the link is not used when it does not end',
  'src/tunnel/session/inbound-payloads.ts sends credit #1': part,
  'src/tunnel/session/inbound-payloads.ts sends credit #2': part,
  'src/tunnel/session/outbound-payloads.ts sends chunk #1': part,
  'src/tunnel/session/inbound-payloads.ts sends drop #1': expected,
  'src/tunnel/session/inbound-payloads.ts sends drop #2': expected,
  'src/tunnel/session/outbound-payloads.ts sends drop #1': expected,
  'src/tunnel/session/link.ts sends ping #1': expected,
  'src/tunnel/session/link.ts sends cancel #1': expected,
  'src/tunnel/session/link.ts sends notice #1': expected,
  'src/tunnel/session/link.ts sends failure #1': expected,
  'src/tunnel/session/link.ts sends failure #2': expected,
};

/** On one of the stores only. */
export const exemptOn: Readonly<Record<'sqlite' | 'postgres', Readonly<Record<string, string>>>> = {
  sqlite: {
    'src/control/replicas/owner-table.ts update tunnel_owners #1': 'the one process of the embedded store ends nobody',
    'src/control/replicas/owner-table.ts deleteFrom replicas #1': 'the one process of the embedded store ends nobody',
    'src/control/replicas/lease-table.ts updateTable replicas #1': 'the embedded store has no lease to renew',
    'src/control/questions/question-log.ts insert into questions (insertIntoPostgres) #1':
      'the statement of PostgreSQL',
  },
  postgres: {
    'src/control/replicas/lease-table.ts updateTable tunnel_owners #1':
      'only after a lease was lost: replica-failure.test.ts stops a replica for longer than its lease',
    'src/control/replicas/lease-table.ts deleteFrom replicas #1': 'only the embedded store has one process at a time',
    'src/control/questions/question-log.ts insert into questions (insertIntoSqlite) #1':
      'the statement of the embedded store',
  },
};

const relayed = 'replica-failure.test.ts kills a replica while a command is on its way, before it ran and after';

const again = 'ends what a dead replica left, in one transaction every five seconds; the next round does it again';

/** Died at only when an instance is slower to come back than somebody asks for it, when two meet, or in a long run. */
export const timed: Readonly<Record<string, string>> = {
  'src/control/replicas/owner-table.ts update tunnel_owners #1': again,
  'src/control/replicas/owner-table.ts deleteFrom replicas #1': again,
  'src/tunnel/session/link.ts sends pong #1': 'answers a ping, which is sent only when nothing else was for a while',
  'src/control/fleet/instance-store.ts updateTable instances #3':
    'says each minute when instances were last seen; a lost minute is said by the next',
  'src/control/fleet/instance-store.ts updateTable instances (updateInstance) #4':
    'the same change as that of a claim that meets no other, under a lock',
  'src/control/replicas/relay-table.ts insertInto relayed_commands (addCommand) #1': relayed,
  'src/control/replicas/relay-table.ts updateTable relayed_commands (takeCommands) #1': relayed,
  'src/control/replicas/relay-table.ts updateTable relayed_commands (answerCommand) #1': relayed,
  'src/control/replicas/relay-table.ts deleteFrom relayed_commands (removeCommand) #1': relayed,
  'src/control/replicas/relay-table.ts deleteFrom relayed_commands #1': relayed,
};
