import { defineConnector } from '../../src/connector/connector.ts';
import { probes } from './access/probes.ts';
import { symptoms } from './access/symptoms.ts';
import { checks } from './health.ts';
import { manifest } from './manifest.ts';
import { operations } from './operations.ts';

export const connector = defineConnector<typeof manifest>({ manifest, operations, checks, symptoms, probes });
