import { defineConnector } from '../../src/connector/connector.ts';
import { checks } from './health.ts';
import { manifest } from './manifest.ts';
import { operations } from './operations.ts';
import { symptoms } from './symptoms.ts';

/** No probe: what tells a wrong region from a wrong key pair would send the pair to the other region. */
export const connector = defineConnector({ manifest, operations, checks, symptoms, probes: {} });
