/** The nine operations: how each kind of object is read, and which of its fields are returned. */
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import type { manifest } from './manifest.ts';
import { Deployment, Endpoints, Ingress, Pod, Service } from './objects/schema.ts';
import { toDeployment } from './objects/to-deployment.ts';
import { toIngress } from './objects/to-ingress.ts';
import { toPod } from './objects/to-pod.ts';
import { toEndpoints, toService } from './objects/to-service.ts';
import { chooseCluster, readMany, readOne, whole } from './read-objects.ts';

export const operations = {
  'k8s.listPods': {
    run: (args, context) =>
      readMany(
        context,
        {
          operation: 'k8s.listPods',
          plural: 'pods',
          everywhere: ({ core }, page) => core.listPodForAllNamespacesWithHttpInfo(page),
          within: ({ core }, page) => core.listNamespacedPodWithHttpInfo(page),
        },
        { schema: Pod, args, toData: (items, cluster) => ({ cluster, pods: items.map(toPod) }) },
      ),
  },
  'k8s.getPod': {
    async run(args, context) {
      const pod = await readOne(context, { schema: Pod, args }, ({ core }, one) =>
        core.readNamespacedPodWithHttpInfo(one),
      );
      return whole({ cluster: chooseCluster(context, args.cluster), pod: toPod(pod) });
    },
  },
  'k8s.listServices': {
    run: (args, context) =>
      readMany(
        context,
        {
          operation: 'k8s.listServices',
          plural: 'services',
          everywhere: ({ core }, page) => core.listServiceForAllNamespacesWithHttpInfo(page),
          within: ({ core }, page) => core.listNamespacedServiceWithHttpInfo(page),
        },
        { schema: Service, args, toData: (items, cluster) => ({ cluster, services: items.map(toService) }) },
      ),
  },
  'k8s.getService': {
    async run(args, context) {
      const service = await readOne(context, { schema: Service, args }, ({ core }, one) =>
        core.readNamespacedServiceWithHttpInfo(one),
      );
      return whole({ cluster: chooseCluster(context, args.cluster), service: toService(service) });
    },
  },
  'k8s.listEndpoints': {
    run: (args, context) =>
      readMany(
        context,
        {
          operation: 'k8s.listEndpoints',
          plural: 'endpoints',
          everywhere: ({ core }, page) => core.listEndpointsForAllNamespacesWithHttpInfo(page),
          within: ({ core }, page) => core.listNamespacedEndpointsWithHttpInfo(page),
        },
        { schema: Endpoints, args, toData: (items, cluster) => ({ cluster, endpoints: items.map(toEndpoints) }) },
      ),
  },
  'k8s.getEndpoints': {
    async run(args, context) {
      const endpoints = await readOne(context, { schema: Endpoints, args }, ({ core }, one) =>
        core.readNamespacedEndpointsWithHttpInfo(one),
      );
      return whole({ cluster: chooseCluster(context, args.cluster), endpoints: toEndpoints(endpoints) });
    },
  },
  'k8s.getDeployment': {
    async run(args, context) {
      const deployment = await readOne(context, { schema: Deployment, args }, ({ apps }, one) =>
        apps.readNamespacedDeploymentWithHttpInfo(one),
      );
      return whole({ cluster: chooseCluster(context, args.cluster), deployment: toDeployment(deployment) });
    },
  },
  'k8s.listIngresses': {
    run: (args, context) =>
      readMany(
        context,
        {
          operation: 'k8s.listIngresses',
          plural: 'ingresses',
          everywhere: ({ networking }, page) => networking.listIngressForAllNamespacesWithHttpInfo(page),
          within: ({ networking }, page) => networking.listNamespacedIngressWithHttpInfo(page),
        },
        { schema: Ingress, args, toData: (items, cluster) => ({ cluster, ingresses: items.map(toIngress) }) },
      ),
  },
  'k8s.getIngress': {
    async run(args, context) {
      const ingress = await readOne(context, { schema: Ingress, args }, ({ networking }, one) =>
        networking.readNamespacedIngressWithHttpInfo(one),
      );
      return whole({ cluster: chooseCluster(context, args.cluster), ingress: toIngress(ingress) });
    },
  },
} satisfies ConnectorOperations<typeof manifest>;
