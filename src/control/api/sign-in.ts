/** Bodies of signing in by a passkey, of the passkeys of a person, and of sessions. */
import { z } from 'zod';
import { oneLine } from './tokens.ts';

export const SignInWay = z.enum(['link', 'passkey', 'sso', 'switch']);
export type SignInWay = z.infer<typeof SignInWay>;

/** GET /api/session/ways: what a sign-in page offers. */
export const SignInWays = z.strictObject({
  /** Origin at which people open Farol. */
  address: z.string(),
  /** False where the host of `address` is an address of digits. */
  passkeys: z.boolean(),
  /** Absent where no identity provider is configured. */
  sso: z
    .strictObject({
      /** On the button. */
      name: z.string(),
      /** Links and passkeys are refused. */
      forced: z.boolean(),
      /** Whether the provider answered when it was asked last. */
      reachable: z.boolean(),
      /** Where people end their session at the provider; absent where it has no such page. */
      sign_out: z.string().optional(),
    })
    .optional(),
});
export type SignInWays = z.infer<typeof SignInWays>;

/** POST /api/session/sso. `return_to`: the path to open after the sign-in. */
export const SsoStart = z.strictObject({ return_to: z.string().max(1500).default('/') });
/** The address of the provider to open. It leads back to the app, with `?sso=<code>` after a refusal. */
export const SsoStarted = z.strictObject({ location: z.string() });

/** Names of products, the same in every language. Absent where the browser did not say or is not known. */
export const DeviceWords = z.strictObject({ browser: z.string().optional(), system: z.string().optional() });
export type DeviceWords = z.infer<typeof DeviceWords>;

export const SessionView = z.strictObject({
  id: z.string(),
  /** Absent for a session that an earlier version began. */
  way: SignInWay.optional(),
  device: DeviceWords,
  created_at: z.string(),
  last_seen_at: z.string(),
  /** It ends then, used or not. */
  expires_at: z.string(),
  /** The session that asks. */
  current: z.boolean(),
});
export type SessionView = z.infer<typeof SessionView>;

/** GET /api/sessions: own ones, the last used first. */
export const SessionList = z.strictObject({ sessions: z.array(SessionView) });

export const PasskeyView = z.strictObject({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().optional(),
  /** The host for which it was added. */
  host: z.string(),
  /** False after the public host has changed: it signs in at its own host only. */
  usable: z.boolean(),
});
export type PasskeyView = z.infer<typeof PasskeyView>;

/** GET /api/passkeys: own ones, the oldest first. */
export const PasskeyList = z.strictObject({ ways: SignInWays, passkeys: z.array(PasskeyView) });
export type PasskeyList = z.infer<typeof PasskeyList>;

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/u);
/** At most 1023 bytes. */
const CredentialId = base64url(1364);
export const PasskeyTransport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
export type PasskeyTransport = z.infer<typeof PasskeyTransport>;
const Descriptor = z.strictObject({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(PasskeyTransport),
});

/** POST /api/passkeys/options: the argument of `navigator.credentials.create`, in the JSON form of WebAuthn. */
export const PasskeyCreateOptions = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(Descriptor),
});
export type PasskeyCreateOptions = z.infer<typeof PasskeyCreateOptions>;

/** POST /api/session/passkey/options: the argument of `navigator.credentials.get`. */
export const PasskeyRequestOptions = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>;

/** POST /api/passkeys: what the browser answered, as far as it is read. */
export const PasskeyCreate = z.strictObject({
  name: oneLine(z.string().trim()),
  credential: z.strictObject({
    id: CredentialId,
    clientDataJSON: base64url(8192),
    attestationObject: base64url(16_384),
    transports: z
      .array(z.string().max(32))
      .refine((list) => list.length <= 10, 'At most 10')
      .default([]),
  }),
});
export type PasskeyCreate = z.infer<typeof PasskeyCreate>;

/** POST /api/session/passkey: what the browser answered, as far as it is read. Answers `Me` and sets the session cookie. */
export const PasskeySignIn = z.strictObject({
  id: CredentialId,
  clientDataJSON: base64url(8192),
  authenticatorData: base64url(8192),
  signature: base64url(4096),
  userHandle: base64url(128).optional(),
});
export type PasskeySignIn = z.infer<typeof PasskeySignIn>;
