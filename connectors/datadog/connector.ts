import { defineConnector } from '../../src/connector/connector.ts';
import { handlers } from './handlers.ts';
import { checks } from './health.ts';
import { manifest } from './manifest.ts';
import { probes } from './probes.ts';
import { symptoms } from './symptoms.ts';

export const connector = defineConnector({ manifest, handlers, checks, symptoms, probes });
