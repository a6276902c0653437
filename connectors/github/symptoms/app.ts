/**
 * Refusals of a GitHub App: of the statement that its key signs, and of its installation. GitHub answers a key that was
 * deleted as one of another app, so that the fingerprint is what distinguishes them.
 */
import { type Seen, type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { answeredAtMs } from '../../../src/core/retry-after.ts';
import { errorBody } from '../vendor-error.ts';

export const refusedKey = {
  id: 'app_key_refused',
  remedy: (fingerprint: string): string =>
    `GitHub cannot verify the signature of the key in GITHUB_APP_PRIVATE_KEY: it was deleted at GitHub, or it belongs to another app than GITHUB_APP_ID. Have an owner of the app compare its fingerprint, ${fingerprint}, with those under Settings, Developer settings, GitHub Apps, the app, General, Private keys. If it is listed, correct GITHUB_APP_ID and check GITHUB_URL. Only if it is not: generate a private key there.`,
};

/** An app that is configured: what makes the Agent ask for a token of its installation. */
const asApp = {
  GITHUB_TOKEN: undefined,
  GITHUB_APP_ID: '123456',
  GITHUB_APP_PRIVATE_KEY: '{private key}',
  GITHUB_APP_INSTALLATION_ID: '7',
} as const;
const app = { kind: 'GitHub App', reason: 'rejected' } as const;

export const appSymptoms: readonly Symptom[] = [
  symptom({
    id: refusedKey.id,
    seen: '401 with `A JSON web token could not be decoded` or `must generate a public key`',
    when: { status: 401, body: /JSON web token could not be decoded|must generate a public key/iu },
    kind: 'credential_rejected',
    data: { kind: 'private key of the GitHub App', reason: 'rejected' },
    remedy: refusedKey.remedy('SHA256:…'),
    example: { status: 401, body: errorBody('A JSON web token could not be decoded'), variables: asApp },
  }),
  symptom({
    id: 'app_clock',
    seen: "401 about the claim `'Issued at'` or `'Expiration time'`",
    when: { status: 401, body: /'(?:Issued at|Expiration time)' claim/iu },
    kind: 'credential_rejected',
    data: { kind: 'clock of this machine', reason: 'rejected' },
    remedy: (seen) =>
      `The clock of this machine is ${offBy(seen)}: turn on time synchronization. The app and its private key are valid; do not replace them.`,
    remedyWords:
      'The clock of this machine is off, and by how much: turn on time synchronization. The app and its private key are valid; do not replace them.',
    example: {
      status: 401,
      body: errorBody("'Expiration time' claim ('exp') is too far in the future"),
      variables: asApp,
    },
  }),
  symptom({
    id: 'app_unknown',
    seen: '404 with `Integration not found`',
    when: { status: 404, body: /Integration not found/iu },
    kind: 'credential_rejected',
    data: app,
    remedy: `The server at GITHUB_URL knows no app with the id in GITHUB_APP_ID: copy App ID or Client ID from Settings, Developer settings, GitHub Apps, the app, General; if the app belongs to another server, correct GITHUB_URL. If it was deleted, an owner of the organization must create another.`,
    example: { status: 404, body: errorBody('Integration not found'), variables: asApp },
  }),
  symptom({
    id: 'installation_suspended',
    seen: '403 with `installation has been suspended`',
    when: { status: 403, body: /installation has been suspended/iu },
    kind: 'credential_rejected',
    data: { kind: 'installation of the GitHub App', reason: 'revoked' },
    remedy: `The installation is suspended. Have an owner of the organization unsuspend it: Settings of the organization, GitHub Apps, Configure; or an owner of the app, if they suspended it: Settings, Developer settings, GitHub Apps, the app, Advanced. The private key works: do not replace it.`,
    example: { status: 403, body: errorBody('This installation has been suspended'), variables: asApp },
  }),
  symptom({
    id: 'installation_gone',
    seen: '404 to the request for a token of an installation',
    when: { status: 404, path: /^\/app\/installations\// },
    kind: 'credential_rejected',
    data: { kind: 'installation of the GitHub App', reason: 'revoked' },
    remedy: `The app has no such installation: it was uninstalled, or the id in GITHUB_APP_INSTALLATION_ID is that of another app. Have an owner of the organization install the app again (Settings, Developer settings, GitHub Apps, the app, Install App). Then set GITHUB_APP_INSTALLATION_ID to the number at the end of the address of the installation, or unset it if there is only one. The private key works: do not replace it.`,
    example: {
      status: 404,
      path: '/app/installations/7/access_tokens',
      body: errorBody('Not Found'),
      variables: asApp,
    },
  }),
  symptom({
    id: 'app_token_refused',
    seen: 'any other 401 while a GitHub App is set',
    when: { status: 401, variables: { GITHUB_APP_ID: 'set' } },
    kind: 'credential_rejected',
    data: app,
    remedy:
      'GitHub refused what this Agent had just obtained or signed, and another one too. Check whether a proxy at GITHUB_URL or another one on the way replaces or removes the Authorization header, and whether an owner has suspended or removed the installation. Do not replace the private key before that.',
    probe: 'front',
    example: { status: 401, body: errorBody('Bad credentials'), variables: asApp },
  }),
];

/** Beside those that speak of a token. */
export const bareAppRefusals: readonly Symptom[] = [
  symptom({
    id: 'app_forbidden',
    seen: '403 without a known reason to the app itself',
    when: { status: 403, path: /^\/app\// },
    kind: 'credential_rejected',
    data: app,
    remedy: `GitHub refused the app before it had a token, and does not say why: check what is in front of GITHUB_URL, and whether an owner of the organization has restricted the app. The private key works: do not replace it.`,
    probe: 'front',
    example: {
      status: 403,
      path: '/app/installations/7/access_tokens',
      body: errorBody('Forbidden'),
      variables: asApp,
    },
  }),
];

/** A smaller difference is the way of the answer, and no clock is refused for it. */
const leastSaidSec = 30;

/** By the clock of GitHub, where the answer has it. */
function offBy({ response: { headers }, nowMs }: Seen): string {
  const seconds = Math.round((nowMs - answeredAtMs(headers, nowMs)) / 1000);
  if (Math.abs(seconds) < leastSaidSec) return 'off';
  return seconds > 0 ? `${seconds} seconds ahead of that of GitHub` : `${-seconds} seconds behind that of GitHub`;
}
