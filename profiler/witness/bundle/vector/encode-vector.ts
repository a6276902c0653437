/**
 * A vector as bytes:
 *
 *     4  "FVEC"
 *     1  version of this format
 *     4  CRC-32 of everything after it
 *     …  zlib of: facts as JSON, behind their length;
 *        for each measured axis: number of keys, keys, units, amounts, other columns, parts of executables,
 *        histograms, places, calls
 *
 * Keys are written as the part that differs from the key before. A column that equals the amounts, or has no value at
 * all, takes one byte.
 */
import { crc32, deflateSync } from 'node:zlib';
import { ByteWriter } from './byte-writer.ts';
import {
  type AxisColumns,
  type CaptureVector,
  noPresence,
  noSpread,
  type Numbers,
  optionalColumns,
} from './capture-vector.ts';

export const vectorMagic = 'FVEC';
/** Another one whenever bytes would be read otherwise, or a vector holds something else: stored ones are then made again. */
export const vectorVersion = 5;
export const headerLength = 9;

/** How an optional column is written. */
export const columnForms = { none: 0, asAmount: 1, values: 2 } as const;
/** How units are written. */
export const unitForms = { one: 0, each: 1 } as const;

export function encodeVector({ axes, ...facts }: CaptureVector): Buffer {
  const writer = new ByteWriter();
  const factsOfAxes = axes.map((axis) => {
    if (axis.state === 'missing') return axis;
    const { columns: _, ...rest } = axis;
    return rest;
  });
  writer.text(JSON.stringify({ ...facts, axes: factsOfAxes }));
  for (const axis of axes) if (axis.state !== 'missing') writeColumns(writer, axis.columns);
  const body = deflateSync(writer.written());
  const header = Buffer.alloc(headerLength);
  header.write(vectorMagic, 'latin1');
  header.writeUInt8(vectorVersion, 4);
  header.writeUInt32LE(crc32(body), 5);
  return Buffer.concat([header, body]);
}

function writeColumns(writer: ByteWriter, columns: AxisColumns): void {
  writer.number(columns.keys.length);
  writeKeys(writer, columns.keys);
  writeUnits(writer, columns.units);
  for (const amount of columns.amount) writer.number(amount);
  for (const name of optionalColumns) writeColumn(writer, columns[name], columns.amount);
  for (const bits of columns.presence) writer.number(bits === noPresence ? 0 : bits + 1);
  for (const spread of columns.spread) writer.number(spread === noSpread ? 0 : spread + 1);
  for (const part of columns.byBuild ?? []) writeColumn(writer, part, columns.amount);
  writeHistograms(writer, columns);
  writePlaces(writer, columns.places);
  writeEdges(writer, columns.edges);
}

function writeKeys(writer: ByteWriter, keys: readonly string[]): void {
  let before: Uint8Array = new Uint8Array();
  for (const key of keys) {
    const bytes = Buffer.from(key, 'utf8');
    let shared = 0;
    while (shared < before.length && before[shared] === bytes[shared]) shared++;
    writer.number(shared);
    writer.number(bytes.length - shared);
    writer.bytes(bytes.subarray(shared));
    before = bytes;
  }
}

function writeUnits(writer: ByteWriter, units: Uint8Array): void {
  const [first = 0] = units;
  const isOne = units.every((unit) => unit === first);
  writer.byte(isOne ? unitForms.one : unitForms.each);
  if (isOne) writer.byte(first);
  else writer.bytes(units);
}

function writeColumn(writer: ByteWriter, column: Numbers | undefined, amount: Numbers): void {
  if (column === undefined) return writer.byte(columnForms.none);
  if (column.every((value, key) => value === amount[key])) return writer.byte(columnForms.asAmount);
  writer.byte(columnForms.values);
  for (const value of column) writer.number(Number.isNaN(value) ? 0 : value + 1);
}

function writeHistograms(writer: ByteWriter, { histograms }: AxisColumns): void {
  writer.byte(histograms === undefined ? 0 : 1);
  if (histograms === undefined) return;
  const { lengths, starts, bins, counts } = histograms;
  writer.number(bins.length);
  for (const [key, length] of lengths.entries()) {
    writer.number(length);
    if (length === 0) continue;
    const [from, to] = [starts[key] ?? 0, starts[key + 1] ?? 0];
    writer.number(to - from);
    for (let at = from; at < to; at++) {
      writer.number(bins[at] ?? 0);
      writer.number(counts[at] ?? 0);
    }
  }
}

function writePlaces(writer: ByteWriter, places: AxisColumns['places']): void {
  writer.number(places?.files.length ?? 0);
  if (places === undefined) return;
  for (const file of places.files) writer.text(file);
  for (const [key, file] of places.file.entries()) {
    writer.number(file);
    if (file > 0) writer.number(places.line[key] ?? 0);
  }
}

function writeEdges(writer: ByteWriter, edges: AxisColumns['edges']): void {
  writer.number(edges?.caller.length ?? 0);
  if (edges === undefined) return;
  for (const [at, caller] of edges.caller.entries()) {
    writer.number(caller);
    writer.number(edges.callee[at] ?? 0);
    writer.number(edges.samples[at] ?? 0);
  }
}
