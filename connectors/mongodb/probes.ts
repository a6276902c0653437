/** Tells apart what a refused sign-in leaves open. Run by a health check, never by an operation. */
import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import { readTarget, withMongo } from './client.ts';
import { withAuthSource } from './connection-string.ts';
import type { manifest } from './manifest.ts';
import { readPrivileges } from './privileges.ts';

export const probes = {
  auth_source: {
    tells: 'Whether the same user and password can sign in with authSource admin, or the database of the path.',
    async run(fault, context) {
      const target = await readTarget(context);
      const others = ['admin', target.database].filter((name) => name !== undefined && name !== target.authSource);
      for (const authSource of others) {
        if (authSource !== undefined && (await signsIn(context, withAuthSource(target, authSource)))) {
          return refineFault(
            fault,
            'credential_rejected',
            { kind: 'authSource', reason: 'malformed' },
            `Set authSource=${authSource} in MONGO_URI: the user was created there. Do not rotate the password: it is right.`,
          );
        }
      }
      return fault;
    },
  },
} satisfies Probes<typeof manifest>;

async function signsIn(
  context: Parameters<typeof withMongo>[0],
  target: Parameters<typeof withAuthSource>[0],
): Promise<boolean> {
  try {
    await withMongo(context, readPrivileges, { target, maxTimeMs: 5000 });
    return true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}
