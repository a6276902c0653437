/** The English words of the settings pages. */

import type { RecordedAct, SignInWay, TokenKind } from '../../../src/control/api/api.ts';
import { enMarkers } from './capture-en.ts';

const signInWays = {
  link: 'with a link',
  passkey: 'with a passkey',
  sso: 'by single sign-on',
  switch: 'from another organization',
} as const;

/** Of a recorded act, in the words of the page. `isKept`: tokens that a removed person created for programs stayed valid. */
interface ActFacts {
  readonly subject: string;
  readonly role: string;
  readonly token: string;
  readonly isKept: boolean;
  /** How many instances a bootstrap token lets in, where that was recorded. */
  readonly uses: number | undefined;
  /** What a token may do, or is limited to; empty for none. */
  readonly scopes: readonly string[];
  /** Of a rotation: for how long the former value works. */
  readonly overlapHours: number | undefined;
  /** Of a role lowered or withdrawn by the provider: how many tokens of the person ended with it. */
  readonly revoked: number;
  /** Of a capture, where it was recorded. */
  readonly version: string;
  /** Of a changed key. */
  readonly key: 'command' | 'authority' | undefined;
  /** Of signing in. */
  readonly way: SignInWay | undefined;
}

const andTokens = (revoked: number): string => {
  if (revoked === 0) return '';
  return revoked === 1 ? '; 1 token they created was revoked' : `; ${revoked} tokens they created were revoked`;
};

const actKinds: Readonly<Record<RecordedAct['kind'], (facts: ActFacts) => string>> = {
  token_created: ({ token, subject, uses = 1, scopes }) =>
    `created the ${token} “${subject}”${uses === 1 ? '' : ` for ${uses} instances`}${scopes.length === 0 ? '' : ` with the scopes ${scopes.join(', ')}`}`,
  token_revoked: ({ token, subject }) => `revoked the ${token} “${subject}”`,
  token_rotated: ({ token, subject, overlapHours = 0 }) =>
    `rotated the ${token} “${subject}”; the former value ${overlapHours === 0 ? 'ended at once' : `works for ${overlapHours} h`}`,
  person_invited: ({ subject, role }) => `invited ${subject} as ${role}`,
  sign_in_link_created: ({ subject }) => `created a sign-in link for ${subject}`,
  link_withdrawn: ({ subject }) => `withdrew the link for ${subject}`,
  person_joined: ({ role, way }) =>
    way === 'sso' ? `joined by single sign-on as ${role}` : `accepted an invitation as ${role}`,
  person_removed: ({ subject, role, isKept }) =>
    `removed ${subject} (${role}); the tokens they created for programs ${isKept ? 'stayed valid' : 'were revoked'}`,
  person_readmitted: ({ subject, role }) =>
    `readmitted ${subject}, who was removed as ${role}: single sign-on lets them in again`,
  person_renamed: ({ subject }) => `changed their name to ${subject}`,
  instance_revoked: ({ subject }) => `revoked the instance ${subject}`,
  reenrolment_allowed: ({ subject }) => `allowed the instance ${subject} to enrol again`,
  profiler_enabled: () => 'enabled the Profiler',
  profiler_disabled: () => 'disabled the Profiler',
  signed_in: ({ way }) => `signed in ${signInWays[way ?? 'link']}`,
  session_ended: ({ subject }) => `ended a session of ${subject}`,
  passkey_added: ({ subject }) => `added the passkey “${subject}”`,
  passkey_removed: ({ subject }) => `removed the passkey “${subject}”`,
  signed_out: () => 'signed out',
  instance_enrolled: ({ subject }) => `enrolled the instance ${subject}`,
  capture_requested: ({ subject, version }) => `requested a capture of ${subject} ${version}`,
  capture_cancelled: ({ subject, version }) => `cancelled the capture of ${subject} ${version}`,
  audit_exported: ({ subject }) => `exported the audit list as ${subject}`,
  key_changed: ({ key }) => (key === 'authority' ? 'began to change the authority' : 'began to change the command key'),
  key_change_finished: ({ key }) =>
    key === 'authority' ? 'ended the change of the authority' : 'ended the change of the command key',
  key_given_up: ({ key }) => (key === 'authority' ? 'gave up the lost authority' : 'gave up the lost command key'),
  store_key_changed: () => 'encrypted the keys with another store key',
  clock_reset: () => 'set the time of the store back to the clock of the machine',
  backup_restored: () => 'restored the store from a backup',
  store_migrated: () => 'copied the store to PostgreSQL',
  role_changed: ({ subject, role, revoked }) => `made ${subject} ${role} (single sign-on)${andTokens(revoked)}`,
  role_withdrawn: ({ subject, revoked }) => `withdrew every role of ${subject} (single sign-on)${andTokens(revoked)}`,
  emergency_link_used: () => 'used an emergency link beside forced single sign-on',
  organization_created: ({ subject }) => `created the organization ${subject}`,
  question_saved: ({ subject }) => `saved the question ${subject}`,
  question_shared: ({ subject }) => `shared the saved question ${subject}`,
  question_unshared: ({ subject }) => `stopped sharing the saved question ${subject}`,
  question_removed: ({ subject }) => `removed the saved question ${subject}`,
  organization_renamed: ({ subject }) => `renamed the organization to ${subject}`,
};

