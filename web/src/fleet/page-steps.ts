/** Loads the first steps of a page, with the commands of this control plane. */
import { hasOwnAuthority } from '../edge/session.ts';
import { emptyCommands } from '../reading/empty-commands.ts';

const commands = () => emptyCommands(location.origin, hasOwnAuthority());

export const pageSteps = {
  fleet: async () => ({ firstSteps: (await import('../words/fleet-steps.ts')).fleetSteps(commands()) }),
  ask: async () => ({ firstSteps: (await import('../words/ask-steps.ts')).askSteps(commands()) }),
  policies: async () => ({ firstSteps: (await import('../words/policies-steps.ts')).policiesSteps(commands()) }),
};
