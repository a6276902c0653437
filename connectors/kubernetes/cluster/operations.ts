/** The nine operations: how each kind of object is read, and which of its fields are returned. */
import type { ArgumentsOf, DataOf } from '../../../catalog/index.ts';
import type { Answer } from '../../../src/connector/connector.ts';
import type { Cluster, ClusterContext, ClusterFinder } from './cluster.ts';
import type { ClusterOperation } from './declarations.ts';
import { Deployment, Endpoints, Ingress, Pod, Service } from './objects/schema.ts';
import { toDeployment } from './objects/to-deployment.ts';
import { toIngress } from './objects/to-ingress.ts';
import { toPod } from './objects/to-pod.ts';
import { toEndpoints, toService } from './objects/to-service.ts';
import { readMany, readOne } from './read-objects.ts';

type ClusterOperations<Context> = {
  readonly [N in ClusterOperation]: {
    run(args: ArgumentsOf<N>, context: Context): Promise<Answer<DataOf<N>>>;
  };
};

export function clusterOperations<C extends ClusterContext, F extends Cluster>(
  finder: ClusterFinder<C, F>,
): ClusterOperations<C> {
  return {
    'k8s.listPods': {
      run: (args, context) =>
        readMany(
          { context, finder },
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
      run: (args, context) =>
        readOne({ context, finder }, args, {
          schema: Pod,
          read: ({ core }, one) => core.readNamespacedPodWithHttpInfo(one),
          toData: (pod, cluster) => ({ cluster, pod: toPod(pod) }),
        }),
    },
    'k8s.listServices': {
      run: (args, context) =>
        readMany(
          { context, finder },
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
      run: (args, context) =>
        readOne({ context, finder }, args, {
          schema: Service,
          read: ({ core }, one) => core.readNamespacedServiceWithHttpInfo(one),
          toData: (service, cluster) => ({ cluster, service: toService(service) }),
        }),
    },
    'k8s.listEndpoints': {
      run: (args, context) =>
        readMany(
          { context, finder },
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
      run: (args, context) =>
        readOne({ context, finder }, args, {
          schema: Endpoints,
          read: ({ core }, one) => core.readNamespacedEndpointsWithHttpInfo(one),
          toData: (endpoints, cluster) => ({ cluster, endpoints: toEndpoints(endpoints) }),
        }),
    },
    'k8s.getDeployment': {
      run: (args, context) =>
        readOne({ context, finder }, args, {
          schema: Deployment,
          read: ({ apps }, one) => apps.readNamespacedDeploymentWithHttpInfo(one),
          toData: (deployment, cluster) => ({ cluster, deployment: toDeployment(deployment) }),
        }),
    },
    'k8s.listIngresses': {
      run: (args, context) =>
        readMany(
          { context, finder },
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
      run: (args, context) =>
        readOne({ context, finder }, args, {
          schema: Ingress,
          read: ({ networking }, one) => networking.readNamespacedIngressWithHttpInfo(one),
          toData: (ingress, cluster) => ({ cluster, ingress: toIngress(ingress) }),
        }),
    },
  };
}
