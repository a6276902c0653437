/** The stacks that an export of the OpenTelemetry protocol holds. Field numbers: opentelemetry-proto, profiles/v1development. */
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

const ofRequest = { resourceProfiles: 1, dictionary: 2 };
const ofDictionary = { locations: 2, strings: 5, attributes: 6, stacks: 7 };
const ofLocation = { mapping: 1, lines: 3 };
const ofStack = { locations: 1 };
const ofResourceProfiles = { resource: 1, scopeProfiles: 2 };
const ofScopeProfiles = { profiles: 2 };
const ofProfile = { samples: 2 };
const ofSample = { stack: 1, attributes: 3, timestamps: 5 };
const ofResource = { attributes: 1 };
const ofAttribute = { key: 1, value: 2 };
/** Of the dictionary: the key is a number of a string. */
const ofSharedAttribute = { key: 1, value: 2 };
const ofValue = { int: 3 };

export interface CountedStacks {
  readonly stacks: number;
  /** Of these, those without a frame that means an error. The profiler must be configured to include such frames. */
  readonly whole: number;
}

/**
 * The stacks of these processes in an ExportProfilesServiceRequest, each as often as it has a time at which it was seen.
 *
 * @throws Error when the message is cut or is none.
 */
export function countStacksOf(request: Uint8Array, pids: ReadonlySet<number>): CountedStacks {
  const top = fieldsOf(request);
  const dictionary = fieldsOf(messages(top, ofRequest.dictionary)[0] ?? new Uint8Array());
  const isWhole = readWholeness(dictionary);
  const isOfProcess = readProcesses(dictionary).map((pid) => pids.has(pid));
  let stacks = 0;
  let whole = 0;
  for (const group of messages(top, ofRequest.resourceProfiles).map(fieldsOf)) {
    // The process is an attribute of the resource, or, in older versions of the profiler, of each sample.
    const isResource = messages(group, ofResourceProfiles.resource).some((resource) => pids.has(readPid(resource)));
    const scopes = messages(group, ofResourceProfiles.scopeProfiles);
    const profiles = scopes.flatMap((scope) => messages(fieldsOf(scope), ofScopeProfiles.profiles));
    for (const sample of profiles.flatMap((profile) => messages(fieldsOf(profile), ofProfile.samples)).map(fieldsOf)) {
      const attributes = messages(sample, ofSample.attributes).flatMap(readPacked);
      if (!isResource && !attributes.some((attribute) => isOfProcess[attribute] === true)) continue;
      // Packed, eight bytes each.
      const times = messages(sample, ofSample.timestamps).reduce((sum, { length }) => sum + length / 8, 0);
      stacks += times;
      if (isWhole[number(sample, ofSample.stack)] === true) whole += times;
    }
  }
  return { stacks, whole };
}

/** By the number of a stack. */
function readWholeness(tables: Fields): boolean[] {
  // Such a frame is in no file and has no function.
  const isError = messages(tables, ofDictionary.locations)
    .map(fieldsOf)
    .map((location) => number(location, ofLocation.mapping) === 0 && messages(location, ofLocation.lines).length === 0);
  return messages(tables, ofDictionary.stacks).map((stack) => {
    const places = messages(fieldsOf(stack), ofStack.locations).flatMap(readPacked);
    return !places.some((place) => isError[place] ?? true);
  });
}

/** By the number of an attribute: the process that it names, else NaN. */
function readProcesses(tables: Fields): number[] {
  const key = messages(tables, ofDictionary.strings).findIndex((text) => pidKey.equals(text));
  return messages(tables, ofDictionary.attributes).map((attribute) => {
    const fields = fieldsOf(attribute);
    const [value] = messages(fields, ofSharedAttribute.value);
    const isPid = key > 0 && number(fields, ofSharedAttribute.key) === key && value !== undefined;
    return isPid ? number(fieldsOf(value), ofValue.int) : Number.NaN;
  });
}

/** NaN where the resource names no process. */
function readPid(resource: Uint8Array): number {
  for (const attribute of messages(fieldsOf(resource), ofResource.attributes).map(fieldsOf)) {
    const [key] = messages(attribute, ofAttribute.key);
    const [value] = messages(attribute, ofAttribute.value);
    if (value !== undefined && Buffer.from(key ?? []).equals(pidKey)) return number(fieldsOf(value), ofValue.int);
  }
  return Number.NaN;
}

const pidKey = Buffer.from('process.pid');

/** By number; bytes of messages and lists, or a number. What has another form is left out. */
type Fields = ReadonlyMap<number, readonly (Uint8Array | number)[]>;

function fieldsOf(message: Uint8Array): Fields {
  const reader = new BinaryReader(message);
  const found = new Map<number, (Uint8Array | number)[]>();
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (type !== WireType.LengthDelimited && type !== WireType.Varint) {
      reader.skip(type, field);
      continue;
    }
    const value = type === WireType.Varint ? Number(reader.int64()) : reader.bytes();
    const values = found.get(field);
    if (values === undefined) found.set(field, [value]);
    else values.push(value);
  }
  return found;
}

const messages = (fields: Fields, field: number): Uint8Array[] =>
  (fields.get(field) ?? []).filter((value) => value instanceof Uint8Array);

/** Zero is not sent. */
function number(fields: Fields, field: number): number {
  const value = fields.get(field)?.[0];
  return typeof value === 'number' ? value : 0;
}

function readPacked(list: Uint8Array): number[] {
  const reader = new BinaryReader(list);
  const numbers: number[] = [];
  while (reader.pos < reader.len) numbers.push(reader.int32());
  return numbers;
}
