/** The words of captures, comparisons, settings, permissions, the fleet and asking, which are loaded with those pages. */
import { enAudit } from './audit-en.ts';
import { enAsk } from './ask-en.ts';
import { enCapture, enMarkers } from './capture-en.ts';
import { enComparison, enDiff } from './diff-en.ts';
import { enRelease } from './release-en.ts';
import { enSettings } from './settings-en.ts';
import { enExpiries, enFleet } from './fleet-en.ts';
import { enPolicies } from './policies-en.ts';
import { enShare } from './share-en.ts';
import { enWaysIn } from './ways-in-en.ts';

export const laterEn = {
  ...enAudit,
  ...enSettings,
  ...enWaysIn,
  ...enPolicies,
  ...enExpiries,
  ...enFleet,
  ...enCapture,
  ...enComparison,
  ...enDiff,
  ...enAsk,
  ...enMarkers,
  ...enShare,
  ...enRelease,
};

export type LaterWords = typeof laterEn;
