import './texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { formatRelative } from '../../lib/dates.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FieldFrame } from '../../ui/field.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ChangeItem, keyOf } from '../changes/change-item.tsx';
import { type CourseHistoryOf, useHistoryPage } from './history-of.ts';
import './history.css';

/** How many versions the two lists offer; older ones are reached from their entry in the history. */
const OFFERED = 100;

/** The differences between two versions of a course, a module or a class: texts word by word, the outline by added, removed and moved parts. */
export function CompareDialog({ of: { of, ...which }, from, onClose }: { of: CourseHistoryOf; from: number; onClose: () => void }) {
  const { t, i18n } = useTranslation('history');
  const [before, setBefore] = useState(from);
  const [after, setAfter] = useState<number | null>(null);
  const { data: offered } = useHistoryPage({ of, ...which }, { limit: OFFERED, idioma: i18n.language === 'en' ? 'en' : 'es' });
  const query = api.useCompareCourseQuery({
    ...which,
    desde: before,
    ...(after !== null && { hasta: after }),
  });
  const { data, isFetching } = query;
  const versions = (offered?.cambios ?? []).flatMap(({ version, fecha, frase }) => (version === null ? [] : [{ version, fecha, frase }]));
  const options = (chosen: number | null) => (
    <>
      {chosen !== null && versions.every(({ version }) => version !== chosen) ? <option value={chosen}>{chosen}</option> : null}
      {versions.map(({ version, fecha, frase }) => (
        <option key={version} value={version}>
          {t('compare.version', { version, when: formatRelative(fecha), what: frase })}
        </option>
      ))}
    </>
  );
  return (
    <Dialog open onClose={onClose} title={t('compare.title')} side="right" toField>
      <div className="stack">
        <FieldFrame label={t('compare.before')}>
          {(control) => (
            <select {...control} value={before} onChange={(event) => setBefore(Number(event.target.value))}>
              {options(before)}
            </select>
          )}
        </FieldFrame>
        <FieldFrame label={t('compare.after')}>
          {(control) => (
            <select
              {...control}
              value={after ?? ''}
              onChange={(event) => setAfter(event.target.value === '' ? null : Number(event.target.value))}
            >
              <option value="">{t('compare.now')}</option>
              {options(after)}
            </select>
          )}
        </FieldFrame>
        {data ? (
          data.length === 0 ? (
            <Empty title={t('compare.same')} />
          ) : (
            <ol className="changes" aria-label={t('compare.title')} aria-busy={isFetching}>
              {data.map((change) => (
                <ChangeItem key={keyOf(change)} change={change} />
              ))}
            </ol>
          )
        ) : (
          <QueryState of={query} failed={t('compare.failed')} inline rows={6} />
        )}
      </div>
    </Dialog>
  );
}
