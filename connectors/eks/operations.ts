/** The nine reads: where each object lies, and what of it is told. */
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import type { manifest } from './manifest.ts';
import { Deployment, Endpoints, Ingress, Pod, Service } from './objects/schema.ts';
import { toDeployment } from './objects/to-deployment.ts';
import { toIngress } from './objects/to-ingress.ts';
import { toPod } from './objects/to-pod.ts';
import { toEndpoints, toService } from './objects/to-service.ts';
import { chooseCluster, readMany, readOne, whole } from './read-objects.ts';

const core = '/api/v1';
const apps = '/apis/apps/v1';
const networking = '/apis/networking.k8s.io/v1';

export const operations = {
  'k8s.listPods': {
    run: (args, context) =>
      readMany(
        context,
        { operation: 'k8s.listPods', root: core, plural: 'pods' },
        { schema: Pod, args, toData: (items, cluster) => ({ cluster, pods: items.map(toPod) }) },
      ),
  },
  'k8s.getPod': {
    async run(args, context) {
      const pod = await readOne(context, { root: core, plural: 'pods' }, { schema: Pod, args });
      return whole({ cluster: chooseCluster(context, args.cluster), pod: toPod(pod) });
    },
  },
  'k8s.listServices': {
    run: (args, context) =>
      readMany(
        context,
        { operation: 'k8s.listServices', root: core, plural: 'services' },
        { schema: Service, args, toData: (items, cluster) => ({ cluster, services: items.map(toService) }) },
      ),
  },
  'k8s.getService': {
    async run(args, context) {
      const service = await readOne(context, { root: core, plural: 'services' }, { schema: Service, args });
      return whole({ cluster: chooseCluster(context, args.cluster), service: toService(service) });
    },
  },
  'k8s.listEndpoints': {
    run: (args, context) =>
      readMany(
        context,
        { operation: 'k8s.listEndpoints', root: core, plural: 'endpoints' },
        { schema: Endpoints, args, toData: (items, cluster) => ({ cluster, endpoints: items.map(toEndpoints) }) },
      ),
  },
  'k8s.getEndpoints': {
    async run(args, context) {
      const endpoints = await readOne(context, { root: core, plural: 'endpoints' }, { schema: Endpoints, args });
      return whole({ cluster: chooseCluster(context, args.cluster), endpoints: toEndpoints(endpoints) });
    },
  },
  'k8s.getDeployment': {
    async run(args, context) {
      const deployment = await readOne(context, { root: apps, plural: 'deployments' }, { schema: Deployment, args });
      return whole({ cluster: chooseCluster(context, args.cluster), deployment: toDeployment(deployment) });
    },
  },
  'k8s.listIngresses': {
    run: (args, context) =>
      readMany(
        context,
        { operation: 'k8s.listIngresses', root: networking, plural: 'ingresses' },
        { schema: Ingress, args, toData: (items, cluster) => ({ cluster, ingresses: items.map(toIngress) }) },
      ),
  },
  'k8s.getIngress': {
    async run(args, context) {
      const ingress = await readOne(context, { root: networking, plural: 'ingresses' }, { schema: Ingress, args });
      return whole({ cluster: chooseCluster(context, args.cluster), ingress: toIngress(ingress) });
    },
  },
} satisfies ConnectorOperations<typeof manifest>;