export const enSettings = {
  settings: {
    title: 'Settings',
    sections: 'Settings',
    profiler: 'Profiler',
    tokens: 'Tokens',
    enrolment: 'Enrolment',
    people: 'People',
    acts: 'Audit',
    waysIn: 'Ways to sign in',
    documents: 'Documents',
    adminOnly: 'Only an owner or admin can change this.',
    adminOnlyView: 'Only an owner or admin can see this.',
  },

  profilerSetting: {
    title: 'Profiler',
    enabled: 'Enabled',
    disabled: 'Not enabled',
    changed: (who: string) => `by ${who},`,
    neverChanged: 'It has never been enabled.',
    offTitle: (organization: string) => `The Profiler is not enabled for ${organization}`,
    offText:
      'A capture measures one process of yours for a minute, when asked, and Farol says what changed since the version before. The Profiler runs with kernel privileges on your nodes, so an owner or admin enables it first.',
    whoCan: (names: readonly string[]) => `It can be enabled by: ${names.join(', ')}.`,
    grantsTitle: 'What enabling grants',
    grants: [
      'Profilers may enrol; until then they are refused with 403.',
      'Members, and pipelines with a capture token, may request captures of processes in the target list, a file on the node that nothing here reads or extends.',
      'The collector has five kernel capabilities on each node: BPF, PERFMON, SYS_PTRACE, DAC_READ_SEARCH, SYS_ADMIN. The process that connects here has none.',
      'The node sends symbol names, path templates, peers, counts, timings and build identity. Arguments are hashed, the environment is not read, memory contents stay in the collector.',
    ],
    history: 'Recorded decisions',
    when: 'When',
    who: 'Who',
    decision: 'Decision',
    recorded: 'The decision is recorded with your name and the time.',
    enable: 'Enable the Profiler…',
    enableTitle: 'Enable the Profiler?',
    enableText: (organization: string) =>
      `You grant the Profilers of ${organization} kernel privileges, recorded with your name:`,
    enableDo: 'Enable',
    disable: 'Disable the Profiler…',
    disableTitle: 'Disable the Profiler?',
    disableText:
      'The connections of all Profilers close, queued requests fail with profiler_disabled and running captures are aborted. Finished captures stay.',
    disableDo: 'Disable',
  },

  tokens: {
    title: 'Tokens',
    lede: 'For pipelines, scripts and assistants. A token is shown once, when it is created; only its hash is stored.',
    captureTitle: 'Profiler capture tokens',
    captureText:
      'They can queue captures and read nothing. Create one per pipeline: the log shows its name as the requester.',
    readTitle: 'Read tokens',
    readText:
      'They can read captures, differences, the fleet and the catalog, and queue nothing. A pipeline uses one to wait for an outcome. A script asks operations with one that may.',
    mcpTitle: 'MCP tokens',
    mcpText:
      'An assistant connects with one at /mcp. It asks reads and never a write, and its questions are listed under its name.',
    bootstrapTitle: 'Bootstrap tokens',
    bootstrapText:
      'Each enrols as many Agents or Profilers as you allow, until it expires. Machines that are added later enrol with what is left of it; enrolled instances do not need it again.',
    create: {
      capture: 'Create a capture token',
      read: 'Create a read token',
      mcp: 'Create an MCP token',
      incident: enMarkers.incidentTokens.create,
      bootstrap: 'Create a bootstrap token',
    },
    name: 'Name',
    nameHint: {
      capture: 'The pipeline that will use it',
      read: 'The script that will use it',
      mcp: 'The assistant that will use it, and whose it is',
      incident: enMarkers.incidentTokens.nameHint,
      bootstrap: 'The machine or cluster that will use it',
    },
    nameRequired: 'Enter a name.',
    class: 'For',
    uses: 'Instances',
    usesHint: 'How many it may enrol',
    usesWrong: (max: number) => `Enter a whole number from 1 to ${max}.`,
    usesLeft: 'Uses left',
    asks: 'May ask',
    asksNothing: 'nothing',
    asksReads: 'Every read (operations)',
    mcpReads: 'every read',
    mcpCaptures: 'Captures and comparisons too (captures)',
    asksWrites: 'Writes, one by one',
    asksWritesText: 'A write stays off until the operator of an Agent enables it there.',
    expires: 'Expires',
    expiry: {
      day: 'in 24 hours',
      week: 'in 7 days',
      month: 'in 30 days',
      quarter: 'in 90 days',
      year: 'in 365 days',
      never: 'never',
    },
    neverWarning: 'If it leaks, it works until somebody revokes it.',
    soon: (kind: string, name: string, at: string) => `The ${kind} “${name}” expires on ${at}.`,
    soonUnused: 'It was never used.',
    soonRemedy: 'Rotate it before then, and give the new value to what uses it: afterwards it is refused.',
    soonLink: 'Open Tokens',
    endsSoon: 'expires soon',
    createdTitle: (name: string) => `Token “${name}”`,
    once: 'Copy it now. It is not shown again.',
    value: 'Token',
    command: 'Command to run',
    copyCommand: 'Copy command',
    useWith: 'Use it with',
    useOf: {
      curl: 'curl',
      farol: 'farol command',
      operation: 'Ask an operation',
      claude: 'Claude Code',
      codex: 'Codex',
      deploy: 'Deploy',
      incident: 'Incident',
    },
    useReplace: 'Replace the words in capital letters by your own.',
    way: 'Install with',
    ways: { docker: 'Docker', kubernetes: 'Kubernetes', host: 'systemd or host', hand: 'By hand' },
    caTitle: 'Certificate authority of this control plane',
    caText:
      'Browsers, pipelines and instances must trust it. Commands of bootstrap tokens contain it. Give the file to curl (--cacert), to the command line (FAROL_CA_FILE) and to browsers.',
    caInCommand: 'The command contains the certificate authority.',
    wayTexts: {
      docker:
        'Run it as root on the machine, in a folder that you keep. Load the image there first if its name begins with localhost/.',
      kubernetes:
        'Run it where kubectl and helm reach the cluster, in the folder of the chart. The token needs a use for each pod; one of a DaemonSet, for each node.',
      host: 'Run it as root, in the folder that holds the archive of the release. It checks everything, installs a unit of systemd and waits until it works.',
      hand: 'Run it in the unpacked archive, as the user that is to run the program. It shows every file and variable that the program reads; put them into your own supervisor.',
    },
    profilerTexts: {
      docker:
        'The target list /etc/farol/targets.json must be on the machine and, with AppArmor, the profile farol-profiler. If farol-profiler.seccomp.json of the archive farol-compose is in the folder, it replaces the default seccomp profile.',
      kubernetes:
        'Replace PROCESS by the name of the process. Where nodes have AppArmor, its profile farol-profiler must be loaded on each.',
      host: 'On a terminal it asks which running processes may be measured. Elsewhere add --target with each name.',
      hand: 'The target list /etc/farol/targets.json must be on the machine, and root gives the file ptop its capabilities first.',
    },
    done: 'I have copied it',
    createdBy: 'Created',
    lastUsed: 'Last used',
    expiresAt: 'Expires',
    state: 'State',
    states: {
      valid: 'valid',
      revoked: 'revoked',
      expired: 'expired',
      used: 'used up',
      overlap: 'replaced, still works',
      replaced: 'replaced',
    },
    revoke: 'Revoke',
    revokeOf: (name: string) => `Revoke ${name}`,
    revokeTitle: (name: string) => `Revoke “${name}”?`,
    revokeText: 'Requests with this token are refused from now on. This cannot be undone.',
    revokeFormer: 'The token that it replaced still works: revoke that one too, or it works until its end.',
    revokeBootstrapText: 'It can no longer enrol an instance. Instances already enrolled are not affected.',
    rotate: 'Rotate',
    rotateOf: (name: string) => `Rotate ${name}`,
    rotateTitle: (name: string) => `Rotate “${name}”?`,
    rotateText:
      'A new token with the same scopes replaces this one and is shown once. Until the chosen time both work, so that you can replace it where it is used.',
    overlap: 'The former token works',
    overlaps: {
      none: 'no longer: it ends at once',
      hour: 'for 1 hour',
      day: 'for 24 hours',
      week: 'for 7 days',
      month: 'for 30 days',
    },
    empty: 'None yet.',
    actions: 'Actions',
  },

  people: {
    title: 'People',
    lede: 'Members can request captures, ask reads and read everything. Admins can also ask writes and manage tokens, instances, people and the Profiler. Owners can also invite owners.',
    name: 'Name',
    role: 'Role',
    joined: 'Joined',
    lastSeen: 'Last seen',
    you: 'you',
    invitedBy: 'Invited by',
    openLinks: 'Open invitations and sign-in links',
    openLinksText: 'A link stops working when it is used, is withdrawn or expires, or when its creator is removed.',
    noOpenLinks: 'There are no open invitations or sign-in links.',
    linkKind: 'Kind',
    linkKinds: { invitation: 'invitation', signIn: 'sign-in link' },
    madeBy: 'Created by',
    expires: 'Expires',
    withdraw: 'Withdraw…',
    withdrawOf: (kind: string, name: string) => `Withdraw ${kind} for ${name}`,
    withdrawTitle: (kind: string, name: string) => `Withdraw the ${kind} for ${name}?`,
    withdrawText: 'The link stops working. This cannot be undone, but you can create a new link.',
    withdrawDo: 'Withdraw',
    invite: 'Invite a person',
    inviteDo: 'Create invitation link',
    nameRequired: 'Enter a name.',
    linkTitle: (name: string) => `Invitation for ${name}`,
    linkText:
      'Send this link over a channel you trust. It works once, and anyone who opens it signs in as that person. It is not shown again.',
    link: 'link',
    done: 'I have copied it',
    actions: 'Actions',
    signInLink: 'Sign-in link…',
    signInLinkOf: (name: string) => `Sign-in link for ${name}`,
    signInLinkTitle: (name: string) => `Create a sign-in link for ${name}?`,
    signInLinkText: 'Anyone who opens it is signed in as this person. Create it only if they asked for it.',
    signInLinkDo: 'Create the link',
    remove: 'Remove…',
    removeOf: (name: string) => `Remove ${name}`,
    removeTitle: (name: string) => `Remove ${name}?`,
    removeText: 'They are signed out everywhere at once. Their requests stay in the log.',
    removed: 'Removed people of the identity provider',
    removedText:
      'Single sign-on refuses them. Readmit somebody who should come in again; the provider then decides on their role.',
    removedAt: 'Removed',
    readmit: 'Readmit…',
    readmitOf: (name: string) => `Readmit ${name}`,
    readmitTitle: (name: string) => `Readmit ${name}?`,
    readmitText:
      'Single sign-on lets them in again, as a new person with the role that the provider gives. Nothing that ended with the removal returns.',
    readmitDo: 'Readmit',
    removeLinks: (count: number) =>
      count === 1
        ? '1 open link created by or for them is withdrawn:'
        : `${count} open links created by or for them are withdrawn:`,
    removeBootstrap: (count: number) =>
      count === 1 ? '1 unused bootstrap token is revoked:' : `${count} unused bootstrap tokens are revoked:`,
    removeTokens: (count: number) =>
      count === 1
        ? 'They created 1 token for a program that still works:'
        : `They created ${count} tokens for programs that still work:`,
    revokeTokens: 'Revoke these tokens',
    revokeTokensHint: 'Pipelines that use them stop working. Keep them only if the person never saw their values.',
    tokenLine: (name: string, kind: TokenKind) => `${name} (${kind === 'mcp' ? 'MCP' : kind} token)`,
    removeInvited: 'People they invited stay. Check that you know them:',
    removeDo: 'Remove',
    ownerOnly: 'only an owner',
  },
  unnamed: {
    title: (name: string) => `You are called “${name}” here`,
    text: 'Lists, logs and the audit show your name beside what you do. Earlier records keep the name that they were made with.',
    name: 'Your name',
    save: 'Save the name',
    organization: (name: string) =>
      `The organization is called “${name}”. The operator of the machine renames it; replace NAME by lower-case letters, digits and hyphens:`,
  },
  acts: {
    operator: 'operator of the machine',
    ownerOnly: 'Only an owner can see this.',
    tokens: {
      capture: 'capture token',
      read: 'read token',
      mcp: 'MCP token',
      incident: enMarkers.incidentTokens.kind,
      bootstrap: 'bootstrap token',
    },
    kinds: actKinds,
  },
};
