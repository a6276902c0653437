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
