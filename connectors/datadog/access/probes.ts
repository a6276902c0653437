import type { Probes } from '../../../src/connector/symptom.ts';
import { judgeKeys } from './judge-keys.ts';
import type { manifest } from '../manifest.ts';

export const probes = {
  keys: {
    tells:
      'Which is at fault: asks the validation path with the API key alone, then whether the application key opens monitors or metrics. With DATADOG_TRY_OTHER_SITES on and a refused API key, asks the validation path of the other sites too.',
    run: judgeKeys,
  },
} satisfies Probes<typeof manifest>;
