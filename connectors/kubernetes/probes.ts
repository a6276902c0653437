import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import type { Fault } from '../../src/core/fault.ts';
import { nameIdentity } from './identity.ts';
import type { manifest } from './manifest.ts';

export const probes: Probes<typeof manifest> = {
  identity: {
    tells: 'Which identity the cluster grants too little, as the credential says it; nothing is sent.',
    async run(fault, context) {
      if (fault.kind !== 'permission_missing') return fault;
      const { data, remedy } = fault as Fault<'permission_missing'>;
      return refineFault(fault, 'permission_missing', data, await nameIdentity(context, remedy));
    },
  },
};
