/**
 * Whether what a browser answered proves a passkey. The library and its readers of certificates are loaded with the
 * first answer: a control plane on which nobody uses a passkey does not hold them in memory.
 */
import type { PasskeyCreate, PasskeySignIn } from '../../api/api.ts';
import type { RelyingParty } from './relying-party.ts';

/** EdDSA, ECDSA on P-256, RSA: what authenticators make. */
export const algorithms = [-8, -7, -257] as const;

export interface Expected extends RelyingParty {
  readonly challenge: string;
}

export interface NewPasskey {
  readonly credentialId: string;
  /** COSE key in base64url. */
  readonly publicKey: string;
  readonly counter: number;
}

/** Undefined when it proves nothing: another challenge, origin, host or purpose, no user verification, not readable. */
export async function verifyNewPasskey(
  { id, clientDataJSON, attestationObject }: PasskeyCreate['credential'],
  { challenge, origin, id: rpId }: Expected,
): Promise<NewPasskey | undefined> {
  const { decodeAttestationObject, verifyRegistrationResponse } = await loadLibrary();
  try {
    // No certificate is asked for. One that comes all the same would have its revocation list fetched from the address in it.
    const statement = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'));
    const format = statement.get('fmt');
    const hasCertificate = statement.get('attStmt').get('x5c') !== undefined;
    if ((format !== 'none' && format !== 'packed') || hasCertificate) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    });
    if (!verified || registrationInfo.credential.id !== id) return undefined;
    const { publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
  } catch {
    // The library throws for whatever does not hold.
    return undefined;
  }
}

export interface StoredPasskey {
  readonly credential_id: string;
  readonly public_key: string;
}

/** The counter that the authenticator signed; undefined when the answer proves nothing. */
export async function verifySignature(
  { id, clientDataJSON, authenticatorData, signature }: PasskeySignIn,
  { credential_id: credentialId, public_key: publicKey }: StoredPasskey,
  { challenge, origin, id: rpId }: Expected,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      // The counter is compared where it is stored, in the statement that stores it.
      credential: { id: credentialId, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

async function loadLibrary() {
  // Before the library: its readers of certificates refuse to load without it.
  await import('reflect-metadata');
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return { ...server, decodeAttestationObject: helpers.decodeAttestationObject };
}
