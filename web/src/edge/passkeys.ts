/** Adding a passkey and signing in with one: what the control plane and the browser say to each other. */
import {
  Me,
  type OrganizationChoice,
  type OrganizationChosen,
  PasskeySignedIn,
  PasskeyCreateOptions,
  PasskeyRequestOptions,
  PasskeyView,
  type PasskeyCreate,
  type PasskeySignIn,
} from '../../../src/control/api/api.ts';
import { ApiFailure } from './api-failure.ts';
import { callApi } from './call-api.ts';

/** What the browser, or the person in front of it, said no to. */
export class PasskeyRefusedHere extends Error {
  override readonly name = 'PasskeyRefusedHere';
  readonly why: 'unsupported' | 'cancelled' | 'known' | 'failed';

  constructor(why: PasskeyRefusedHere['why'], message: string) {
    super(message);
    this.why = why;
  }
}

/** Rejects with `ApiFailure` or `PasskeyRefusedHere`. */
export async function addPasskey(name: string): Promise<PasskeyView> {
  const { startRegistration } = await loadBrowserPart();
  const optionsJSON = await callApi('POST', '/api/passkeys/options', PasskeyCreateOptions);
  const { id, response } = await asRefusal(startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const body: PasskeyCreate = { name, credential: { id, clientDataJSON, attestationObject, transports } };
  return callApi('POST', '/api/passkeys', PasskeyView, { body });
}

/** The passkey was accepted and opens several organizations. */
export class OrganizationToChoose extends Error {
  override readonly name = 'OrganizationToChoose';
  readonly organizations: OrganizationChoice['organizations'];
  readonly #passkey: string;

  constructor({ organizations }: OrganizationChoice, passkey: string) {
    super();
    this.organizations = organizations;
    this.#passkey = passkey;
  }

  /** Works once, within five minutes. Rejects with `ApiFailure`. */
  async choose(organization: string): Promise<Me> {
    const body: OrganizationChosen = { passkey: this.#passkey, organization };
    return callApi('POST', '/api/session/choice', Me, { body, signingIn: true });
  }
}

/** Rejects with `ApiFailure`, `PasskeyRefusedHere` or `OrganizationToChoose`. */
export async function signInWithPasskey(): Promise<Me> {
  const { startAuthentication } = await loadBrowserPart();
  const signingIn = true;
  const optionsJSON = await callApi('POST', '/api/session/passkey/options', PasskeyRequestOptions, { signingIn });
  const { id, response } = await asRefusal(startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const body: PasskeySignIn = {
    id,
    clientDataJSON,
    authenticatorData,
    signature,
    ...(userHandle !== undefined && { userHandle }),
  };
  const answer = await callApi('POST', '/api/session/passkey', PasskeySignedIn, { body, signingIn });
  if ('organizations' in answer) throw new OrganizationToChoose(answer, id);
  return answer;
}

/** Loaded when somebody uses a passkey, and not with the page. */
async function loadBrowserPart() {
  if (!('PublicKeyCredential' in globalThis)) throw new PasskeyRefusedHere('unsupported', '');
  try {
    return await import('@simplewebauthn/browser');
  } catch {
    throw new ApiFailure('unreachable', '@simplewebauthn/browser');
  }
}

async function asRefusal<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    throw new PasskeyRefusedHere(reasons[name] ?? 'failed', message);
  }
}

/** By the name of the error of the browser. */
const reasons: Readonly<Record<string, PasskeyRefusedHere['why']>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known',
};
