import { defineConnector } from '../../src/connector/connector.ts';
import { operations } from './operations.ts';
import { checks } from './health.ts';
import { manifest } from './manifest.ts';
import { probes } from './access/probes.ts';
import { symptoms } from './symptoms.ts';

export const connector = defineConnector({ manifest, operations, checks, symptoms, probes });
