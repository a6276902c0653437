/** Why no word came from the database: by what the network said of its members. Never a matter of rights. */
import { Fault } from '../../src/core/fault.ts';
import { networkCodeOf } from '../../src/core/network-fault.ts';
import type { Target } from './connection-string.ts';

interface Cause {
  readonly codes: RegExp;
  readonly remedy: (where: string, target: Target) => string;
}

const notTheRole = 'The password and the roles of the user are not the cause.';
const accessList =
  'In Atlas, check Network Access: the address that this Agent sends from must be in the IP access list, or the Agent must reach the private endpoint.';

/** The first that matches decides. */
const causes: readonly Cause[] = [
  {
    codes: /^(?:ENOTFOUND|EAI_\w+)$/u,
    remedy: (where) =>
      `The host name does not resolve from here; check the hosts of MONGO_URI and the DNS of this network (${where}).`,
  },
  {
    codes: /^ECONNREFUSED$/u,
    remedy: (where) =>
      `The connection was refused; check host and port in MONGO_URI, and that the database is running (${where}).`,
  },
  {
    codes: /^(?:TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$/u,
    remedy: (where) =>
      `No member answered in time: allow connections from this Agent to ${where}. ${accessList} ${notTheRole}`,
  },
  {
    // Atlas ends the handshake so for an address that is not in its list.
    codes: /^ERR_SSL_(?:TLSV1|SSLV3)_ALERT_INTERNAL_ERROR$/u,
    remedy: (where) => `The server ended the TLS handshake (${where}). ${accessList} ${notTheRole}`,
  },
  {
    codes: /^(?:CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/u,
    remedy: (where) =>
      `The certificate is not valid at this time; renew it, or set the clock of this machine (${where}).`,
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/u,
    remedy: (where) =>
      `The certificate is for another host name; write the hosts in MONGO_URI as the certificate names them (${where}).`,
  },
  {
    codes: /CERT|SELF_SIGNED|UNABLE_TO/u,
    remedy: (where) => `The certificate is not trusted; put its authority into the file in RUNNER_CA_FILE (${where}).`,
  },
  {
    codes: /^(?:EPROTO|ERR_SSL_\w+|ERR_TLS_\w+)$/u,
    remedy: (where) =>
      `One side uses TLS and the other does not, or the versions differ: compare tls in MONGO_URI with the TLS settings of the database (${where}).`,
  },
  {
    codes: /^(?:ECONNRESET|EPIPE|ECONNECTION)$/u,
    remedy: (where, { isTls }) =>
      `The connection was closed (${where}). If that happens every time: ${isTls ? 'check that the database accepts TLS' : 'add tls=true to MONGO_URI if the database requires TLS'}, and check the firewalls in between. ${accessList}`,
  },
];

export function explainUnreachable(error: unknown, target: Target): Fault {
  const found = findCause(error);
  if (found.lookup !== undefined) return explainLookup(error, { code: found.code, name: found.lookup });
  if (found.isTooOld) return tooOld(error);
  if (found.isWrongSet) return wrongSet(error, target);
  if (found.hasNoSuitable) return noSuitable(error);
  const where = target.hosts.join(', ');
  const cause = causes.find(({ codes }) => codes.test(found.code));
  // What is neither of the network nor of the database is ours.
  if (cause === undefined) {
    return new Fault('bug', {}, 'Report it: the driver failed in an unknown way.', { cause: error });
  }
  return new Fault('upstream_down', { code: found.code }, cause.remedy(where, target), { cause: error });
}

interface Found {
  readonly code: string;
  /** The name whose records were asked for in vain. */
  readonly lookup?: string;
  readonly isTooOld?: boolean;
  readonly isWrongSet?: boolean;
  readonly hasNoSuitable?: boolean;
}

function findCause(error: unknown): Found {
  if (!(error instanceof Error)) return { code: 'UNKNOWN' };
  if ('syscall' in error && String(error.syscall).startsWith('query')) {
    return { code: networkCodeOf(error), lookup: 'hostname' in error ? String(error.hostname) : '' };
  }
  if (error.name === 'MongoServerSelectionError') return causeOfSelection(error);
  if (error.name === 'MongoCompatibilityError') return { code: '', isTooOld: true };
  if (/^Mongo(?:NetworkTimeout|OperationTimeout)Error$/u.test(error.name)) return { code: 'TIMEOUT' };
  if (/^Mongo(?:Network|PoolCleared|PoolClearedOnNetwork)\w*Error$/u.test(error.name)) return { code: codeOf(error) };
  const code = networkCodeOf(error);
  return { code: code === 'ECONNECTION' ? 'UNKNOWN' : code };
}

/** No member was found in time. What each said last is in the description of the deployment. */
function causeOfSelection(error: Error): Found {
  const description: unknown = 'reason' in error ? error.reason : undefined;
  const members = membersOf(description);
  const errors = members.flatMap((member) =>
    'error' in member && member.error instanceof Error ? [member.error] : [],
  );
  if (errors.some(({ name, message }) => name === 'MongoCompatibilityError' || /wire version/u.test(message))) {
    return { code: '', isTooOld: true };
  }
  if (errors.some(({ message }) => /setName|replica set name/iu.test(message))) return { code: '', isWrongSet: true };
  const first = errors[0];
  if (first !== undefined) return { code: codeOf(first) };
  // A member that belongs to another set is struck off the list.
  if (members.length === 0) return { code: '', isWrongSet: true };
  const isAnyKnown = members.some(
    (member) => 'type' in member && !/^(?:Unknown|PossiblePrimary)$/u.test(String(member.type)),
  );
  return isAnyKnown ? { code: '', hasNoSuitable: true } : { code: 'TIMEOUT' };
}

function membersOf(description: unknown): readonly object[] {
  if (typeof description !== 'object' || description === null || !('servers' in description)) return [];
  const { servers } = description;
  return servers instanceof Map ? [...servers.values()].filter((one) => typeof one === 'object' && one !== null) : [];
}

/** The code of the network, or what the words of the driver say where there is none. */
function codeOf(error: Error): string {
  const code = networkCodeOf(error);
  if (code !== 'ECONNECTION') return code;
  if (error.name === 'MongoNetworkTimeoutError' || /timed? ?out/iu.test(error.message)) return 'TIMEOUT';
  return 'ECONNRESET';
}

function explainLookup(cause: unknown, { code, name }: { code: string; name: string }): Fault {
  if (!/^(?:ENOTFOUND|ENODATA)$/u.test(code)) {
    const remedy = `The DNS of this network did not answer for the records of ${name}: check it, or list the hosts in MONGO_URI with mongodb:// instead of mongodb+srv://.`;
    return new Fault('upstream_down', { code }, remedy, { cause });
  }
  const remedy =
    'The DNS of this network has no such record: copy the connection string again from the vendor’s page, or, if the network blocks SRV records, list the hosts with mongodb:// instead of mongodb+srv://.';
  return new Fault('wrong_endpoint', { variable: 'MONGO_URI', tried: name }, remedy, { cause });
}

function tooOld(cause: unknown): Fault {
  const remedy = 'Upgrade the database to MongoDB 4.2 or later: the server is too old for the driver.';
  return new Fault('feature_disabled', { feature: 'a release that the driver supports' }, remedy, { cause });
}

function wrongSet(cause: unknown, { options }: Target): Fault {
  const name = options.find(([option]) => option === 'replicaSet')?.[1] ?? 'none given';
  const remedy =
    'Correct replicaSet in MONGO_URI: the members that answered belong to a set with another name, or to none. Leave it out to read a single server with directConnection=true.';
  return new Fault('wrong_endpoint', { variable: 'MONGO_URI', tried: `replicaSet=${name}` }, remedy, { cause });
}

function noSuitable(cause: unknown): Fault {
  const remedy =
    'Members answered, but none of the kind that readPreference requires: check the state of the replica set, or set readPreference=secondaryPreferred in MONGO_URI.';
  return new Fault('upstream_down', { code: 'NO_SUITABLE_MEMBER' }, remedy, { cause });
}
