/** Which installation of the app is read: the one that is named, or the only one there is. */
import { z } from 'zod';
import { Fault } from '../../../src/core/fault.ts';
import type { HttpOptions } from '../../../src/connector/context.ts';
import type { GithubContext } from '../context.ts';
import { askAs } from '../send.ts';
import { installationsCall } from './calls.ts';

const Installations = z.array(
  z.object({
    id: z.int(),
    /** An organization or a person has a login, an enterprise a slug. */
    account: z.object({ login: z.string().optional(), slug: z.string().optional() }).nullish(),
    suspended_at: z.string().nullish(),
  }),
);
type Installation = z.infer<typeof Installations>[number];

const variable = 'GITHUB_APP_INSTALLATION_ID';
/** As many as a message lists. */
const most = 20;

/** @throws Fault `not_configured` that lists the installations where there is not exactly one. */
export async function findInstallation(context: GithubContext, asApp: HttpOptions): Promise<string> {
  const named = context.config.text(variable);
  if (named !== undefined) return named;
  const { answer: found } = await askAs(context, asApp, {
    schema: Installations,
    call: installationsCall,
    parameters: { per_page: '100' },
  });
  const [only, ...others] = found;
  if (only === undefined) {
    throw new Fault(
      'not_configured',
      { variable },
      'The GitHub App is installed nowhere. Have an owner of the organization install it: Settings, Developer settings, GitHub Apps, the app, Install App. The private key works: do not replace it.',
    );
  }
  if (others.length === 0) return String(only.id);
  const listed = found.slice(0, most).map(describe).join(', ');
  const more = found.length > most ? ', and others' : '';
  throw new Fault(
    'not_configured',
    { variable },
    `The GitHub App has several installations: ${listed}${more}. Set ${variable} to the one to be read.`,
  );
}

function describe({ id, account, suspended_at: suspendedAt }: Installation): string {
  const name = (account?.login ?? account?.slug ?? '').replaceAll(/[^\w.-]/gu, '').slice(0, 100);
  const notes = [name, suspendedAt === null || suspendedAt === undefined ? '' : 'suspended'].filter(
    (one) => one !== '',
  );
  return notes.length === 0 ? String(id) : `${id} (${notes.join(', ')})`;
}
