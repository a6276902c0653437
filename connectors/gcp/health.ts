/** The checks: every area is read the way its operations read it, and the vendor is asked which permissions are held. */
import type { Checks, Finding } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';
import { readOwnEmail } from './access/access-token.ts';
import { type Area, areas } from './areas.ts';
import { checkArea } from './area-health.ts';
import { costChecks } from './cost/health.ts';
import { type GcpContext, type GcpManifest, projectOf } from './context.ts';
import { forbiddenPermissions } from './forbidden.ts';
import { heldOf } from './held-permissions.ts';
import type { AreaName } from './slices.ts';

/** In every role of the table, so that a caller without it sees nothing at all of the project. */
const base = 'resourcemanager.projects.get';

const areaChecks = Object.fromEntries(
  Object.entries<Area>(areas).map(([name, area]) => [name, { run: (context: GcpContext) => checkArea(context, area) }]),
) as Readonly<Record<AreaName, { run(context: GcpContext): Promise<Finding> }>>;

export const checks: Checks<GcpManifest> = {
  sign_in: {
    async run(context) {
      const [email, held] = [await readOwnEmail(context), await heldOf(context, [base])];
      if (held.has(base)) {
        return { status: 'ok', summary: `Signed in as ${email}; ${projectOf(context)} answers.` };
      }
      throw new Fault(
        'permission_missing',
        { grant: base, layer: 'project' },
        `Check that GCP_PROJECT is the id of the project that is meant, and grant the roles of the table to ${email} on it: it holds none there.`,
      );
    },
  },

  least_privilege: {
    async run(context) {
      const excess = [...(await heldOf(context, forbiddenPermissions))];
      if (excess.length === 0) {
        return { status: 'ok', summary: 'None of the permissions that must never be granted is held.' };
      }
      return {
        status: 'pending_configuration',
        summary: `The credential may do more than is used: ${excess.join(', ')}.`,
        excess,
        // Everything works; it is only allowed more than it needs.
        affects: [],
        remedy: 'Take the roles away that grant these, or give this Agent a service account with the custom role only.',
      };
    },
  },

  ...areaChecks,
  ...costChecks,
};
