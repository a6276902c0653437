/** Ways to sign in, passkeys and sessions, as the fake has them. A passkey itself needs a real control plane. */
import {
  Me,
  OrganizationList,
  OrganizationSwitch,
  PasskeyList,
  PersonName,
  SessionList,
  SignInWays,
} from '../../src/control/api/api.ts';
import type { FakeState, Session } from './fake-state.ts';
import { found, type Route } from './route.ts';

export const wayInRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/session/ways', answer: SignInWays, run: ({ state }) => describeWays(state) },
  {
    method: 'GET',
    path: '/api/passkeys',
    role: 'member',
    answer: PasskeyList,
    run: ({ state }) => ({ ways: describeWays(state), passkeys: state.passkeys }),
  },
  {
    method: 'DELETE',
    path: '/api/passkeys/:passkey',
    role: 'member',
    run: ({ state, params }) => {
      found(state.passkeys.find(({ id }) => id === params['passkey']));
      state.passkeys = state.passkeys.filter(({ id }) => id !== params['passkey']);
    },
  },
  {
    method: 'GET',
    path: '/api/session/organizations',
    role: 'member',
    answer: OrganizationList,
    run: ({ state }) => ({
      organizations: [
        { ...state.organization, current: true },
        ...state.otherOrganizations.map((one) => ({ ...one, current: false })),
      ],
      joins: true,
    }),
  },
  {
    method: 'PUT',
    path: '/api/session/organization',
    role: 'member',
    body: OrganizationSwitch,
    answer: Me,
    run: ({ state, session, body }) => {
      const { organization } = OrganizationSwitch.parse(body);
      const to = found(state.otherOrganizations.find(({ id }) => id === organization));
      state.otherOrganizations = [...state.otherOrganizations.filter((one) => one !== to), state.organization];
      state.organization = to;
      return describeMe(state, session);
    },
  },
  {
    method: 'PUT',
    path: '/api/me/name',
    role: 'member',
    body: PersonName,
    answer: Me,
    run: ({ state, session, body }) => {
      const person = { ...session.person, name: PersonName.parse(body).name };
      state.sessions.set(session.id, { ...session, person });
      return describeMe(state, { ...session, person });
    },
  },
  {
    method: 'GET',
    path: '/api/sessions',
    role: 'member',
    answer: SessionList,
    run: ({ state }) => ({ sessions: state.openSessions }),
  },
  {
    method: 'DELETE',
    path: '/api/sessions/:session',
    role: 'member',
    run: ({ state, params }) => {
      found(state.openSessions.find(({ id }) => id === params['session']));
      state.openSessions = state.openSessions.filter(({ id }) => id !== params['session']);
    },
  },
];

function describeWays({ address, hasName }: FakeState): SignInWays {
  return { address, passkeys: hasName };
}

export function isEnabled({ profilerChanges }: FakeState): boolean {
  return profilerChanges[0]?.enabled === true;
}

/** Who is signed in, as the fake answers it. */
export function describeMe(state: FakeState, session: Session): Me {
  return {
    person: session.person,
    organization: state.organization,
    ...(session.person.name === 'Owner' && { unnamed: true }),
    profiler_enabled: isEnabled(state),
    csrf: session.csrf,
    own_authority: true,
  };
}
