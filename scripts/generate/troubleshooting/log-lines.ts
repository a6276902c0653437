/**
 * What each warning and error of a log means, by its exact words. Every sentence that the source logs has an entry
 * here, and every entry is logged somewhere: `log-lines.test.ts` fails otherwise.
 */
import { isNode, nodesOf, sourcesIn, type SourceNode, wordsOf } from '../scan-source.ts';

export interface LogLine {
  readonly meaning: string;
  /** Who acts and how. */
  readonly action: string;
}

const none = 'Nobody: it is tried again.';
const report = 'The developers of Farol: report the line with its cause.';
const ofDisk = 'The operator of the machine makes room on the identity volume, or makes it writable.';

export const agentLines: Readonly<Record<string, LogLine>> = {
  'the audit log cannot be written; the request is refused': {
    meaning: 'Without a record no operation runs.',
    action: ofDisk,
  },
  'the audit record could not be written; the answer is withheld': {
    meaning: 'The operation ran, and its answer was not sent, because it has no record.',
    action: ofDisk,
  },
  'an operation failed because of a bug': { meaning: 'The caller received the fault `bug`.', action: report },
  'the health report was not accepted': { meaning: 'The Fleet page shows an older report.', action: none },
  'the health-check process failed': { meaning: 'The process that runs the checks ended by itself.', action: report },
  'a check failed because of a bug': { meaning: 'The check has no result of its system.', action: report },
  'the health-check process left checks without a result': {
    meaning: 'The process was killed, could not be started or took too long; the line says which.',
    action: 'The operator of the Agent raises the memory or process limit of the container.',
  },
  'old files of the audit log cannot be removed; the operator must check the file that the error names': {
    meaning: 'Records continue; the disk may fill.',
    action: 'The operator of the Agent checks the file that the line names.',
  },
  'the outcome of a write could not be recorded; after a restart it is unknown': {
    meaning: 'The write was answered. After a restart a repeated request gets `outcome_unknown`.',
    action: ofDisk,
  },
  'the agent failed': {
    meaning: 'The Agent ends with code 1 or 3; `cause` says why.',
    action: 'The operator of the Agent does what `remedy` in the line says.',
  },
  'a command was refused': {
    meaning: 'A command was unsigned, forged, repeated, expired, for another instance, malformed or one too many.',
    action:
      'The operator of the control plane, if the code is `expired` often (a clock) or `bad_signature` (another control plane answers).',
  },
  'the refusal could not be recorded': { meaning: 'A refused command has no record.', action: ofDisk },
  'a write was sent, but it is unknown whether it was done': {
    meaning: 'Its answer was lost. It is not sent again under this key.',
    action: 'The caller looks in the system whether it was done.',
  },
  'the journal of writes cannot be used; no write is sent': {
    meaning: 'Without the journal a repeated write could be sent twice.',
    action: ofDisk,
  },
  'the secret store is not responding; cached secrets are used': {
    meaning: 'Secrets that were read before stay in use for an hour.',
    action: 'The operator of the secret store restores it.',
  },
};

export const instanceLines: Readonly<Record<string, LogLine>> = {
  'enrolment did not succeed; retrying': {
    meaning: 'The control plane could not be reached, or its answer was lost; `cause` says which.',
    action: 'The operator of the machine does what `remedy` in the line says.',
  },
  'the clock of this machine differs from that of the control plane': {
    meaning: 'By more than five minutes. The tunnel works; signed requests to cloud providers may not.',
    action: 'The operator of the machine does what `remedy` in the line says.',
  },
  'the identity directory could not be written': {
    meaning: 'No session begins, because its number must be on disk first.',
    action: ofDisk,
  },
  'the control plane refused a repeated frame': {
    meaning: 'Something on the way repeated or held back frames.',
    action: 'The operator of the network lets the proxy pass the connection untouched.',
  },
  'a command was not handled': { meaning: 'The command failed inside this instance.', action: report },
  'tunnel stopped': {
    meaning: 'The control plane ended this instance for good; `code` and `remedy` are in the line.',
    action: 'See the codes below.',
  },
  'tunnel is not connected': {
    meaning: 'The session ended or could not begin; `code` and `remedy` are in the line.',
    action: 'See the codes below. It connects again by itself.',
  },
};

export const profilerLines: Readonly<Record<string, LogLine>> = {
  'capture failed': {
    meaning: 'A capture failed or was not taken; `code` and `reason` are in the line.',
    action: 'See the reasons below.',
  },
  'some executables cannot be read; they are matched by their other names only': {
    meaning: 'A listed process whose executable alone has the listed name could be missed.',
    action: 'The operator of the node grants DAC_READ_SEARCH and SYS_PTRACE, or reads the AppArmor log.',
  },
  'the capture runner failed': { meaning: 'The capture ended as failed.', action: report },
  'the outcome could not be written to disk': {
    meaning: 'The outcome is sent from memory; a crash before that loses its bundle.',
    action: ofDisk,
  },
  'the profiler failed': {
    meaning: 'The Profiler ends with code 1 or 3; `cause` says why.',
    action: 'The operator of the node does what `remedy` in the line says.',
  },
  'a bundle was discarded': {
    meaning: 'Too much waited for too long; the outcome says `outcome_dropped`.',
    action: 'The operator of the node restores the connection to the control plane, then captures again.',
  },
  'an outcome was discarded': {
    meaning: 'Even outcomes without bundles were too many.',
    action: 'The operator of the node restores the connection to the control plane.',
  },
  'an outcome was not acknowledged; resending': { meaning: 'Nothing is lost.', action: none },
};

