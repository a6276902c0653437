/** A realm as the guide says to configure it: clients for the control plane and for an assistant, people, their groups. */

const clientSecret = 'a secret that only these two know';
export const password = 'a password of a person';
export const realm = 'acme';

/** Of the client of an assistant. */
export const assistant = { client_id: 'assistant', client_secret: 'another secret' } as const;

/** All with one address of mail, which is verified for the first only. */
const email = 'ana@acme.test';

interface Person {
  readonly username: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly isVerified?: boolean;
}

const people: readonly Person[] = [
  { username: 'ana', name: 'Ana', groups: ['farol-owners'], isVerified: true },
  { username: 'bruno', name: 'Bruno', groups: ['engineering'] },
  { username: 'carla', name: 'Carla', groups: [] },
];

/** Settings of the control plane. */
export function settingsOf(issuer: string): Readonly<Record<string, string>> {
  return {
    FAROL_SSO_ISSUER: issuer,
    FAROL_SSO_CLIENT_ID: 'farol',
    FAROL_SSO_CLIENT_SECRET: clientSecret,
    FAROL_SSO_NAME: 'Keycloak',
    FAROL_SSO_ROLE_CLAIM: 'groups',
    FAROL_SSO_OWNER_VALUES: 'farol-owners',
    FAROL_SSO_MEMBER_VALUES: 'engineering',
  };
}

/** What Keycloak imports. `origin`: of the control plane. */
export function describeRealm(origin: string): unknown {
  return {
    realm,
    enabled: true,
    loginWithEmailAllowed: false,
    duplicateEmailsAllowed: true,
    groups: [{ name: 'farol-owners' }, { name: 'engineering' }],
    clients: [webClient(origin), assistantClient(origin)],
    users: people.map(describePerson),
  };
}

function webClient(origin: string): unknown {
  return {
    clientId: 'farol',
    secret: clientSecret,
    publicClient: false,
    // Each person is asked, and may say no.
    consentRequired: true,
    fullScopeAllowed: false,
    redirectUris: [`${origin}/api/session/sso/callback`],
    attributes: { 'pkce.code.challenge.method': 'S256', 'post.logout.redirect.uris': `${origin}/` },
    protocolMappers: [
      mapper('groups', 'oidc-group-membership-mapper', {
        'claim.name': 'groups',
        'full.path': 'false',
        'id.token.claim': 'true',
        'access.token.claim': 'false',
      }),
    ],
  };
}

function assistantClient(origin: string): unknown {
  return {
    clientId: assistant.client_id,
    secret: assistant.client_secret,
    publicClient: false,
    standardFlowEnabled: false,
    directAccessGrantsEnabled: true,
    fullScopeAllowed: false,
    attributes: { 'access.token.header.type.rfc9068': 'true' },
    protocolMappers: [
      mapper('audience', 'oidc-audience-mapper', {
        'included.custom.audience': `${origin}/mcp`,
        'access.token.claim': 'true',
      }),
      // RFC 9068 requires the claim, and Keycloak leaves it out.
      mapper('client_id', 'oidc-hardcoded-claim-mapper', {
        'claim.name': 'client_id',
        'claim.value': assistant.client_id,
        'jsonType.label': 'String',
        'access.token.claim': 'true',
      }),
    ],
  };
}

function mapper(name: string, protocolMapper: string, config: Readonly<Record<string, string>>): unknown {
  return { name, protocol: 'openid-connect', protocolMapper, config };
}

function describePerson({ username, name, groups, isVerified = false }: Person): unknown {
  return {
    username,
    enabled: true,
    email,
    emailVerified: isVerified,
    firstName: name,
    lastName: 'Lima',
    groups,
    credentials: [{ type: 'password', value: password, temporary: false }],
  };
}
