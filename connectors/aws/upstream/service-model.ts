/** The vendor's own description of a service, as far as a strict fake needs it: operations, shapes, protocol. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { packageFile } from './python-environment.ts';

const Member = z.looseObject({
  shape: z.string(),
  location: z.enum(['uri', 'querystring', 'header', 'headers', 'statusCode']).optional(),
  locationName: z.string().optional(),
  queryName: z.string().optional(),
  flattened: z.boolean().optional(),
  timestampFormat: z.string().optional(),
});
export type Member = z.infer<typeof Member>;

const Shape = z.looseObject({
  type: z.string(),
  members: z.record(z.string(), Member).optional(),
  member: Member.optional(),
  key: Member.optional(),
  value: Member.optional(),
  required: z.array(z.string()).optional(),
  enum: z.array(z.string()).optional(),
  flattened: z.boolean().optional(),
  payload: z.string().optional(),
  timestampFormat: z.string().optional(),
});
export type Shape = z.infer<typeof Shape>;

const Operation = z.looseObject({
  name: z.string(),
  http: z.looseObject({ method: z.string(), requestUri: z.string() }),
  input: Member.optional(),
  output: Member.extend({ resultWrapper: z.string().optional() }).optional(),
});
export type Operation = z.infer<typeof Operation>;

const Model = z.looseObject({
  metadata: z.looseObject({
    endpointPrefix: z.string(),
    protocol: z.string(),
    targetPrefix: z.string().optional(),
    signingName: z.string().optional(),
    apiVersion: z.string(),
  }),
  operations: z.record(z.string(), Operation),
  shapes: z.record(z.string(), Shape),
});
export type ServiceModel = z.infer<typeof Model>;

/** Folder of each service, where it is not the name that signs its requests. One name may mean several generations. */
const folders: Readonly<Record<string, readonly string[]>> = {
  monitoring: ['cloudwatch'],
  es: ['opensearch'],
  elasticloadbalancing: ['elb', 'elbv2'],
};

const loaded = new Map<string, ServiceModel>();

/** Every generation of the service that signs under this name. @throws for a name that AWS does not have. */
export function modelsOf(signingName: string): readonly ServiceModel[] {
  return (folders[signingName] ?? [signingName]).map(load);
}

export function shapeOf(model: ServiceModel, { shape }: { readonly shape: string }): Shape {
  const found = model.shapes[shape];
  if (found === undefined) throw new Error(`the model has no shape ${shape}`);
  return found;
}

function load(folder: string): ServiceModel {
  const known = loaded.get(folder);
  if (known !== undefined) return known;
  const versions = packageFile(path.join('botocore/data', folder));
  const newest = readdirSync(versions).toSorted().at(-1) ?? '';
  const file = path.join(versions, newest, 'service-2.json.gz');
  const model = Model.parse(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')));
  loaded.set(folder, model);
  return model;
}
