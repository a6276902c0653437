/** Lets only declared calls out. What a manifest does not say, a connector cannot do: reviewers read the manifest. */
import type { UpstreamCall } from '../connector/manifest.ts';
import { Fault } from '../core/fault.ts';

export interface UpstreamGate {
  /** Told before every call: its method and path, or the declared name it is made under. @throws Fault `bug` for an undeclared one, `cap_exceeded` above the number of calls. */
  admit(call: { readonly method: string; readonly path: string } | UpstreamCall): void;
  readonly count: () => number;
}

export function createUpstreamGate(declared: readonly UpstreamCall[], maxCalls: number): UpstreamGate {
  const patterns = declared.filter((call) => call.includes(' /')).map(patternOf);
  let calls = 0;
  return {
    admit(call) {
      const isDeclared =
        typeof call === 'string'
          ? declared.includes(call)
          : patterns.some((pattern) => pattern.test(`${call.method} ${call.path}`));
      if (!isDeclared) {
        const cause = new Error(
          `undeclared upstream call: ${typeof call === 'string' ? call : `${call.method} ${call.path}`}`,
        );
        throw new Fault('bug', {}, 'Report it: the connector tried a call that its manifest does not declare.', {
          cause,
        });
      }
      if (calls >= maxCalls) {
        const remedy = 'Ask for less in one question: a narrower window or a more selective query.';
        throw new Fault('cap_exceeded', { limit: `${maxCalls} upstream calls`, estimate: 'more' }, remedy);
      }
      calls += 1;
    },
    count: () => calls,
  };
}

/** What means something in a pattern; anything else must not be escaped in a unicode one. */
const syntax = /[$()*+.?[\\\]^{|}]/gu;

/** A part in braces is one path segment, whatever it holds. */
function patternOf(call: UpstreamCall): RegExp {
  const escaped = call.split(/\{[^}]*\}/u).map((literal) => literal.replaceAll(syntax, String.raw`\$&`));
  return new RegExp(`^${escaped.join('[^/]+')}$`, 'u');
}
