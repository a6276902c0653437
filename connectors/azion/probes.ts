/** What is asked beside a refusal: whether the token opens another interface, so that it is the permission that is missing. */
import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import { openAzion } from './client.ts';
import type { manifest } from './manifest.ts';

const interfaces = { workspace: 'REST workspace', metrics: 'GraphQL metrics', events: 'GraphQL events' } as const;
const names = ['workspace', 'metrics', 'events'] as const;

export const probes = {
  interfaces: {
    tells: 'Which of the APIs accept the token: REST for the workspace, GraphQL for metrics and for events.',
    async run(fault, context) {
      const client = openAzion(context);
      const taken: string[] = [];
      const refused: string[] = [];
      for (const name of names) {
        const isTaken = await client.touch(name).then(() => true, falseOnRefusal);
        (isTaken ? taken : refused).push(interfaces[name]);
      }
      if (taken.length === 0) return fault;
      const well = `The token is valid: ${taken.join(' and ')} ${taken.length === 1 ? 'accepts' : 'accept'} it.`;
      if (fault.kind === 'permission_missing') {
        const { data, remedy } = fault as Fault<'permission_missing'>;
        return refineFault(fault, 'permission_missing', data, `${well} ${remedy}`);
      }
      const grant = refused.length === 0 ? 'one of this kind of entries' : refused.join(' and ');
      const remedy = `${well} Give the team of its owner the permissions for ${grant}, in the Azion Console under Teams Permissions. Do not create another token.`;
      return refineFault(fault, 'permission_missing', { grant, layer: 'permission of the team' }, remedy);
    },
  },
} satisfies Probes<typeof manifest>;

function falseOnRefusal(error: unknown): false {
  if (error instanceof Fault) return false;
  throw error;
}
