import { useSearchParams } from 'react-router';

/** What a screen of data sources shows beside its list, in the address: it can be shared, reloaded and gone back from. */
export interface SourcesView {
  source?: string;
  passage?: string;
  /** The page that is meant, of a passage over several. */
  page?: number | undefined;
  /** Whether the test of the chatbot stands beside. */
  test?: boolean;
}

/** The address with another thing shown: the list's own filters stay. */
export function addressWith(search: URLSearchParams, shown: SourcesView): string {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries({ ...shown, test: shown.test ? '1' : undefined })) {
    if (value) next.set(name, String(value));
    else if (name in shown) next.delete(name);
  }
  if ('source' in shown && !shown.passage) next.delete('passage');
  if (('source' in shown || 'passage' in shown) && !shown.page) next.delete('page');
  if ('source' in shown && shown.source !== search.get('source')) next.delete('find');
  return `?${next}`;
}

/** The page that an address names; one may be typed, and anything but a page's number names none. */
const pageOf = (text: string | null) => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : undefined);

export function useSourcesView() {
  const [search] = useSearchParams();
  return {
    source: search.get('source') ?? undefined,
    passage: search.get('passage') ?? undefined,
    page: pageOf(search.get('page')),
    test: search.get('test') === '1',
    /** A target for links and navigations, with what is shown beside or instead. */
    to: (shown: SourcesView) => ({ search: addressWith(search, shown) }),
  };
}
