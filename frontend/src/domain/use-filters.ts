import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Filters, PAGE, questionOf, readFilters, writeFilters } from './catalogue-search.ts';

/** The filters, kept in the address; typed text is shown at once and written to the address after a pause. */
export const useFilters = () => {
  const [params, setParams] = useSearchParams();
  const fromUrl = useMemo(() => readFilters(params), [params]);
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      setParams((before) => writeFilters({ ...readFilters(before), search: typed, shown: PAGE }), {
        replace: true,
        preventScrollReset: true,
      });
      setTyped(null);
    }, 200);
    return () => clearTimeout(timer);
  }, [typed, setParams]);
  const filters = useMemo(() => (typed === null ? fromUrl : { ...fromUrl, search: typed }), [fromUrl, typed]);
  const put = (next: Filters, replace = false) => setParams(writeFilters(next), { replace, preventScrollReset: true });
  return {
    /** Including text being typed. */
    filters,
    /** As in the address: the query that is sent. */
    asked: fromUrl,
    /** A new query starts at its first page. Each choice is a history entry; letters of a search are not. */
    change(next: Filters) {
      if (next.search !== filters.search && questionOf({ ...next, search: '' }) === questionOf({ ...filters, search: '' }))
        setTyped(next.search);
      else put({ ...next, shown: PAGE });
    },
    more: () => put({ ...filters, shown: filters.shown + PAGE }, true),
    clear() {
      setTyped(null);
      setParams({}, { preventScrollReset: true });
    },
  };
};
