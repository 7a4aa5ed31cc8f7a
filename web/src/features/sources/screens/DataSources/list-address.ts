import { type Source, type SourceStatus, sourceStatus } from '@parlance/contract/endpoints/sources';
import { useDeferredValue } from 'react';
import { useSearchParams } from 'react-router';
import { isSourceSort, toFilterQuery } from '../../queries.ts';

const statusIn = (text: string | null): SourceStatus | '' =>
  sourceStatus.options.find((status) => status === text) ?? '';

const kindIn = (text: string | null): Source['kind'] => (text === 'url' || text === 'answer' ? text : 'file');

export type ListAddress = ReturnType<typeof useListAddress>;

/** What the address says of the list: which sources, and in which order. */
export function useListAddress() {
  const [address, setAddress] = useSearchParams();
  const kind = kindIn(address.get('kind'));
  const search = address.get('q') ?? '';
  const filter = {
    kind,
    search: useDeferredValue(search),
    status: statusIn(address.get('status')),
    crawlId: kind === 'url' ? (address.get('crawl') ?? '') : '',
  } as const;
  const sort = address.get('sort');
  const change = (parts: Record<string, string>) =>
    setAddress(
      (before) => {
        for (const [name, value] of Object.entries(parts)) {
          if (value) before.set(name, value);
          else before.delete(name);
        }
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    kind,
    /** The search as it is typed; the filter's own comes after it. */
    search,
    filter,
    filterKey: JSON.stringify(toFilterQuery(filter)),
    isFiltered: search !== '' || filter.status !== '' || filter.crawlId !== '',
    sort: isSourceSort(sort) ? sort : '-createdAt',
    put: (name: string, value: string) => change({ [name]: value }),
    putKind: (value: Source['kind']) => change({ kind: value === 'file' ? '' : value }),
    clearFilters: () => change({ q: '', status: '', crawl: '' }),
  } as const;
}
