import type { DataOf } from '../../../../catalog/index.ts';
import type { SqlInstance } from '../schema.ts';
import { ask } from '../../ask.ts';
import { type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { gibibyte, noneOf, present, timeOf, wholeNumber } from '../../wording.ts';

/** `Monday 03:00 UTC`. */
export function weekly(day: string, hour: number, minute: number): string {
  const name = `${day.slice(0, 1).toUpperCase()}${day.slice(1).toLowerCase()}`;
  return `${name} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')} UTC`;
}

type Told = DataOf<'databases.listInstances'>['instances'][number];

const daySec = 86_400;
const mebibyte = 2 ** 20;

export const sqlOperations: GcpOperations<'databases.listInstances'> = {
  'databases.listInstances': {
    async run(args, context) {
      const { region } = args;
      const list = await readList({
        operation: 'databases.listInstances',
        args,
        read: async ({ pageToken }) => {
          const answer = await ask(context, 'sql.instances.list', {
            path: { project: projectOf(context) },
            query: { maxResults: String(args.limit), pageToken },
          });
          const notes = answer.warnings.map(
            (one) => `${one.region ?? 'A region'} is not whole: ${one.code ?? 'no code given'}.`,
          );
          return { rows: answer.items, nextPageToken: answer.nextPageToken, notes };
        },
        keep: (one) => region === undefined || one.region === region,
        empty: noneOf('database servers', projectOf(context), region !== undefined),
      });
      return { data: { ...present({ region }), instances: list.rows.map(tell) }, ...outcomeOf(list) };
    },
  },
};

/** `POSTGRES_16` or `SQLSERVER_2022_STANDARD`: engine first. */
function engineOf(version: string): { engine: string; engineVersion: string } {
  const [engine = 'unknown', ...rest] = version.split('_');
  return { engine: engine.toLowerCase(), engineVersion: rest.join('.') };
}

function tell(one: SqlInstance): Told {
  const { engine, engineVersion } = engineOf(one.databaseInstalledVersion ?? one.databaseVersion ?? '');
  return {
    id: one.name,
    engine,
    engineVersion,
    state: stateOf(one),
    stateReasons: one.suspensionReason,
    region: one.region,
    ipAddresses: one.ipAddresses.flatMap(({ ipAddress, type = 'unknown' }) =>
      ipAddress === undefined ? [] : [{ address: ipAddress, kind: type.toLowerCase() }],
    ),
    securityGroups: [],
    replicaIds: one.replicaNames,
    storage: storageOf(one),
    pendingChanges: [],
    parameterGroups: [],
    exportedLogs: [],
    ...settingsOf(one.settings),
    ...present({
      zone: one.gceZone,
      standbyZone: one.secondaryGceZone,
      endpoint: one.dnsName === undefined ? undefined : { host: one.dnsName.replace(/\.$/u, '') },
      // Before it, the project's name and a colon.
      replicaOf: one.masterInstanceName?.replace(/^.*:/u, ''),
      nextMaintenanceAt: timeOf(one.scheduledMaintenance?.startTime),
      certificate: certificateOf(one.serverCaCert),
      createdAt: timeOf(one.createTime),
    }),
  };
}

type Settings = Pick<Told, 'hasLoadRecords' | 'isHighlyAvailable' | 'isPublic' | 'tags' | 'type'> & Partial<Told>;

function settingsOf(settings: SqlInstance['settings']): Settings {
  return {
    type: settings?.tier ?? '',
    isHighlyAvailable: settings?.availabilityType === 'REGIONAL',
    isPublic: settings?.ipConfiguration?.ipv4Enabled === true,
    hasLoadRecords: settings?.insightsConfig?.queryInsightsEnabled === true,
    tags: settings?.userLabels ?? {},
    ...present({
      vpcId: settings?.ipConfiguration?.privateNetwork,
      backupRetentionSec: backupsSec(settings),
      maintenanceWindow: maintenanceOf(settings),
      isDeletionProtected: settings?.deletionProtectionEnabled,
    }),
  };
}

function certificateOf(certificate: SqlInstance['serverCaCert']): Told['certificate'] {
  if (certificate === undefined) return undefined;
  return present({ authority: certificate.commonName, expiresAt: timeOf(certificate.expirationTime) });
}

/** An instance that was stopped still says RUNNABLE; only its activation policy tells. */
function stateOf({ state, settings }: SqlInstance): string {
  return state === 'RUNNABLE' && settings?.activationPolicy === 'NEVER'
    ? 'STOPPED'
    : (state ?? 'SQL_INSTANCE_STATE_UNSPECIFIED');
}

/** Every disk is encrypted: https://cloud.google.com/sql/docs/postgres/cmek */
function storageOf({ settings, outOfDiskReport, diskEncryptionConfiguration }: SqlInstance): Told['storage'] {
  const throughput = wholeNumber(settings?.dataDiskProvisionedThroughput);
  return {
    isEncrypted: true,
    ...present({
      type: settings?.dataDiskType,
      sizeBytes: gibibytes(settings?.dataDiskSizeGb),
      maxSizeBytes: maxSizeOf(settings),
      isNearlyFull: isNearlyFull(outOfDiskReport?.sqlOutOfDiskState),
      iops: wholeNumber(settings?.dataDiskProvisionedIops),
      throughputBytesPerSec: throughput === undefined ? undefined : throughput * mebibyte,
      encryptionKeyId: diskEncryptionConfiguration?.kmsKeyName,
    }),
  };
}

function gibibytes(text: string | undefined): number | undefined {
  const count = wholeNumber(text);
  return count === undefined ? undefined : count * gibibyte;
}

/** Zero stands for no limit. */
function maxSizeOf(settings: SqlInstance['settings']): number | undefined {
  const limit = gibibytes(settings?.storageAutoResizeLimit);
  return settings?.storageAutoResize === true && limit !== 0 ? limit : undefined;
}

function isNearlyFull(state: string | undefined): boolean | undefined {
  return state === undefined || state === 'SQL_OUT_OF_DISK_STATE_UNSPECIFIED' ? undefined : state !== 'NORMAL';
}

/** Backups are kept by number, one a day. */
function backupsSec(settings: SqlInstance['settings']): number | undefined {
  const backups = settings?.backupConfiguration;
  if (backups === undefined) return undefined;
  if (backups.enabled !== true) return 0;
  const kept = backups.backupRetentionSettings?.retainedBackups;
  return kept === undefined ? undefined : kept * daySec;
}

/** Days count from Monday: https://cloud.google.com/sql/docs/postgres/admin-api/rest/v1/instances#maintenancewindow */
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

function maintenanceOf(settings: SqlInstance['settings']): string | undefined {
  const window = settings?.maintenanceWindow;
  const day = window?.day === undefined ? undefined : days[window.day - 1];
  return day === undefined ? undefined : weekly(day, window?.hour ?? 0, 0);
}
