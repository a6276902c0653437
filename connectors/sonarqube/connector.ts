import { defineConnector } from '../../src/connector/connector.ts';
import { checks } from './health.ts';
import { manifest } from './manifest.ts';
import { operations } from './operations.ts';
import { probes } from './probes.ts';
import { symptoms } from './symptoms.ts';

export const connector = defineConnector({ manifest, operations, checks, symptoms, probes });
