/** The server's side of a sign-in with SCRAM-SHA-256 (RFC 5802 and RFC 7677): it knows the password, and never sees it. */
import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

const iterations = 4096;
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

export class ScramServer {
  readonly #accounts: Readonly<Record<string, string>>;
  #user = '';
  #clientFirst = '';
  #serverFirst = '';
  #salt: Buffer = Buffer.alloc(0);

  /** Passwords by user name. */
  constructor(accounts: Readonly<Record<string, string>>) {
    this.#accounts = accounts;
  }

  /** The answer to the first message. */
  begin(payload: string): string {
    const [, user = '', nonce = ''] = /^n,,n=([^,]*),r=(.+)$/u.exec(payload) ?? [];
    this.#user = user.replaceAll('=2C', ',').replaceAll('=3D', '=');
    this.#clientFirst = `n=${user},r=${nonce}`;
    this.#salt = randomBytes(28);
    this.#serverFirst = `r=${nonce}${randomBytes(18).toString('base64')},s=${this.#salt.toString('base64')},i=${iterations}`;
    return this.#serverFirst;
  }

  /** The proof that the server knows the password too; undefined when the client's own proof is wrong. */
  finish(payload: string): string | undefined {
    const password = this.#accounts[this.#user];
    const [, withoutProof = '', proof = ''] = /^(c=[^,]+,r=[^,]+),p=(.+)$/u.exec(payload) ?? [];
    if (password === undefined) return undefined;
    const salted = pbkdf2Sync(password, this.#salt, iterations, 32, 'sha256');
    const clientKey = hmac(salted, 'Client Key');
    const storedKey = createHash('sha256').update(clientKey).digest();
    const message = `${this.#clientFirst},${this.#serverFirst},${withoutProof}`;
    const signature = hmac(storedKey, message);
    const expected = Buffer.from(clientKey.map((byte, at) => byte ^ (signature[at] ?? 0)));
    const given = Buffer.from(proof, 'base64');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return `v=${hmac(hmac(salted, 'Server Key'), message).toString('base64')}`;
  }
}
