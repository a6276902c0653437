/** The manifests of deploy/kubernetes as data, in the parts that tests ask for. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const Strings = z.record(z.string(), z.string());
const Profile = z.strictObject({ type: z.string(), localhostProfile: z.string().optional() });

const Container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  securityContext: z
    .strictObject({
      runAsNonRoot: z.boolean(),
      runAsUser: z.number(),
      runAsGroup: z.number(),
      allowPrivilegeEscalation: z.boolean(),
      readOnlyRootFilesystem: z.boolean(),
      capabilities: z.strictObject({ drop: z.array(z.string()), add: z.array(z.string()).optional() }),
      seccompProfile: Profile,
      appArmorProfile: Profile,
    })
    .partial()
    .optional(),
  resources: z.strictObject({ requests: Strings, limits: Strings }).optional(),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })).default([]),
  volumeMounts: z
    .array(z.looseObject({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().optional() }))
    .default([]),
});
export type Container = z.infer<typeof Container>;

const Pod = z.looseObject({
  automountServiceAccountToken: z.boolean(),
  hostPID: z.boolean().optional(),
  shareProcessNamespace: z.boolean().optional(),
  securityContext: z.record(z.string(), z.unknown()),
  initContainers: z.array(Container).default([]),
  containers: z.array(Container),
  volumes: z.array(z.looseObject({ name: z.string(), hostPath: z.looseObject({ path: z.string() }).optional() })),
});
export type Pod = z.infer<typeof Pod>;

const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels: Strings, annotations: Strings.optional() }),
  data: Strings.optional(),
  spec: z.unknown().optional(),
});
export type Manifest = z.infer<typeof Manifest>;

const Controller = z.looseObject({
  replicas: z.number().optional(),
  volumeClaimTemplates: z.array(z.looseObject({ metadata: z.looseObject({ name: z.string() }) })).optional(),
  template: z.looseObject({ metadata: z.looseObject({ annotations: Strings.optional() }), spec: Pod }),
});

const folder = path.resolve(import.meta.dirname, '../../../deploy/kubernetes');

export const manifestFiles = globSync('*.yaml', { cwd: folder }).toSorted();

export function readManifest(file: string): string {
  return readFileSync(path.join(folder, file), 'utf8');
}

export function parseManifests(text: string): Manifest[] {
  // As Kubernetes reads it: YAML 1.1.
  return parseAllDocuments(text, { version: '1.1' })
    .map((document) => document.toJS() as unknown)
    .filter((one) => one !== null)
    .map((one) => Manifest.parse(one));
}

export function controllerOf({ spec }: Manifest): z.infer<typeof Controller> {
  return Controller.parse(spec);
}

export const isController = ({ kind }: Manifest): boolean => ['Deployment', 'StatefulSet', 'DaemonSet'].includes(kind);

export const componentOf = ({ metadata }: Manifest): string => metadata.labels['app.kubernetes.io/component'] ?? '';
