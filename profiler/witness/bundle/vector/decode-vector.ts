/** From bytes to a vector, strictly: what is truncated or damaged is refused, with what is wrong. */
import { crc32, inflateSync } from 'node:zlib';
import { ByteReader, VectorError } from './byte-reader.ts';
import {
  type AxisColumns,
  type AxisVector,
  type CaptureVector,
  type Edges,
  type Histograms,
  type MeasuredVector,
  noPresence,
  noSpread,
  type Numbers,
  optionalColumns,
  type Places,
  smallest,
  units,
  VectorFacts,
} from './capture-vector.ts';
import { columnForms, headerLength, unitForms, vectorMagic, vectorVersion } from './encode-vector.ts';
import { KeyReader, SharedKeys } from './key-reader.ts';

/** Captures of one comparison share the text of their keys through `shared`. @throws VectorError */
export function decodeVector(bytes: Uint8Array, shared = new SharedKeys()): CaptureVector {
  checkHeader(bytes);
  const reader = new ByteReader(inflate(bytes.subarray(headerLength)));
  const { axes, ...facts } = readFacts(reader);
  const read = axes.map((axis): AxisVector => {
    if (axis.state === 'missing') return axis;
    const columns = readColumns(reader, axis, shared.of(axis.axis));
    shared.set(axis.axis, columns.keys);
    return { ...axis, columns };
  });
  if (!reader.isAtEnd) throw new VectorError('bytes follow the last axis');
  return { ...facts, axes: read };
}

/** When the window of a capture began, RFC 3339; its columns are not read. @throws VectorError */
export function readStart(bytes: Uint8Array): string {
  checkHeader(bytes);
  return readFacts(new ByteReader(inflate(bytes.subarray(headerLength)))).window.start_wall;
}

function checkHeader(bytes: Uint8Array): void {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(headerLength, bytes.byteLength));
  if (header.length < headerLength) throw new VectorError('it ends within the header');
  if (header.toString('latin1', 0, 4) !== vectorMagic) throw new VectorError('it is not a vector');
  const version = header.readUInt8(4);
  if (version !== vectorVersion) {
    throw new VectorError(`it has version ${version}; this program reads version ${vectorVersion}`);
  }
  const checksum = crc32(bytes.subarray(headerLength));
  if (checksum !== header.readUInt32LE(5)) throw new VectorError('its checksum does not match');
}

/** The bytes of the largest bundle: a vector holds less than its bundle. */
const mostBytes = 64 << 20;

function inflate(body: Uint8Array): Buffer {
  try {
    return inflateSync(body, { maxOutputLength: mostBytes });
  } catch (error) {
    throw new VectorError(`it is not zlib data of at most ${mostBytes} bytes`, { cause: error });
  }
}

function readFacts(reader: ByteReader): VectorFacts {
  const parsed = VectorFacts.safeParse(parseJson(reader.text('the facts')));
  if (parsed.success) return parsed.data;
  throw new VectorError(
    `the facts are not valid at ${parsed.error.issues[0]?.path.map(String).join('.') ?? 'the top'}`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new VectorError('the facts are not JSON', { cause: error });
  }
}

function readColumns(
  reader: ByteReader,
  { axis, builds }: Pick<MeasuredVector, 'axis' | 'builds'>,
  known: readonly string[],
): AxisColumns {
  const where = `axis ${axis}`;
  const size = reader.length(`the keys of ${where}`);
  const keys = new KeyReader(reader).read(size, known, `the keys of ${where}`);
  const unitsOfKeys = readUnits(reader, size, where);
  const amount = readNumbers(reader, size, { what: `the amounts of ${where}`, isOptional: false });
  // In the order in which they are written, and the same properties of every axis: what reads many of them is faster so.
  const [events, samples, ns, bytes, timed, inclusive, own, work, within] = optionalColumns.map((name) =>
    readColumn(reader, amount, `${name} of ${where}`),
  );
  const presence = readLessOne(reader, size, { what: `the blocks of ${where}`, most: 0xfff, absent: noPresence });
  const spread = readLessOne(reader, size, { what: `the spread of ${where}`, most: noSpread - 1, absent: noSpread });
  const byBuild = builds && readParts(reader, amount, { parts: builds.length + 1, where });
  const histograms = readHistograms(reader, size, where);
  const places = readPlaces(reader, size, where);
  const edges = readEdges(reader, size, where);
  const optional = { events, samples, ns, bytes, timed, inclusive, own, work, within };
  return { keys, units: unitsOfKeys, amount, ...optional, presence, spread, byBuild, histograms, places, edges };
}

function readUnits(reader: ByteReader, size: number, where: string): Uint8Array {
  const what = `the units of ${where}`;
  const form = reader.byte(what);
  const read = form === unitForms.one ? new Uint8Array(size).fill(reader.byte(what)) : undefined;
  if (read === undefined && form !== unitForms.each) throw new VectorError(`${what} have the unknown form ${form}`);
  const found = read ?? Uint8Array.from(reader.bytes(size, what));
  if (found.some((unit) => unit >= units.length)) throw new VectorError(`${what} hold an unknown unit`);
  return found;
}

