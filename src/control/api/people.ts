/** Bodies about people, their roles, invitations and links. */
import { z } from 'zod';
import { SessionView } from './sign-in.ts';
import { oneLine, TokenView } from './tokens.ts';

export const Role = z.enum(['owner', 'admin', 'member']);
export type Role = z.infer<typeof Role>;

/** Header that carries `csrf` of `Me` on every request of a signed-in person that changes something. */
export const csrfHeader = 'x-csrf-token';

/** GET /api/me */
export const Me = z.strictObject({
  person: z.strictObject({ id: z.string(), name: z.string(), role: Role }),
  organization: z.strictObject({ id: z.string(), name: z.string() }),
  /** The person has the name that the first link gives, and not their own. */
  unnamed: z.literal(true).optional(),
  profiler_enabled: z.boolean(),
  csrf: z.string(),
  /** The authority of the control plane is its own, so that commands must name its ca.pem. */
  own_authority: z.literal(true).optional(),
});
export type Me = z.infer<typeof Me>;

/** PUT /api/me/name: of the person who is signed in. Earlier records keep the name that they were made with. */
export const PersonName = z.strictObject({ name: oneLine(z.string()) });

/** POST /api/session: the secret part of a one-time link. Sets the session cookie and answers `Me`; 401 `link_used` or `link_expired`. */
export const SessionCreate = z.strictObject({
  token: z.string(),
  /** Somebody else than the holder of the passkey of this session. Without it such a session is refused with 409 `also_you`. */
  instead: z
    .literal(true)
    .optional()
    .describe('End a session that a passkey began, and sign in as the person of the link.'),
});

/** GET /api/people */
export const PersonView = z.strictObject({
  id: z.string(),
  name: z.string(),
  role: Role,
  joined_at: z.string(),
  /** Who made the invitation; absent for one made on the machine of the control plane. */
  invited_by: z.string().optional(),
  last_seen_at: z.string().optional(),
});
export const InvitationView = z.strictObject({
  id: z.string(),
  name: z.string(),
  role: Role,
  created_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});
/** A sign-in link that was not used yet. `role` is the one that the person had when it was made. */
export const SignInLinkView = InvitationView.extend({ person_id: z.string() });
/** Somebody of the identity provider whom an owner or admin removed: single sign-on refuses them until they are readmitted. */
export const RemovedPersonView = PersonView.pick({ id: true, name: true, role: true }).extend({
  removed_at: z.string(),
});
export type RemovedPersonView = z.infer<typeof RemovedPersonView>;
export const People = z.strictObject({
  people: z.array(PersonView),
  invitations: z.array(InvitationView),
  sign_in_links: z.array(SignInLinkView),
  /** For owners and admins; absent when there are none. */
  removed: z.array(RemovedPersonView).optional(),
});
export type People = z.infer<typeof People>;

/**
 * GET /api/people/{person}/access: what the person made or holds that still gives access. DELETE of the
 * person withdraws all of it, except that capture, read and MCP tokens may stay valid and `invited` stay.
 */
export const PersonAccess = z.strictObject({
  invitations: z.array(InvitationView),
  sign_in_links: z.array(SignInLinkView),
  tokens: z.array(TokenView),
  sessions: z.array(SessionView),
  /** Names. */
  passkeys: z.array(z.string()),
  invited: z.array(PersonView.pick({ id: true, name: true, role: true })),
});
export type PersonAccess = z.infer<typeof PersonAccess>;

/** Query of DELETE /api/people/{person}. Bootstrap tokens with uses left are revoked in any case. */
export const PersonRemoval = z.strictObject({
  tokens: z
    .enum(['revoke', 'keep'])
    .default('revoke')
    .describe('Whether capture, read and MCP tokens are revoked or stay valid.'),
});

/** POST /api/people/invitations. `link` works once and is answered only here. */
export const InvitationCreate = z.strictObject({ name: oneLine(z.string()), role: Role });
export const InvitationCreated = z.strictObject({ invitation: InvitationView, link: z.string() });
export type InvitationCreated = z.infer<typeof InvitationCreated>;

/** POST /api/people/{person}/links. `link` works once and is answered only here. */
export const SignInLink = z.strictObject({ link: z.string(), expires_at: z.string() });

/** Bodies about the organizations that one person is in. */
const OrganizationName = z.strictObject({ id: z.string(), name: z.string() });

/** 202 of POST /api/session/passkey: the passkey opens several, and the person chooses. */
export const OrganizationChoice = z.strictObject({ organizations: z.array(OrganizationName).min(2) });
export type OrganizationChoice = z.infer<typeof OrganizationChoice>;

/** What POST /api/session/passkey answers: 200 or 202. */
export const PasskeySignedIn = z.union([Me, OrganizationChoice]);

/** POST /api/session/choice. `passkey`: its credential id, as in the body that was answered with the choice. */
export const OrganizationChosen = z.strictObject({
  passkey: z.string().min(1).max(2048),
  organization: z.string().min(1).max(64),
});
export type OrganizationChosen = z.infer<typeof OrganizationChosen>;

/** GET /api/session/organizations: that of the session, and those to which it can be switched. */
export const OrganizationList = z.strictObject({
  organizations: z.array(OrganizationName.extend({ current: z.boolean() })),
  /** The session began with a passkey, so that a link of another organization can be joined to it. */
  joins: z.boolean(),
});
export type OrganizationList = z.infer<typeof OrganizationList>;

/** PUT /api/session/organization. */
export const OrganizationSwitch = z.strictObject({ organization: z.string().min(1).max(64) });
