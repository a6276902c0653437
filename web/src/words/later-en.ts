/** The words of comparisons, settings, permissions and the fleet, which are loaded with those pages. */
import { enComparison } from './comparison-en.ts';
import { enSettings } from './en-settings.ts';
import { enExpiries } from './expiries-en.ts';
import { enFleet } from './fleet-en.ts';
import { enPolicies } from './policies-en.ts';

export const laterEn = { ...enComparison, ...enSettings, ...enPolicies, ...enExpiries, ...enFleet };

export type LaterWords = typeof laterEn;
