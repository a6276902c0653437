/**
 * With this variable Google's client libraries write requests and answers to standard error, before anything
 * is redacted (`google-logging-utils`, `build/src/logging-utils.js`).
 */
const variable = 'GOOGLE_SDK_NODE_LOGGING';

/** Call it before such a library is loaded: it reads the variable at its first line. */
export function silenceGoogleLibraries(): void {
  Reflect.deleteProperty(process.env, variable);
}
