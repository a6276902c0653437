/** How many stacks an export of the OpenTelemetry protocol holds. Field numbers: opentelemetry-proto, profiles/v1development. */
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

const resourceProfiles = 1;
const ofResourceProfiles = { resource: 1, scopeProfiles: 2 };
const ofScopeProfiles = { profiles: 2 };
const ofProfile = { samples: 2 };
const ofSample = { timestamps: 5 };
const ofResource = { attributes: 1 };
const ofAttribute = { key: 1, value: 2 };
const ofValue = { int: 3 };

/**
 * The stacks of one process in an ExportProfilesServiceRequest: each sample has a time for each time it was seen.
 *
 * @throws RangeError or Error when the message is cut or is none.
 */
export function countStacksOf(request: Uint8Array, pid: number): number {
  return sum(fieldsOf(request, resourceProfiles), (group) => {
    const isOfProcess = fieldsOf(group, ofResourceProfiles.resource).some((resource) => readPid(resource) === pid);
    if (!isOfProcess) return 0;
    return sum(fieldsOf(group, ofResourceProfiles.scopeProfiles), (scope) =>
      sum(fieldsOf(scope, ofScopeProfiles.profiles), (profile) =>
        sum(fieldsOf(profile, ofProfile.samples), countTimes),
      ),
    );
  });
}

const sum = <T>(parts: readonly T[], of: (part: T) => number): number =>
  parts.reduce((total, part) => total + of(part), 0);

/** Every occurrence of a field that holds bytes or a message. */
function fieldsOf(message: Uint8Array, wanted: number): Uint8Array[] {
  const reader = new BinaryReader(message);
  const found: Uint8Array[] = [];
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (field === wanted && type === WireType.LengthDelimited) found.push(reader.bytes());
    else reader.skip(type, field);
  }
  return found;
}

/** Times are packed, eight bytes each. */
function countTimes(sample: Uint8Array): number {
  return sum(fieldsOf(sample, ofSample.timestamps), (times) => times.length / 8);
}

function readPid(resource: Uint8Array): number | undefined {
  for (const attribute of fieldsOf(resource, ofResource.attributes)) {
    const [key] = fieldsOf(attribute, ofAttribute.key);
    if (Buffer.from(key ?? []).toString('utf8') !== 'process.pid') continue;
    const [value = new Uint8Array()] = fieldsOf(attribute, ofAttribute.value);
    return readInt(value);
  }
  return undefined;
}

function readInt(value: Uint8Array): number | undefined {
  const reader = new BinaryReader(value);
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (field === ofValue.int) return Number(reader.int64());
    reader.skip(type, field);
  }
  return undefined;
}