/** Where numbers are read before it is known how large they are. */
let scratch = new Float64Array();

interface NumberForm {
  readonly what: string;
  /** Each is written as one more, so that 0 says that there is none. */
  readonly isOptional: boolean;
}

function readNumbers(reader: ByteReader, size: number, { what, isOptional }: NumberForm): Numbers {
  if (scratch.length < size) scratch = new Float64Array(size);
  const read = scratch;
  let isSmall = true;
  for (let at = 0; at < size; at++) {
    const value = reader.number(what);
    const own = isOptional && value === 0 ? Number.NaN : value - Number(isOptional);
    read[at] = own;
    // `NaN` does not fit either.
    if (!(own <= 0xffff_ffff)) isSmall = false;
  }
  return isSmall ? new Uint32Array(read.subarray(0, size)) : read.slice(0, size);
}

function readColumn(reader: ByteReader, amount: Numbers, what: string): Numbers | undefined {
  const form = reader.byte(what);
  if (form === columnForms.none) return undefined;
  if (form === columnForms.asAmount) return amount;
  if (form !== columnForms.values) throw new VectorError(`${what} have the unknown form ${form}`);
  return readNumbers(reader, amount.length, { what, isOptional: true });
}

/** One column for each executable of the axis, and one for what none is known for. */
function readParts(
  reader: ByteReader,
  amount: Numbers,
  { parts, where }: { readonly parts: number; readonly where: string },
): Numbers[] {
  return Array.from({ length: parts }, () => {
    const column = readColumn(reader, amount, `the executables of ${where}`);
    return column ?? new Float64Array(amount.length).fill(Number.NaN);
  });
}

interface Limits {
  readonly what: string;
  readonly most: number;
  readonly absent: number;
}

/** Written as one more, so that 0 says that there is none. */
function readLessOne(reader: ByteReader, size: number, { what, most, absent }: Limits): Uint16Array {
  const column = new Uint16Array(size);
  for (let at = 0; at < size; at++) {
    const value = reader.number(what, most + 1);
    column[at] = value === 0 ? absent : value - 1;
  }
  return column;
}

function readHistograms(reader: ByteReader, size: number, where: string): Histograms | undefined {
  const what = `the histograms of ${where}`;
  const form = reader.byte(what);
  if (form === 0) return undefined;
  if (form !== 1) throw new VectorError(`${what} have the unknown form ${form}`);
  const total = reader.length(what);
  const lengths = new Uint16Array(size);
  const starts = new Uint32Array(size + 1);
  const [bins, counts] = [new Uint16Array(total), new Float64Array(total)];
  const into = { lengths, starts, bins, counts, what };
  for (let key = 0; key < size; key++) readBins(reader, into, key);
  if (starts[size] !== total) throw new VectorError(`${what} have fewer bins than they say`);
  return { lengths, starts, bins, counts: smallest(counts) };
}

function readBins(
  reader: ByteReader,
  { lengths, starts, bins, counts, what }: Histograms & { readonly what: string },
  key: number,
): void {
  const from = starts[key] ?? 0;
  const length = reader.number(what, 0xffff);
  const end = from + (length === 0 ? 0 : reader.number(what, length));
  if (end > bins.length) throw new VectorError(`${what} have more bins than they say`);
  lengths[key] = length;
  for (let at = from; at < end; at++) {
    bins[at] = reader.number(what, length - 1);
    counts[at] = reader.number(what);
  }
  starts[key + 1] = end;
}

function readPlaces(reader: ByteReader, size: number, where: string): Places | undefined {
  const what = `the places of ${where}`;
  const files = Array.from({ length: reader.length(what) }, () => reader.text(what));
  if (files.length === 0) return undefined;
  const places = { files, file: new Uint32Array(size), line: new Uint32Array(size) };
  readLines(reader, places, what);
  return places;
}

function readLines(reader: ByteReader, { files, file, line }: Places, what: string): void {
  for (let key = 0; key < file.length; key++) {
    file[key] = reader.number(what, files.length);
    if (file[key] !== 0) line[key] = reader.number(what, 0xffff_ffff);
  }
}

function readEdges(reader: ByteReader, size: number, where: string): Edges | undefined {
  const what = `the calls of ${where}`;
  const count = reader.length(what);
  if (count === 0) return undefined;
  const [caller, callee] = [new Uint32Array(count), new Uint32Array(count)];
  const samples = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    caller[at] = reader.number(what, size - 1);
    callee[at] = reader.number(what, size - 1);
    samples[at] = reader.number(what);
  }
  return { caller, callee, samples: smallest(samples) };
}
