/** People, their one-time links, and what removing one withdraws, as the fake has it. */
import {
  InvitationCreate,
  InvitationCreated,
  People,
  PersonAccess,
  PersonRemoval,
  SignInLink,
} from '../../src/control/api/api.ts';
import { type FakeState, newId, type Session } from './fake-state.ts';
import { type Asked, found, type Route } from './route.ts';

export const peopleRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/people',
    role: 'member',
    answer: People,
    run: ({ state, session }) => {
      const { removed, ...rest } = state.people;
      return session.person.role === 'member' || removed === undefined ? rest : { ...rest, removed };
    },
  },
  {
    method: 'POST',
    path: '/api/people/invitations',
    role: 'admin',
    body: InvitationCreate,
    answer: InvitationCreated,
    status: 201,
    run: invite,
  },
  {
    method: 'POST',
    path: '/api/people/:person/links',
    role: 'admin',
    answer: SignInLink,
    status: 201,
    run: ({ state, session, params }) => {
      const { id, name, role } = found(state.people.people.find((one) => one.id === params['person']));
      const link = { ...newOpenLink(session), name, role, person_id: id };
      state.people = { ...state.people, sign_in_links: [...state.people.sign_in_links, link] };
      return { link: renderLink(), expires_at: new Date(Date.now() + 86_400_000).toISOString() };
    },
  },
  {
    method: 'DELETE',
    path: '/api/people/links/:link',
    role: 'admin',
    run: ({ state, params }) => {
      const { invitations, sign_in_links } = state.people;
      found([...invitations, ...sign_in_links].find(({ id }) => id === params['link']));
      const isOther = ({ id }: { id: string }): boolean => id !== params['link'];
      state.people = {
        ...state.people,
        invitations: invitations.filter(isOther),
        sign_in_links: sign_in_links.filter(isOther),
      };
    },
  },
  {
    method: 'POST',
    path: '/api/people/:person/readmission',
    role: 'admin',
    run: ({ state, params }) => {
      const { removed = [], ...rest } = state.people;
      found(removed.find(({ id }) => id === params['person']));
      const left = removed.filter(({ id }) => id !== params['person']);
      state.people = { ...rest, ...(left.length > 0 && { removed: left }) };
    },
  },
  {
    method: 'GET',
    path: '/api/people/:person/access',
    role: 'admin',
    answer: PersonAccess,
    run: ({ state, params }) => readAccess(state, found(params['person'])),
  },
  {
    method: 'DELETE',
    path: '/api/people/:person',
    role: 'admin',
    run: ({ state, params, query }) => {
      const access = readAccess(state, found(params['person']));
      const { tokens } = PersonRemoval.parse(Object.fromEntries(query));
      const ended = new Set([...access.invitations, ...access.sign_in_links].map(({ id }) => id));
      for (const { id, kind } of access.tokens) if (tokens === 'revoke' || kind === 'bootstrap') ended.add(id);
      const isLeft = ({ id }: { id: string }): boolean => !ended.has(id) && id !== params['person'];
      state.people = {
        ...state.people,
        people: state.people.people.filter(isLeft),
        invitations: state.people.invitations.filter(isLeft),
        sign_in_links: state.people.sign_in_links.filter(isLeft),
      };
      state.tokens = state.tokens.map((one) =>
        ended.has(one.id) ? { ...one, revoked_at: new Date().toISOString() } : one,
      );
    },
  },
];

/** The fake knows makers by name alone. */
function readAccess(
  { people: { people, invitations, sign_in_links }, tokens, openSessions, passkeys }: FakeState,
  person: string,
): PersonAccess {
  const { id, name } = found(people.find((one) => one.id === person));
  return {
    invitations: invitations.filter((one) => one.created_by === name),
    sign_in_links: sign_in_links.filter((one) => one.created_by === name || one.person_id === id),
    sessions: openSessions.map((one) => ({ ...one, current: false })),
    passkeys: passkeys.map((one) => one.name),
    tokens: tokens.filter((one) => one.created_by === name && one.revoked_at === undefined && one.uses_left !== 0),
    invited: people.flatMap((one) => (one.invited_by === name ? [{ id: one.id, name: one.name, role: one.role }] : [])),
  };
}

function invite({ state, session, body }: Asked): InvitationCreated {
  const { name, role } = InvitationCreate.parse(body);
  const invitation = { ...newOpenLink(session), name, role };
  state.people = { ...state.people, invitations: [...state.people.invitations, invitation] };
  state.audit = [toInvited(session, invitation), ...state.audit];
  return { invitation, link: renderLink() };
}

function toInvited(
  { person: { id, name } }: Session,
  invitation: InvitationCreated['invitation'],
): FakeState['audit'][number] {
  return {
    id: newId('act'),
    at: invitation.created_at,
    kind: 'person_invited',
    by: { type: 'person', id, name },
    subject: { id: invitation.id, name: invitation.name },
    outcome: 'ok',
    way: 'page',
    address: '192.0.2.7',
    detail: { role: invitation.role },
  };
}

function newOpenLink({ person }: Session) {
  return {
    id: newId('link'),
    created_by: person.name,
    created_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  };
}

function renderLink(): string {
  return `https://farol.example.test/welcome#${newId('rlink')}`;
}
