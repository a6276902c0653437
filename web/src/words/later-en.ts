/** The words of captures, comparisons, settings, permissions, the fleet and asking, which are loaded with those pages. */
import { enAudit } from './audit-en.ts';
import { enAsk } from './ask-en.ts';
import { enCapture } from './capture-en.ts';
import { enComparison } from './comparison-en.ts';
import { enDiff } from './diff-en.ts';
import { enSettings } from './en-settings.ts';
import { enExpiries } from './expiries-en.ts';
import { enFleet } from './fleet-en.ts';
import { enMarkers } from './marker-en.ts';
import { enPolicies } from './policies-en.ts';
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
};

export type LaterWords = typeof laterEn;
