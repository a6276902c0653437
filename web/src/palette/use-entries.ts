/** Everything that can be found, read while the search is open. */
import { CapturedVersions, CaptureList, CatalogList, InstanceList } from '../../../src/control/api/api.ts';
import { diffHref, patterns } from '../browser/addresses.ts';
import { askHref, questionsPath, instanceHref } from '../browser/page-addresses.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { formatHour } from '../reading/format-time.ts';
import { translateCatalog } from '../words/translate-catalog.ts';
import { allWords, locale } from '../words/words.ts';
import { listCaptures, listInstances, listOperations, listReleases, listWorkloads } from './list-entries.ts';
import { paletteWords } from './palette-words.ts';
import type { Entry } from './rank-entries.ts';

interface Entries {
  readonly entries: readonly Entry[];
  readonly isLoading: boolean;
  /** A list could not be read: what it holds is not found. */
  readonly isPartial: boolean;
}

export function useEntries(): Entries {
  const w = allWords();
  const versions = useAnswer('/api/profiling/versions', CapturedVersions).answer;
  const captures = useAnswer('/api/profiling/captures?limit=100', CaptureList).answer;
  const catalog = useAnswer('/api/catalog', CatalogList).answer;
  const fleet = useAnswer('/api/instances', InstanceList).answer;
  const describe = (one: CaptureList['captures'][number]): string =>
    [one.env, w.kind[one.kind], w.status[one.status], formatHour(one.requested_at, locale.value)]
      .filter(Boolean)
      .join(' · ');
  const all = [versions, captures, catalog, fleet];
  return {
    entries: [
      ...listPages(),
      ...(versions.state === 'ready' ? [...listWorkloads(versions.value), ...listReleases(versions.value)] : []),
      ...(catalog.state === 'ready'
        ? listOperations(catalog.value, askHref, (summary) => translateCatalog(summary) ?? summary)
        : []),
      ...(fleet.state === 'ready' ? listInstances(fleet.value, instanceHref) : []),
      ...(captures.state === 'ready' ? listCaptures(captures.value, describe) : []),
    ],
    isLoading: all.some(({ state }) => state === 'loading'),
    isPartial: all.some(({ state }) => state === 'failed'),
  };
}

function listPages(): Entry[] {
  const w = allWords();
  const page = (href: string, label: string, detail = ''): Entry => ({ kind: 'page', href, label, detail });
  return [
    page(patterns.profiling, w.app.profiling),
    page(diffHref(), paletteWords().comparison, w.app.profiling),
    page(patterns.ask, w.app.ask),
    page(questionsPath, paletteWords().questions, w.app.ask),
    page(patterns.fleet, w.app.fleet),
    page(patterns.policies, w.app.permissions),
    page(patterns.profilerSetting, w.settings.profiler, w.settings.title),
    page(patterns.tokens, w.settings.tokens, w.settings.title),
    page(patterns.enrolment, w.settings.enrolment, w.settings.title),
    page(patterns.people, w.settings.people, w.settings.title),
    page(patterns.acts, w.settings.acts, w.settings.title),
    page(patterns.waysIn, w.settings.waysIn, w.settings.title),
  ];
}
