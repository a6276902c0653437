/** The pages of the audit list that have been read so far, one after the other. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type AuditEntry, AuditList } from '../../../src/control/api/api.ts';
import type { ApiFailure } from '../edge/api-failure.ts';
import { callApi } from '../edge/call-api.ts';
import { toApiFailure } from '../parts/failure-notice.tsx';
import { hrefOf } from '../browser/router.ts';
import type { AuditFilter } from '../browser/page-addresses.ts';

interface ReadPages {
  readonly entries: readonly AuditEntry[];
  /** Undefined until the first page is there. */
  readonly list: AuditList | undefined;
  readonly isLoading: boolean;
  readonly failure: ApiFailure | undefined;
}

const nothing: ReadPages = { entries: [], list: undefined, isLoading: true, failure: undefined };
const firstSize = '100';
const laterSize = '500';

/** Give the component a key of the filter: another filter is another list. */
export function useAudit(filter: Omit<AuditFilter, 'last'>): ReadPages & { readonly readOlder: () => void } {
  const [pages, setPages] = useState(nothing);
  const abort = useRef(new AbortController());
  const isReading = useRef(false);

  const read = useCallback(async (cursor: string | undefined): Promise<void> => {
    if (isReading.current) return;
    isReading.current = true;
    setPages((before) => ({ ...before, isLoading: true, failure: undefined }));
    const { signal } = abort.current;
    const path = hrefOf('/api/audit', { ...filter, limit: cursor === undefined ? firstSize : laterSize, cursor });
    try {
      const list = await callApi('GET', path, AuditList, { signal });
      setPages(({ entries }) => ({
        entries: [...entries, ...list.entries],
        list,
        isLoading: false,
        failure: undefined,
      }));
    } catch (error) {
      if (signal.aborted) return;
      setPages((before) => ({ ...before, isLoading: false, failure: toApiFailure(error) }));
    } finally {
      isReading.current = false;
    }
  }, []);

  useEffect(() => {
    void read(undefined);
    return () => abort.current.abort();
  }, [read]);

  const next = pages.list?.next_cursor;
  const readOlder = useCallback(() => void read(next), [read, next]);
  return { ...pages, readOlder };
}
