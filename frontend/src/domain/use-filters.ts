import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Filters, PAGE, questionOf, readFilters, writeFilters } from './catalogue-search.ts';

/** The filters as the address has them; typing shows at once and reaches the address when the person pauses. */
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
    /** With what is being typed. */
    filters,
    /** What the address says: what is asked. */
    asked: fromUrl,
    /** A new question begins at its first page. Each choice can be gone back from; letters of a search are no steps of the way. */
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
