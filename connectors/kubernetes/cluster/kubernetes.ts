/**
 * What is used of the Kubernetes client: its generated calls, and neither its reader of kubeconfig files nor its
 * streams. Loaded by `load-kubernetes.ts` alone; a module of its own so that a bundle leaves out the rest.
 */
export {
  AppsV1Api,
  AuthorizationV1Api,
  CoreV1Api,
  createConfiguration,
  NetworkingV1Api,
  ResponseContext,
  SelfDecodingBody,
  ServerConfiguration,
  VersionApi,
  wrapHttpLibrary,
} from '@kubernetes/client-node/dist/gen/index.js';
