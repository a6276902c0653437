/** Questions that people saved, as the control plane stores them. */
import {
  SavedQuestion,
  SavedQuestionCreate,
  SavedQuestionList,
  SavedQuestionShare,
} from '../../src/control/api/api.ts';
import { newId } from './fake-state.ts';
import { type Asked, found, type Route } from './route.ts';

const seen = ({ state, session: { person } }: Asked): SavedQuestion[] =>
  state.saved
    .map((one) => ({ ...one, is_own: one.by === person.name }))
    .filter(({ is_own: isOwn, shared }) => isOwn || shared);

export const savedQuestionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/saved-questions',
    role: 'member',
    answer: SavedQuestionList,
    run: (asked) => ({ questions: seen(asked) }),
  },
  {
    method: 'POST',
    path: '/api/saved-questions',
    role: 'member',
    body: SavedQuestionCreate,
    answer: SavedQuestion,
    status: 201,
    run: ({ state, session, body }) => {
      const facts = { id: newId('saved'), saved_at: new Date().toISOString(), by: session.person.name, is_own: true };
      const question = { ...SavedQuestionCreate.parse(body), ...facts };
      state.saved = [...state.saved, question];
      return question;
    },
  },
  {
    method: 'PUT',
    path: '/api/saved-questions/:question',
    role: 'member',
    body: SavedQuestionShare,
    answer: SavedQuestion,
    run: (asked) => {
      const { shared } = SavedQuestionShare.parse(asked.body);
      const question = found(seen(asked).find(({ id, is_own: isOwn }) => isOwn && id === asked.params['question']));
      asked.state.saved = asked.state.saved.map((one) => (one.id === question.id ? { ...one, shared } : one));
      return { ...question, shared };
    },
  },
  {
    method: 'DELETE',
    path: '/api/saved-questions/:question',
    role: 'member',
    run: (asked) => {
      const question = found(seen(asked).find(({ id }) => id === asked.params['question']));
      asked.state.saved = asked.state.saved.filter(({ id }) => id !== question.id);
    },
  },
];
