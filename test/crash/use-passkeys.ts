/** A passkey from its first day to its last, and a session that is ended from another: what is answered is lasting. */
import { randomUUID } from 'node:crypto';
import { type ControlApi, ControlApiError } from '../../src/control/api/api-client.ts';
import {
  Me,
  PasskeyCreateOptions,
  PasskeyList,
  PasskeyRequestOptions,
  PasskeyView,
  SessionList,
} from '../../src/control/api/api.ts';
import type { Db } from '../../src/control/store/database.ts';
import { SoftwareAuthenticator } from '../software-authenticator.ts';

interface Control {
  /** Origin of the app. */
  readonly origin: string;
  /** Tries again when the control plane has died meanwhile. */
  readonly until: <T>(what: string, work: () => Promise<T>) => Promise<T>;
  /** A client without a session. */
  open(): ControlApi;
  /** Asks for the end of something until it is answered or answers 404. */
  end(api: ControlApi, path: string): Promise<void>;
}

/** Returns the passkey that was removed. */
export async function usePasskeys(owner: ControlApi, control: Control): Promise<PasskeyView> {
  const { origin, until } = control;
  const rpId = new URL(origin).hostname;
  const { key, view } = await until('a passkey is added', async () => {
    const made = new SoftwareAuthenticator();
    const { challenge, user } = await owner.call(
      { method: 'POST', path: '/api/passkeys/options' },
      PasskeyCreateOptions,
    );
    made.userHandle = user.id;
    const credential = made.create({ challenge, origin, rpId, counter: 1 });
    const body = { name: 'laptop', credential };
    return { key: made, view: await owner.call({ method: 'POST', path: '/api/passkeys', body }, PasskeyView) };
  });
  let counter = 1;
  const signIn = async (): Promise<Me> => {
    const browser = control.open();
    const path = '/api/session/passkey';
    const { challenge } = await browser.call({ method: 'POST', path: `${path}/options` }, PasskeyRequestOptions);
    const body = key.get({ challenge, origin, rpId, counter: (counter += 1) });
    return browser.call({ method: 'POST', path, body }, Me);
  };
  await until('a passkey signs in', signIn);
  const { sessions } = await until('sessions are listed', () =>
    owner.call({ method: 'GET', path: '/api/sessions' }, SessionList),
  );
  const other = sessions.find(({ way, current }) => way === 'passkey' && !current);
  if (other === undefined) throw new Error('the session of the passkey is not listed');
  await control.end(owner, `/api/sessions/${other.id}`);
  await until('a passkey signs in again', signIn);
  await control.end(owner, `/api/passkeys/${view.id}`);
  const { passkeys } = await until('passkeys are listed', () =>
    owner.call({ method: 'GET', path: '/api/passkeys' }, PasskeyList),
  );
  if (passkeys.some(({ id }) => id === view.id)) throw new Error('the removed passkey is listed');
  const refused = await until('a removed passkey is tried', () =>
    signIn().catch((error: unknown) => {
      if (error instanceof ControlApiError && error.code === 'passkey_unknown') return error;
      throw error;
    }),
  );
  if (!(refused instanceof ControlApiError)) throw new Error('a removed passkey signed in');
  return view;
}

/** A passkey that goes with its person, one that somebody else keeps, and one that is no longer this person's. */
export async function leavePasskeys(db: Db, person: string, other: string): Promise<void> {
  await leavePasskey(db, person);
  const joined = [
    { passkey_id: await leavePasskey(db, person), person_id: other, joined_at: 1 },
    { passkey_id: await leavePasskey(db, other), person_id: person, joined_at: 1 },
  ];
  await db.insertInto('passkey_people').values(joined).execute();
}

async function leavePasskey(db: Db, person: string): Promise<string> {
  const key = { credential_id: randomUUID(), public_key: '', counter: 0, transports: '[]', rp_id: 'localhost' };
  const row = { id: randomUUID(), person_id: person, name: 'phone', created_at: 1, last_used_at: null };
  await db
    .insertInto('passkeys')
    .values({ ...row, ...key })
    .execute();
  return row.id;
}

/** What the next use of a ticket removes. */
export async function leaveUsedTickets(db: Db): Promise<void> {
  await db.insertInto('used_tickets').values({ id: randomUUID(), expires_at: 1 }).execute();
}
