/**
 * The sources of an Agent. A source is a connector with a name and settings of its own. What the variables
 * of the Agent configure is one source for each connector, named after it; the sources file names others.
 */
import { z } from 'zod';
import type { RegisteredConnector } from '../../connector/connector.ts';
import type { Redactor } from '../../core/redact.ts';
import type { SecretStore } from '../../secrets/secret-source.ts';
import { type HealthReport, sourceName } from '../../tunnel/messages.ts';
import { type ConnectorSetup, type Environment, readConnectorSetup } from './connector-setup.ts';

const words = 'begins with a lower-case letter, then at most 63 lower-case letters, digits and hyphens';

/** In place of names: every source that answers the operation. */
export const allSources = 'all';

/** One entry of the sources file, and of what the Agent tells the process of its checks. */
export const namedSourceShape = z.strictObject({
  name: z
    .string()
    .regex(sourceName, words)
    .refine((name) => name !== allSources, 'is what names every source in a question'),
  connector: z.string().min(1).max(64),
  /** What people are shown beside the name where they choose. */
  about: z
    .string()
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,80}$/u, 'is one line of 1 to 80 characters')
    .optional(),
  /** By the connector's own variables. */
  settings: z.record(z.string(), z.string().min(1, 'is empty; leave it out')),
});
export type NamedSource = z.infer<typeof namedSourceShape>;

export interface ConfiguredSource {
  readonly registered: RegisteredConnector;
  readonly setup: ConnectorSetup;
}

export interface SourcesInput {
  readonly registry: readonly RegisteredConnector[];
  readonly env: Environment;
  /** Of the sources file. */
  readonly named: readonly NamedSource[];
}

/**
 * In the order of the registry, of one connector that of the variables first. A connector that only the file
 * configures has no source of its own name; one that nothing configures has, which says what is not set.
 */
export function readSources(
  { registry, env, named }: SourcesInput,
  redactor: Redactor,
  store?: SecretStore,
): ConfiguredSource[] {
  return registry.flatMap((registered) => {
    const ofFile = named
      .filter(({ connector }) => connector === registered.manifest.id)
      .map(({ name: source, about, settings }) => {
        const setup = readConnectorSetup(registered.manifest, settings, redactor, store);
        return { registered, setup: { ...setup, source, ...(about !== undefined && { about }) } };
      });
    const ofVariables = { registered, setup: readConnectorSetup(registered.manifest, env, redactor, store) };
    return ofFile.length === 0 || ofVariables.setup.isTouched ? [ofVariables, ...ofFile] : ofFile;
  });
}

/** What a health report says of those that the file describes. */
export function wordsOf(sources: readonly ConfiguredSource[]): Pick<HealthReport, 'about'> {
  const words = sources.flatMap(({ setup: { source, about } }) =>
    about === undefined ? [] : [[source, about] as const],
  );
  return words.length === 0 ? {} : { about: Object.fromEntries(words) };
}

/** Names that both the variables and the file give. */
export function namesGivenTwice(sources: readonly ConfiguredSource[]): string[] {
  const names = sources.map(({ setup }) => setup.source);
  return names.filter((name, index) => names.indexOf(name) !== index);
}
