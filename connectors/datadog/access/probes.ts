import type { Probes } from '../../../src/connector/symptom.ts';
import { judgeKeys } from './judge-keys.ts';
import type { manifest } from '../manifest.ts';

export const probes = {
  keys: {
    tells:
      'Which key or scope is the cause. Asks the validation path with the API key alone, then checks whether the application key can read monitors or metrics. If DATADOG_TRY_OTHER_SITES is on and the API key is refused, also asks the validation path of the other sites.',
    run: judgeKeys,
  },
} satisfies Probes<typeof manifest>;
