import { defineConnector } from '../../src/connector/connector.ts';
import { clusterOperations } from './cluster/operations.ts';
import { finder } from './finder.ts';
import { checks } from './health.ts';
import { manifest } from './manifest.ts';
import { probes } from './probes.ts';
import { symptoms } from './symptoms.ts';

export const connector = defineConnector({
  manifest,
  operations: clusterOperations(finder),
  checks,
  symptoms,
  probes,
});
