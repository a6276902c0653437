/**
 * Attributes that must not leave, by their names. The instrumented program writes them and not the system that stores
 * them, so they are the same for every system.
 *
 * Personal: what systems that record the use of an application store of the person who used it, by the names that they
 * and OpenTelemetry give it. Country and continent say nothing of a person and stay.
 * https://docs.datadoghq.com/real_user_monitoring/browser/data_collected/
 */

/** Everything that an application reported about its user, except the two ids. */
const ofUser = /(?:^|[.@])(?:usr|user|enduser)\.(?!(?:id|anonymous_id)$)/iu;
const addressOfClient = /(?:^|[.@_])(?:ip|ip_?address|client_?ip|x_forwarded_for)$/iu;
/** Finer than a country, wherever a place is derived from an address. */
const place =
  /(?:^|[.@])geo(?:ip)?\.(?!(?:country|country_iso_code|continent|continent_code)$|country\.|continent\.)/iu;

/** `path`: name of an attribute, its parts joined with dots, with or without the sign that queries put before it. */
export function isPersonal(path: string): boolean {
  return ofUser.test(path) || addressOfClient.test(path) || place.test(path);
}

const email = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;

/** The same text with every e-mail address in it replaced. */
export function withoutEmail(text: string): string {
  return text.includes('@') ? text.replaceAll(email, '[e-mail]') : text;
}

/** Of spans: headers and request metadata, by the names of OpenTelemetry's conventions and of older tracers. Among them are those that sign in. */
const captured = /(?:^|\.)(?:request|response)\.(?:headers?|metadata)(?:\.|$)|(?:^|\.)http\.headers?(?:\.|$)/iu;
/** Attributes that are a credential by their name, regardless of who set them. */
const credential =
  /(?:^|[._-])(?:authorization|cookie|set-cookie|password|passwd|secret|api[_-]?key|access[_-]?token)$/iu;

/** `path`: name of an attribute, or its parts joined with dots. */
export function mayHoldCredential(path: string): boolean {
  return captured.test(path) || credential.test(path);
}
