/** Answers that speak of the credential and of what it may do. */
import { type Seen, type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { grantFor } from '../permissions.ts';
import { errorBody, headerOf, repositoryIn } from '../vendor-error.ts';

const newToken =
  'Create a fine-grained token under Settings, Developer settings, Personal access tokens, and put it into GITHUB_TOKEN.';
const keepToken = 'Do not rotate the token: it is valid.';

/** What an app lacks, or what only a user may ask. */
export const installationRefused = 'installation_permission_missing';

const grantOf = (seen: Seen): string => grantFor(seen.path, headerOf(seen, 'x-accepted-github-permissions'));
const whereOf = ({ path }: Seen): string => {
  const repository = repositoryIn(path);
  return repository === undefined ? '' : ` and that ${repository} is among its repositories`;
};

export const credentialSymptoms: readonly Symptom[] = [
  symptom({
    id: 'bad_credentials',
    seen: '401 with `Bad credentials`',
    when: { status: 401, body: /Bad credentials/u },
    kind: 'credential_rejected',
    data: { kind: 'token', reason: 'rejected' },
    remedy: `GitHub does not know the token: it belongs to another server than GITHUB_URL, or it was revoked, deleted or has expired. Check the address first, then look for the token in the list. Only if it is not there: ${newToken}`,
    example: { status: 401, body: errorBody('Bad credentials') },
  }),
  symptom({
    id: 'token_not_seen',
    seen: '401 with `Requires authentication`',
    when: { status: 401, body: /requires authentication/iu },
    kind: 'credential_rejected',
    data: { kind: 'token', reason: 'missing' },
    remedy:
      'No token arrived at GitHub: check what GITHUB_TOKEN holds, and whether a proxy at GITHUB_URL or another one on the way removes the Authorization header. Do not rotate the token.',
    probe: 'front',
    example: { status: 401, body: errorBody('Requires authentication') },
  }),
  symptom({
    id: 'rejected',
    seen: 'any other 401',
    when: { status: 401 },
    kind: 'credential_rejected',
    data: { kind: 'token', reason: 'rejected' },
    remedy:
      'GitHub refused in words that this connector does not know. Check that GITHUB_TOKEN holds a token of the server at GITHUB_URL, and what is in front of it. Do not rotate the token before that.',
    probe: 'front',
    example: { status: 401, body: errorBody('Must specify two-factor authentication OTP code.') },
  }),
  symptom({
    id: 'account_suspended',
    seen: '403 with `account was suspended`',
    when: { status: 403, body: /account (?:was|is|has been) suspended/iu },
    kind: 'credential_rejected',
    data: { kind: 'token', reason: 'revoked' },
    remedy: `The account that the token belongs to is suspended. Create the token with another account. ${newToken}`,
    example: { status: 403, body: errorBody('Sorry. Your account was suspended.') },
  }),
  symptom({
    id: 'classic_token_forbidden',
    seen: '403 with `forbids access via a personal access token (classic)`',
    when: { status: 403, body: /forbids access via a personal access tokens? \(classic\)/iu },
    kind: 'credential_rejected',
    data: { kind: 'classic token', reason: 'rejected' },
    remedy: `The organization takes no classic tokens. ${newToken}`,
    example: {
      status: 403,
      body: errorBody(
        '`acme` forbids access via a personal access token (classic). Please use a GitHub App, OAuth App, or a personal access token with fine-grained permissions.',
      ),
    },
  }),
  symptom({
    id: 'token_lives_too_long',
    seen: "403 with `if the token's lifetime is greater than`",
    when: { status: 403, body: /token's lifetime is greater than/iu },
    kind: 'credential_rejected',
    data: { kind: 'token', reason: 'rejected' },
    remedy:
      'The organization takes only tokens that end sooner: edit the token under Settings, Developer settings, and set an expiration its policy allows.',
    example: {
      status: 403,
      body: errorBody(
        "The 'acme' organization forbids access via a fine-grained personal access tokens if the token's lifetime is greater than 366 days. Please adjust your token's lifetime.",
      ),
    },
  }),
  symptom({
    id: 'fine_grained_token_forbidden',
    seen: '403 with `forbids access via a fine-grained personal access token`',
    when: { status: 403, body: /forbids access via a fine-grained personal access token/iu },
    kind: 'credential_rejected',
    data: { kind: 'fine-grained token', reason: 'rejected' },
    remedy:
      'Have an owner of the organization allow fine-grained tokens under Settings, Personal access tokens, Settings, and approve this one under Pending requests. Do not use a classic token instead.',
    example: { status: 403, body: errorBody('`acme` forbids access via a fine-grained personal access token.') },
  }),
];

export const permissionSymptoms: readonly Symptom[] = [
  symptom({
    id: 'sso_required',
    seen: '403 with the header `X-GitHub-SSO: required`',
    when: { status: 403, headers: { 'x-github-sso': /^required/u } },
    kind: 'permission_missing',
    data: { grant: 'SAML single sign-on', layer: 'organization' },
    remedy: `Authorize the token for the organization: Settings, Developer settings, Personal access tokens, Configure SSO. ${keepToken}`,
    example: {
      status: 403,
      headers: { 'x-github-sso': 'required; url=https://github.com/orgs/acme/sso?authorization_request=AZSCKL' },
      body: errorBody(
        'Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.',
      ),
    },
  }),
  symptom({
    id: 'saml_enforced',
    seen: '403 with `organization SAML enforcement`',
    when: { status: 403, body: /organization SAML enforcement/iu },
    kind: 'permission_missing',
    data: { grant: 'SAML single sign-on', layer: 'organization' },
    remedy: `Authorize the token for the organization: Settings, Developer settings, Personal access tokens, Configure SSO. ${keepToken}`,
    example: {
      status: 403,
      body: errorBody(
        'Resource protected by organization SAML enforcement. You must grant your OAuth token access to this organization.',
      ),
    },
  }),
  symptom({
    id: 'address_not_allowed',
    seen: '403 with `IP allow list enabled`',
    when: { status: 403, body: /IP allow list/iu },
    kind: 'permission_missing',
    data: { grant: 'network access', layer: 'IP allow list of the organization' },
    remedy: `Have an owner of the organization add the address this Agent sends from to Settings, Authentication security, IP allow list. ${keepToken}`,
    example: {
      status: 403,
      body: errorBody(
        'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.',
      ),
    },
  }),
  symptom({
    id: 'permission_missing',
    seen: '403 with `Resource not accessible by personal access token`; the header `X-Accepted-GitHub-Permissions` names what is missing',
    when: { status: 403, body: /Resource not accessible by personal access token/u },
    kind: 'permission_missing',
    data: (seen) => ({ grant: grantOf(seen), layer: 'token' }),
    remedy: (seen) =>
      `Edit the token under Settings, Developer settings, Fine-grained tokens: check that it has ${grantOf(seen)}${whereOf(seen)}. A new permission waits until an owner of the organization approves it. ${keepToken}`,
    remedyWords: `Edit the token under Settings, Developer settings, Fine-grained tokens: give it the permission that is named, and select the repository. A new permission waits until an owner of the organization approves it. ${keepToken}`,
    example: {
      status: 403,
      headers: { 'x-accepted-github-permissions': 'contents=read' },
      body: errorBody('Resource not accessible by personal access token'),
    },
  }),
  symptom({
    id: installationRefused,
    seen: '403 with `Resource not accessible by integration`',
    when: { status: 403, body: /Resource not accessible by integration/u },
    kind: 'permission_missing',
    data: (seen) => ({ grant: grantOf(seen), layer: 'GitHub App' }),
    remedy: (seen) =>
      `Give the GitHub App ${grantOf(seen)} under its settings, Permissions & events, and have an owner of the organization accept it${whereOf(seen)}. ${keepToken}`,
    remedyWords: `Give the GitHub App the permission that is named under its settings, Permissions & events, and have an owner of the organization accept it. ${keepToken}`,
    example: {
      status: 403,
      headers: { 'x-accepted-github-permissions': 'contents=read' },
      body: errorBody('Resource not accessible by integration'),
    },
  }),
  symptom({
    id: 'admin_rights_missing',
    seen: '403 with `Must have admin rights`',
    when: { status: 403, body: /must have admin rights/iu },
    kind: 'permission_missing',
    data: { grant: 'Administration: read', layer: 'role of the account in the repository' },
    remedy:
      'A token never reaches further than its account. Give the account of the token the role Admin in the repository, and the token Administration: read; or do without branch protection. Do not rotate the token.',
    example: { status: 403, body: errorBody('Must have admin rights to Repository.') },
  }),
  symptom({
    id: 'classic_scope_missing',
    seen: '403 or 404 where `X-Accepted-OAuth-Scopes` names scopes and `X-OAuth-Scopes` has none for repositories',
    when: {
      status: [403, 404],
      headers: { 'x-accepted-oauth-scopes': /\S/u, 'x-oauth-scopes': /^(?!.*\b(?:public_)?repo\b)/u },
    },
    kind: 'permission_missing',
    data: (seen) => ({ grant: headerOf(seen, 'x-accepted-oauth-scopes') ?? 'repo', layer: 'scope of the token' }),
    remedy: (seen) =>
      `The token has the scopes "${headerOf(seen, 'x-oauth-scopes') ?? ''}" and this needs one of "${headerOf(seen, 'x-accepted-oauth-scopes') ?? ''}". Add one of them to the token under Settings, Developer settings, Tokens (classic). Do not rotate the token: it is valid.`,
    remedyWords:
      'Names the scopes the token has and those that would do. Add one of them to the token under Settings, Developer settings, Tokens (classic). Do not rotate the token: it is valid.',
    example: {
      status: 404,
      headers: { 'x-oauth-scopes': 'read:org', 'x-accepted-oauth-scopes': 'repo' },
      body: errorBody('Not Found'),
    },
  }),
];

/** Last of its status: nothing in the answer says why. */
export const bareRefusals: readonly Symptom[] = [
  symptom({
    id: 'forbidden',
    seen: '403 without a known reason',
    when: { status: 403 },
    kind: 'permission_missing',
    data: (seen) => ({ grant: grantOf(seen), layer: 'token, organization or repository' }),
    remedy: (seen) =>
      `Check that the token has ${grantOf(seen)}${whereOf(seen)}, and that the organization has approved it. Do not rotate the token before that.`,
    remedyWords:
      'Check that the token has the permission that is named, in this repository, and that the organization has approved it. Do not rotate the token before that.',
    probe: 'front',
    example: { status: 403, body: errorBody('Forbidden') },
  }),
];
