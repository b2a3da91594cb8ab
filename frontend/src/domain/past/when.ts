import './texts.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/http.ts';
import { useResource } from '../../lib/use-resource.ts';

/** Which moments can be shown. `first`: when the history of the school begins (epoch ms); null: not known yet. */
export function useMoments() {
  const { t } = useTranslation('past');
  const { data } = useResource('pasado', (signal) => call(calls.past, undefined, { signal }));
  const first = data?.desde ? Date.parse(data.desde) : null;
  return {
    first,
    /** Why this moment cannot be shown; undefined where it can, or while it is being typed. */
    wrong(at: number): string | undefined {
      if (at > Date.now()) return t('later');
      return first !== null && at < first ? t('before') : undefined;
    },
  };
}
