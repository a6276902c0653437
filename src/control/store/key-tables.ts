/** The keys of this control plane and facts of the store itself. */
export interface KeyTables {
  control_keys: {
    purpose: 'authority' | 'command';
    /** SHA-256 in lower-case hex: of the raw command key, or of the authority's public key as SubjectPublicKeyInfo. */
    fingerprint: string;
    /** Base64url of the raw command key, or the authority's certificate in PEM. */
    public_part: string;
    /** The private half, encrypted with FAROL_STORE_KEY; null while it is a file of the data directory, or destroyed. */
    sealed: string | null;
    /** At most one of each purpose is `current`; `retiring` still signs for instances that pin it. */
    state: 'current' | 'retiring' | 'retired';
    created_at: number;
    /** When a retiring key stops signing; null for the current one. */
    retires_at: number | null;
  };
  /** `store_id`: random, created with the store and included in backups; ties encrypted keys to it. */
  store_facts: { name: string; value: string };
}
