/** Acts and questions of the organization in one list, for its owners: who, what, when and from where. */
import { useState } from 'preact/hooks';
import type { AuditList, Me } from '../../../src/control/api/api.ts';
import {
  auditExportHref,
  type AuditFilter,
  auditFilters,
  auditQuery,
  readAuditFilter,
} from '../browser/page-addresses.ts';
import { AuditFilterForm } from '../audit/audit-filter-form.tsx';
import { AuditTable } from '../audit/audit-table.tsx';
import { useAudit } from '../audit/use-audit.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SettingsNav } from '../parts/settings-nav.tsx';
import { formatCount } from '../reading/format-number.ts';
import { formatDay } from '../reading/format-time.ts';
import { place } from '../browser/router.ts';
import { allWords, locale } from '../words/words.ts';

export function AuditPage({ me }: { readonly me: Me }) {
  const w = allWords();
  const filter = readAuditFilter(place.value.query);
  const key = auditFilters.map((name) => filter[name]).join('\n');
  return (
    <>
      <PageHead title={w.audit.title} lede={w.audit.lede} />
      <SettingsNav />
      {me.person.role === 'owner' ? (
        <>
          <AuditFilterForm key={`form ${key}`} filter={filter} />
          <Records key={key} filter={filter} />
        </>
      ) : (
        <Notice tone="info">
          <p>{w.acts.ownerOnly}</p>
        </Notice>
      )}
    </>
  );
}

function Records({ filter }: { readonly filter: AuditFilter }) {
  const w = allWords().audit;
  // The span that the filter names ends when the page is opened, on every page of the list.
  const [query] = useState(() => auditQuery(filter, Date.now()));
  const { entries, list, isLoading, failure, readOlder } = useAudit(query);
  const hasOlder = list?.next_cursor !== undefined;
  return (
    <>
      {list !== undefined &&
        (entries.length === 0 ? (
          <p class="empty">{hasOlder ? w.searching : w.none}</p>
        ) : (
          <AuditTable entries={entries} onEnd={hasOlder ? readOlder : undefined} />
        ))}
      {failure !== undefined && <FailureNotice failure={failure} onAgain={readOlder} />}
      <p class="actions">
        {hasOlder && (
          <button type="button" onClick={readOlder}>
            {w.older}
          </button>
        )}
        <span class="small faint" role="status">
          {isLoading ? w.loading : w.shown(formatCount(entries.length, locale.value))}
        </span>
      </p>
      {list !== undefined && (
        <p class="actions">
          <a href={auditExportHref('csv', query)} download>
            {w.exportCsv}
          </a>
          <a href={auditExportHref('jsonl', query)} download>
            {w.exportLines}
          </a>
          <span class="small faint">{w.exportText}</span>
        </p>
      )}
      {list !== undefined && <Kept list={list} />}
    </>
  );
}

function Kept({ list }: { readonly list: AuditList }) {
  const w = allWords().audit;
  return (
    <p class="small faint">
      {w.kept(formatCount(list.retention_days, locale.value))}
      {list.removed.map(({ record, count, before }) => (
        <span key={record}>
          {' '}
          {w.removed(formatCount(count, locale.value), record, formatDay(before, locale.value))}
        </span>
      ))}
    </p>
  );
}
