/**
 * What tracers put into spans and must not leave. The same for every system that keeps traces, because
 * the instrumented program writes it and not the system.
 */

/** Headers and request metadata, by the names of OpenTelemetry's conventions and of older tracers. Among them are those that sign in. */
const captured = /(?:^|\.)(?:request|response)\.(?:headers?|metadata)(?:\.|$)|(?:^|\.)http\.headers?(?:\.|$)/iu;
/** Attributes that are a credential by their name, regardless of who set them. */
const credential =
  /(?:^|[._-])(?:authorization|cookie|set-cookie|password|passwd|secret|api[_-]?key|access[_-]?token)$/iu;

/** `path`: name of an attribute, or its parts joined with dots. */
export function mayHoldCredential(path: string): boolean {
  return captured.test(path) || credential.test(path);
}
