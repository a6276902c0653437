/** Bodies about the organizations that one person is in. */
import { z } from 'zod';
import { Me } from './people.ts';

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