const ofStore = 'The operator of the control plane checks the database.';
const ofProvider =
  'The operator of the control plane compares the FAROL_SSO_ variables with the provider, and reads the cause in the same line.';
const ofReplicas =
  'The operator of the control plane checks the database and the load of this replica if it does not stop.';

export const controlLines: Readonly<Record<string, LogLine>> = {
  'the identity provider does not answer; nobody signs in by it until it does': {
    meaning: 'Its discovery document or an answer of it was not received. It is asked again by itself.',
    action: 'The operator of the control plane checks the network, the certificate and FAROL_SSO_ISSUER.',
  },
  'a sign-in by the identity provider failed': {
    meaning: 'The provider refused the request of the control plane (`said`), or its answer could not be verified.',
    action: ofProvider,
  },
  'the last owner keeps the role that the identity provider took away': {
    meaning: 'The claim of the last owner gives a lower role or another one, which was not applied.',
    action: 'An administrator of the provider gives somebody the role of owner, or gives it back.',
  },
  'an owner signed in by an emergency link beside forced single sign-on': {
    meaning: 'A link of `farol control owner-link` was used, which works although links are refused.',
    action: 'Nobody, if it was expected; otherwise an owner ends the session and reads who has access to the machine.',
  },
  'instance locked: its identity was used by two processes; give each replica its own volume': {
    meaning: 'An identity directory was copied, shared or restored.',
    action: 'An admin allows one re-enrolment on the Fleet page, after each replica has its own volume.',
  },
  'an instance remembers sessions that this store has lost; was the store restored from a backup?': {
    meaning: 'The instance is let in. What was revoked or used after the backup is valid again.',
    action: 'An owner or admin repeats revocations that were made after the backup.',
  },
  'the store failed during a tunnel handshake': { meaning: 'The instance tries again.', action: ofStore },
  'a tool of MCP failed': { meaning: 'The assistant received `internal` with the request id.', action: report },
  'a message of MCP failed': { meaning: 'The assistant received an error of the server.', action: report },
  'a passkey was refused because its counter did not go up: it has a copy': {
    meaning: 'Somebody signs in with a copy of the passkey, or an earlier answer was sent again.',
    action: 'Its person removes the passkey under Settings, Ways to sign in, and adds another one.',
  },
  'a report was not handled': { meaning: 'The instance sends it again if it must not be lost.', action: report },
  'the mark of the clock could not be written; retrying': {
    meaning: 'After a crash the time of the store could be older by a few seconds.',
    action: ofStore,
  },
  'the clock of this machine jumped ahead, and sessions, links and tokens expired by it. If it is wrong, set it and restart within … minutes, or later stop every control plane and run …':
    {
      meaning: 'Everything that expires was judged by the new time.',
      action: 'The operator of the control plane sets the clock, if it is wrong, as the line says.',
    },
  'the clock of this machine is behind the time of this control plane, which continues with its own time, so that nothing expired becomes valid again. If the machine is wrong, set its clock. If it is right, stop every control plane of this store and run …':
    {
      meaning: 'The clock was set back, or was wrongly ahead before.',
      action: 'The operator of the control plane does what the line says.',
    },
  'request failed': {
    meaning: 'A request was answered with a status of 500 or more; its id is in the answer.',
    action: 'The operator of the control plane reads the cause in the same line.',
  },
  'store is not responding': { meaning: '/readyz answers 503.', action: ofStore },
  'revoked instances could not be read from the store; retrying': {
    meaning: 'A revocation by another replica counts later.',
    action: ofStore,
  },
  'a change of the authority could not be applied; the certificate stays as it was': {
    meaning: 'This replica serves the previous certificate.',
    action: 'The operator of the control plane reads the cause in the same line.',
  },
  'the command keys of the store could not be read': {
    meaning: 'This replica signs with the keys that it had.',
    action: ofStore,
  },
  'an instance did not accept …; …': {
    meaning: 'The instance was asked to confirm a new command key or authority.',
    action: 'Nobody, if the line says `retrying`; otherwise the operator of the machine upgrades that instance.',
  },
  'not settings of the control plane': {
    meaning: 'A variable that begins with FAROL_ has no effect.',
    action: 'The operator of the control plane corrects its name.',
  },
  'farol control owner-link will need the variables of this start': {
    meaning: 'The settings of this start could not be stored for that command.',
    action: 'The operator of the control plane makes the data directory writable.',
  },
  'the control plane failed': {
    meaning: 'It ends with code 1.',
    action: 'The operator of the control plane reads the cause in the same line.',
  },
  'the end of a tunnel was not stored; its lease will expire': {
    meaning: 'Other replicas see the instance for some seconds longer.',
    action: none,
  },
  'an answer was not returned': {
    meaning: 'A caller at another replica gets `agent_lost` or a timeout.',
    action: ofReplicas,
  },
  'a command of another replica failed here': { meaning: 'The caller there receives the failure.', action: ofReplicas },
  'a command that nobody waits for was not withdrawn': { meaning: 'It ends at its deadline.', action: none },
  'other replicas were not notified of a marker': {
    meaning: 'The marker is recorded. Pages that are open at other replicas show it when they are loaded again.',
    action: ofReplicas,
  },
  'this replica could not acquire its lease; retrying': {
    meaning: 'The replica accepts no tunnel yet.',
    action: ofReplicas,
  },
  'the lease of this replica was not renewed; retrying': {
    meaning: 'If it lasts for seconds, the replica gives its tunnels up.',
    action: ofReplicas,
  },
  'the lease of this replica expired before the store renewed it; its tunnels are closed and reconnect': {
    meaning: 'The replica or the database was stopped or overloaded for seconds.',
    action: ofReplicas,
  },
  'nothing is removed by age: the clock of this machine jumped ahead less than a day ago': {
    meaning: 'A wrong clock must not remove data.',
    action: 'The operator of the control plane sets the clock if it is wrong.',
  },
  'the captures used as a baseline exceed FAROL_RETENTION_GB (…) and are not removed; raise it': {
    meaning: 'The store is larger than the limit.',
    action: 'The operator of the control plane raises FAROL_RETENTION_GB or the size of the volume.',
  },
  'retention could not finish its run; retrying in an hour': {
    meaning: 'Some expired rows stay until then.',
    action: ofStore,
  },
  'the audit log of an Agent does not continue from its last anchor: run farol audit verify --anchor there': {
    meaning: 'Records of that Agent were removed or rewritten, or its volume was restored.',
    action: 'The security team verifies the log with the anchor that the Fleet page shows.',
  },
  'the latest versions could not be compared': {
    meaning: 'The Profiling page shows no verdict for the process.',
    action: report,
  },
  'the end of a question was not recorded': {
    meaning:
      'The caller got their answer or refusal. The list of questions shows the question as `unknown`, or not at all.',
    action: 'The operator of the store makes it available; the cause is in the line.',
  },
  'a capture could not be advanced to its next state': {
    meaning: 'It is tried again at the next change.',
    action: ofStore,
  },
  'not everything was closed': { meaning: 'The process ends anyway.', action: report },
  'a connection to the store was lost; another is opened': { meaning: 'Requests in flight got 503.', action: none },
  'a newer version has migrated this store; this one works with it until it is replaced': {
    meaning: 'An upgrade is in progress, or this program is older than the store.',
    action: 'The operator of the control plane finishes the upgrade.',
  },
  'a key is in the store now; remove its file once you have a backup': {
    meaning: 'FAROL_STORE_KEY was set; the file was set aside.',
    action: 'The operator of the control plane takes a backup and removes the file.',
  },
  'the certificate was not renewed': {
    meaning: 'The present certificate is served until its end.',
    action: 'The operator of the control plane reads the cause in the same line.',
  },
  'the web app is not built; only the API is served': {
    meaning: 'There are no pages.',
    action: 'The operator of the control plane uses an unchanged image, or runs `npm run build web`.',
  },
  'a scrape failed': {
    meaning: 'One reading of the metrics is missing.',
    action: 'The operator of the control plane checks the data directory, which the error names.',
  },
  'the metrics of the store could not be read': {
    meaning: 'A scrape has `farol_store_up` 0, and neither captures nor enrolled instances.',
    action: ofStore,
  },
  'the expired owner link was not removed': {
    meaning: 'The link does not work any more.',
    action: 'The operator of the control plane removes the file `owner-link`.',
  },
};

/** Where the sentences of each list are logged. */
export const logFolders = {
  agent: { lines: agentLines, folders: ['src/agent', 'src/secrets', 'src/core', 'src/connector'] },
  instance: { lines: instanceLines, folders: ['src/tunnel/instance'] },
  profiler: { lines: profilerLines, folders: ['profiler/host'] },
  control: { lines: controlLines, folders: ['src/control', 'src/tunnel/session'] },
} as const;

/** Sentences of warnings and errors that the files of a folder log. */
export function loggedIn(folder: string): string[] {
  return sourcesIn(folder).flatMap((file) => {
    const named = new Map(
      nodesOf(file, 'VariableDeclarator').map(({ id, init }) => [isNode(id) ? id['name'] : undefined, init]),
    );
    return nodesOf(file, 'CallExpression').flatMap(({ callee, arguments: given }) => {
      const level = isNode(callee) && callee.type === 'MemberExpression' ? callee['property'] : undefined;
      const isShown = isNode(level) && ['warn', 'error', 'fatal'].includes(String(level['name']));
      if (!isShown) return [];
      return (given as readonly SourceNode[]).flatMap((one) =>
        wordsOf(one.type === 'Identifier' ? named.get(one['name']) : one),
      );
    });
  });
}
