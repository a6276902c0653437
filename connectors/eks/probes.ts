/** Further cheap calls that tell the causes of an ambiguous refusal apart: those of AWS, and one for the cluster. */
import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import type { Fault } from '../../src/core/fault.ts';
import { probes as probesOfAws } from '../aws/access/probes.ts';
import { accessEntryCommand } from './access-entry.ts';
import { configuredCluster } from './context.ts';
import type { manifest } from './manifest.ts';
import { namedIn, principalOf } from './principal.ts';
import { accessEntry } from './symptoms.ts';

export const probes: Probes<typeof manifest> = {
  ...probesOfAws,
  principal: {
    tells: 'Which identity the cluster does not know, or grants too little: the one that the access entry must name.',
    async run(fault, context) {
      if (fault.kind !== 'permission_missing') return fault;
      const { data, remedy } = fault as Fault<'permission_missing'>;
      const principal = await principalOf(context);
      const command =
        principal === undefined || data.grant !== accessEntry
          ? ''
          : ` Run: ${accessEntryCommand(configuredCluster(context), principal)}`;
      return refineFault(fault, 'permission_missing', data, `${namedIn(remedy, principal)}${command}`);
    },
  },
};
