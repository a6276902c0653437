/** What a browser does in a sign-in by a provider, by hand: cookies of two sites, and redirects one by one. */
import { request } from 'node:http';
import { Me, SsoStarted } from '../src/control/api/api.ts';
import type { Answer, TestControl } from './control-plane.ts';

export class SsoBrowser {
  readonly #running: TestControl;
  /** Cookies of the control plane. */
  readonly cookies = new Map<string, string>();
  readonly #ofProvider = new Map<string, string>();

  constructor(running: TestControl) {
    this.#running = running;
  }

  get headers(): { readonly cookie: string; readonly origin: string } {
    return { cookie: render(this.cookies), origin: this.#running.control.addresses.app };
  }

  /** Begins a sign-in. */
  async begin(body: unknown = {}): Promise<URL> {
    const answer = await this.#send({ method: 'POST', path: '/api/session/sso', body });
    return new URL(SsoStarted.parse(answer.json()).location);
  }

  /** From the provider's page to the address that it leads back to. */
  async visit(location: URL): Promise<URL> {
    const { origin } = this.headers;
    let next = location;
    for (let steps = 0; steps < 10; steps += 1) {
      const to = await this.#askProvider(next);
      if (to.origin === origin) return to;
      next = to;
    }
    throw new Error('the provider does not lead back');
  }

  /** What the control plane answers to what the provider said. */
  async comeBack(address: URL): Promise<Answer> {
    return this.#send({ path: `${address.pathname}${address.search}` });
  }

  /** All of it. Returns where the browser is led to. */
  async signIn(body?: unknown): Promise<string> {
    const answer = await this.comeBack(await this.visit(await this.begin(body)));
    return String(answer.headers['location']);
  }

  async me(): Promise<Me> {
    return Me.parse((await this.#send({ path: '/api/me' })).json());
  }

  async send(sent: Parameters<TestControl['send']>[0]): Promise<Answer> {
    return this.#send(sent);
  }

  async #send(sent: Parameters<TestControl['send']>[0]): Promise<Answer> {
    const answer = await this.#running.send({ ...sent, headers: { ...this.headers, ...sent.headers } });
    keep(this.cookies, answer.headers['set-cookie']);
    return answer;
  }

  #askProvider(address: URL): Promise<URL> {
    return new Promise((resolve, reject) => {
      const sent = request(address, { headers: { cookie: render(this.#ofProvider) } }, (answer) => {
        answer.resume();
        keep(this.#ofProvider, answer.headers['set-cookie']);
        const to = answer.headers.location;
        if (to === undefined) reject(new Error(`the provider answered ${answer.statusCode} at ${address.pathname}`));
        else resolve(new URL(to, address));
      });
      sent.on('error', reject);
      sent.end();
    });
  }
}

function keep(cookies: Map<string, string>, set: string | string[] | undefined): void {
  for (const line of [set ?? []].flat()) {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    const value = pair.slice(at + 1);
    if (value === '') cookies.delete(pair.slice(0, at));
    else cookies.set(pair.slice(0, at), value);
  }
}

function render(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
