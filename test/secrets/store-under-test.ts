/** The secret store as an Agent opens it, with what it logs and knows kept for looking at. */
import { createLog } from '../../src/core/log.ts';
import { Redactor } from '../../src/core/redact.ts';
import { findSecret, type SecretSource, SecretUnreadable } from '../../src/secrets/secret-source.ts';
import { type OpenSecretStore, openSecretStore } from '../../src/secrets/stores/secret-store.ts';
import { ManualClock } from '../manual-clock.ts';

export interface StoreOptions {
  readonly ca?: string;
  /** Where a pod finds its service account. */
  readonly serviceAccountFolder?: string;
}

export class StoreUnderTest {
  readonly clock = new ManualClock(Date.now());
  readonly redactor = new Redactor();
  readonly store: OpenSecretStore;
  /** Every line of the log. */
  readonly written: string[] = [];

  constructor(env: Readonly<Record<string, string | undefined>>, options: StoreOptions = {}) {
    const { redactor, clock } = this;
    const log = createLog('agent', { redactor, destination: { write: (line) => this.written.push(line) } });
    const serviceAccountFolder = options.serviceAccountFolder ?? '/nonexistent';
    const platform = { env, serviceAccountFolder };
    this.store = openSecretStore({ env, redactor, ca: options.ca, clock, log, platform });
  }

  source(reference: string, variable = 'API_TOKEN'): SecretSource {
    const found = findSecret(variable, { [variable]: reference }, this.redactor, this.store);
    if (found.state === 'present') return found.source;
    throw new Error(found.state === 'invalid' ? `${found.problem.problem} ${found.problem.remedy}` : 'absent');
  }

  async read(reference: string): Promise<string> {
    return (await this.source(reference).read()).reveal();
  }

  /** What keeps a reference from being read. */
  async refusal(reference: string): Promise<SecretUnreadable> {
    return this.source(reference)
      .read()
      .then(
        () => {
          throw new Error(`${reference} was read`);
        },
        (error: unknown) => {
          if (error instanceof SecretUnreadable) return error;
          throw error;
        },
      );
  }

  close(): void {
    this.store.close();
  }
}
