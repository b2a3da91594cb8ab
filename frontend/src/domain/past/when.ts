import './texts.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/http.ts';
import { useResource } from '../../lib/use-resource.ts';

/** Which moments can be shown. `first`: when the history of the school begins; null: that is not known yet. */
export function useMoments() {
  const { t } = useTranslation('past');
  const { data } = useResource('pasado', (signal) => call(calls.past, undefined, { signal }));
  const first = data?.desde ? Date.parse(data.desde) : null;
  return {
    first,
    /** Why this one cannot be shown; undefined where it can, or while it is being typed. */
    wrong(at: number): string | undefined {
      if (at > Date.now()) return t('later');
      return first !== null && at < first ? t('before') : undefined;
    },
  };
}
