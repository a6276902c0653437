/**
 * Lets only declared calls out, and of writes at most one. What a manifest does not say, a connector
 * cannot do: reviewers read the manifest.
 */
import { type OperationDeclaration, type UpstreamCall, writeCallsOf } from '../../connector/manifest.ts';
import { Fault } from '../../core/fault.ts';
import type { CallEnd, HttpCall } from '../../core/http-client.ts';

/** What may be asked upstream for one question or check. */
export interface Admissible {
  readonly reads: readonly UpstreamCall[];
  /** The calls that write, of which one is sent, once; none where nothing may be written. */
  readonly writes?: readonly UpstreamCall[] | undefined;
  readonly maxCalls: number;
}

/** What became of the request that writes. */
export interface WriteFate {
  /** Undefined while no whole answer came and nothing says why. */
  readonly end: CallEnd | undefined;
  /** No other call was open with it or came after it: a fault can only be about the write. */
  readonly isAlone: boolean;
}

type Written = { -readonly [K in keyof WriteFate]: WriteFate[K] };

/** A call as HTTP makes it, or the declared name it is made under. */
export type AskedCall = Pick<HttpCall, 'method' | 'path'> | UpstreamCall;

export interface UpstreamGate {
  /**
   * Called before every call. Returns a function to call once with its end.
   * @throws Fault `bug` for one that is undeclared, `cap_exceeded` above the number of calls.
   */
  admit(call: AskedCall, access: HttpCall['access']): (end: CallEnd) => void;
  readonly count: () => number;
  /** Undefined as long as no write was let out. */
  readonly write: () => WriteFate | undefined;
}

/** What a question may ask upstream: a read nothing that writes, a write its own call and what it looks up. */
export function admissibleFor(
  access: HttpCall['access'],
  declaration: OperationDeclaration,
): Pick<Admissible, 'reads' | 'writes'> {
  if (access === 'read') return { reads: declaration.upstream };
  const writes = writeCallsOf(declaration);
  return { reads: declaration.upstream.filter((call) => !writes.includes(call)), writes };
}

export function createUpstreamGate({ reads, writes = [], maxCalls }: Admissible): UpstreamGate {
  const isRead = matcherOf(reads);
  const isWrite = matcherOf(writes);
  let calls = 0;
  let open = 0;
  let written: Written | undefined;
  return {
    admit(call, access) {
      const isDeclared = access === 'write' ? isWrite(call) && written === undefined : isRead(call);
      if (!isDeclared) throw undeclared(call, access);
      if (calls >= maxCalls) {
        const remedy = 'Ask for less in one question: a narrower window or a more selective query.';
        throw new Fault('cap_exceeded', { limit: `${maxCalls} upstream calls`, estimate: 'more' }, remedy);
      }
      if (written !== undefined) written.isAlone = false;
      const mine: Written | undefined = access === 'write' ? { end: undefined, isAlone: open === 0 } : undefined;
      written ??= mine;
      calls += 1;
      open += 1;
      return (end) => {
        open -= 1;
        if (mine !== undefined) mine.end = end;
      };
    },
    count: () => calls,
    write: () => written,
  };
}

function undeclared(call: AskedCall, access: HttpCall['access']): Fault {
  const name = typeof call === 'string' ? call : `${call.method} ${call.path}`;
  const cause = new Error(`undeclared upstream call: ${name} as a ${access}`);
  const remedy = 'Report it: the connector tried a call that its manifest does not declare.';
  return new Fault('bug', {}, remedy, { cause });
}

function matcherOf(declared: readonly UpstreamCall[]): (call: AskedCall) => boolean {
  const patterns = declared.filter((call) => call.includes(' /')).map(patternOf);
  return (call) =>
    typeof call === 'string'
      ? declared.includes(call)
      : patterns.some((pattern) => pattern.test(`${call.method} ${call.path}`));
}

/** What means something in a pattern; anything else must not be escaped in a unicode one. */
const syntax = /[$()*+.?[\\\]^{|}]/gu;

/** A part in braces is one path segment, whatever it holds. */
function patternOf(call: UpstreamCall): RegExp {
  const escaped = call.split(/\{[^}]*\}/u).map((literal) => literal.replaceAll(syntax, String.raw`\$&`));
  return new RegExp(`^${escaped.join('[^/]+')}$`, 'u');
}
