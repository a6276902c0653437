/** Frames of the database's wire protocol, as a server reads and writes them: OP_MSG, and OP_QUERY for the first hello of a driver. */
import { BSON, type Document } from 'mongodb';

const headerBytes = 16;
const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;
/** The sender expects no answer. */
const moreToCome = 2;
const cursorNotFound = 0;

export interface Received {
  readonly requestId: number;
  readonly command: Document;
  readonly wantsAnswer: boolean;
  /** Which kind of frame the answer must be. */
  readonly isQuery: boolean;
}

/** Takes whole frames from the front of what has arrived; what is left waits for more. */
export function readFrames(arrived: Buffer): { frames: Received[]; rest: Buffer } {
  const frames: Received[] = [];
  let rest = arrived;
  while (rest.length >= headerBytes && rest.length >= lengthOf(rest)) {
    const length = lengthOf(rest);
    frames.push(readFrame(rest.subarray(0, length)));
    rest = rest.subarray(length);
  }
  return { frames, rest };
}

/** @throws for what cannot be a frame, such as the beginning of TLS. */
function lengthOf(frame: Buffer): number {
  const length = frame.readInt32LE(0);
  if (length < headerBytes || length > 48_000_000) throw new Error(`a frame of ${length} bytes is not expected`);
  return length;
}

function readFrame(frame: Buffer): Received {
  const requestId = frame.readInt32LE(4);
  const opCode = frame.readInt32LE(12);
  const body = frame.subarray(headerBytes);
  if (opCode === opMsg) return { requestId, isQuery: false, ...readMessage(body) };
  if (opCode === opQuery) return { requestId, isQuery: true, wantsAnswer: true, command: readQuery(body) };
  throw new Error(`a frame with the operation ${opCode} is not expected`);
}

function readMessage(body: Buffer): Pick<Received, 'command' | 'wantsAnswer'> {
  const flags = body.readUInt32LE(0);
  if (body[4] !== 0) throw new Error('the first section of a message is not its command');
  const size = body.readInt32LE(5);
  if (body.length !== 5 + size) throw new Error('a message has more than its command');
  return { command: decode(body.subarray(5)), wantsAnswer: (flags & moreToCome) === 0 };
}

function readQuery(body: Buffer): Document {
  const end = body.indexOf(0, 4);
  const namespace = body.subarray(4, end).toString();
  if (!namespace.endsWith('.$cmd')) throw new Error(`a query of ${namespace} is not expected`);
  const command = decode(body.subarray(end + 9));
  return { ...command, $db: namespace.slice(0, -'.$cmd'.length) };
}

function decode(bytes: Buffer): Document {
  return BSON.deserialize(bytes, {
    promoteValues: false,
    promoteLongs: false,
    bsonRegExp: true,
    promoteBuffers: false,
  });
}

export function writeFrame({ requestId, isQuery }: Received, answer: Document): Buffer {
  const document = BSON.serialize(answer);
  const before = isQuery ? Buffer.alloc(20) : Buffer.alloc(5);
  if (isQuery) {
    before.writeInt32LE(cursorNotFound, 0);
    before.writeInt32LE(1, 16);
  }
  const header = Buffer.alloc(headerBytes);
  header.writeInt32LE(headerBytes + before.length + document.length, 0);
  header.writeInt32LE(1, 4);
  header.writeInt32LE(requestId, 8);
  header.writeInt32LE(isQuery ? opReply : opMsg, 12);
  return Buffer.concat([header, before, document]);
}
