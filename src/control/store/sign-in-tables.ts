/** Ways to sign in: passkeys with the challenges that were answered, and the identity provider. */
import type { ColumnType } from 'kysely';

export interface PasskeyTables {
  passkeys: {
    id: string;
    /** Who added it, or who took its place when that person left. */
    person_id: string;
    /** As the authenticator made it, in base64url. */
    credential_id: string;
    /** COSE key in base64url. */
    public_key: string;
    /** Signatures that the authenticator has counted; 0 where it counts none. */
    counter: number;
    /** JSON list of how a browser reaches the authenticator. */
    transports: string;
    /** Host of the public address when it was added: it signs for no other. */
    rp_id: string;
    name: string;
    created_at: number;
    last_used_at: number | null;
    /** The person that the authenticator names, where that is no longer `person_id`. */
    user_handle: ColumnType<string | null, string | null | undefined>;
  };
  /** People of other organizations that it signs in as well. */
  passkey_people: { passkey_id: string; person_id: string; joined_at: number };
  /** Tickets of sign-ins that were used, until they would have expired anyway. */
  used_tickets: {
    /** SHA-256 of the ticket. */
    id: string;
    expires_at: number;
  };
}

/** People as an identity provider knows them. */
export interface SsoTables {
  /** Removal of the person keeps the row, so that the next sign-in does not bring them back. */
  sso_identities: {
    organization_id: string;
    issuer: string;
    subject: string;
    person_id: string;
    created_at: number;
    /** Since when the provider gives no role; null while it gives one. */
    suspended_at: number | null;
  };
}
