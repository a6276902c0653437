/** The words of settings, permissions and the fleet, which are loaded with those pages. */
import { enSettings } from './en-settings.ts';
import { enExpiries } from './expiries-en.ts';
import { enFleet } from './fleet-en.ts';
import { enPolicies } from './policies-en.ts';

export const laterEn = { ...enSettings, ...enPolicies, ...enExpiries, ...enFleet };

export type LaterWords = typeof laterEn;
