/** A browser with passkeys at a test control plane, without the browser. */
import { csrfHeader, Me, PasskeyCreateOptions, PasskeyRequestOptions, PasskeyView } from '../src/control/api/api.ts';
import type { Answer, TestControl } from './control-plane.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

type Headers = Readonly<Record<string, string>>;
const rpId = 'localhost';

export class PasskeyCaller {
  readonly #running: TestControl;
  #counter = 1;

  constructor(running: TestControl) {
    this.#running = running;
  }

  /** With the session of these headers. */
  async add(headers: Headers, name = 'laptop'): Promise<{ key: SoftwareAuthenticator; view: PasskeyView }> {
    const { origin } = this;
    const key = new SoftwareAuthenticator();
    const asked = await this.#post('/api/passkeys/options', headers);
    const { challenge, user } = PasskeyCreateOptions.parse(asked.json());
    key.userHandle = user.id;
    const credential = key.create({ challenge, origin, rpId, counter: 1 });
    const made = await this.#post('/api/passkeys', withCookie(headers, asked), { name, credential });
    return { key, view: PasskeyView.parse(made.json()) };
  }

  /** The answer to what the passkey signed. */
  async use(key: SoftwareAuthenticator): Promise<Answer> {
    const { origin } = this;
    const asked = await this.#post('/api/session/passkey/options', { origin });
    const { challenge } = PasskeyRequestOptions.parse(asked.json());
    this.#counter += 1;
    const signed = key.get({ challenge, origin, rpId, counter: this.#counter });
    return this.#post('/api/session/passkey', withCookie({ origin }, asked), signed);
  }

  /** Chooses after `use` was answered with a choice. */
  async choose(asked: Answer, key: SoftwareAuthenticator, organization: string): Promise<Answer> {
    const body = { passkey: key.id, organization };
    return this.#post('/api/session/choice', withCookie({ origin: this.origin }, asked), body);
  }

  /** What a browser sends that this answer signed in. */
  headersOf(answer: Answer): Headers {
    const cookie = cookieOf(answer, '__Host-farol');
    return { cookie, origin: this.origin, [csrfHeader]: Me.parse(answer.json()).csrf };
  }

  get origin(): string {
    return this.#running.control.addresses.app;
  }

  async #post(path: string, headers: Headers, body?: unknown): Promise<Answer> {
    return this.#running.send({ method: 'POST', path, headers, ...(body !== undefined && { body }) });
  }
}

function withCookie(headers: Headers, answer: Answer): Headers {
  const own = headers['cookie'];
  const cookie = cookieOf(answer, '__Host-farol-passkey');
  return { ...headers, cookie: own === undefined ? cookie : `${own}; ${cookie}` };
}

/** The last one of that name that is not empty, as a browser stores it. */
function cookieOf({ headers }: Answer, name: string): string {
  const set = [headers['set-cookie']].flat().map((one) => String(one).split(';')[0] ?? '');
  return set.findLast((one) => one.startsWith(`${name}=`) && !one.endsWith('=')) ?? '';
}
