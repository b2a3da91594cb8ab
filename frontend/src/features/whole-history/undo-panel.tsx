import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { undoModes } from '../../../../backend/api/contract/choices.ts';
import { api } from '../../api/api.ts';
import { plain } from '../../lib/plain.ts';
import { Field } from '../../ui/field.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import './texts.ts';

/** Every kind of act, with what to do where it should not have happened. */
export function UndoPanel() {
  const { t, i18n } = useTranslation('wholeHistory');
  const query = api.useUndoWaysQuery(i18n.language === 'en' ? 'en' : 'es');
  const { data } = query;
  const [typed, setTyped] = useState('');
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const found = data?.filter(({ nombre, area }) => words.every((word) => plain(`${nombre} ${area}`).includes(word)));
  return (
    <section className="stack" aria-labelledby="deshacer">
      <h2 id="deshacer">{t('undoing.title')}</h2>
      <p className="muted">{t('undoing.lead')}</p>
      <Field label={t('undoing.search')} type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
      {found ? (
        found.length === 0 ? (
          <p role="status">{t('undoing.none')}</p>
        ) : (
          undoModes.map((mode) => {
            const acts = found.filter(({ modo }) => modo === mode);
            if (acts.length === 0) return null;
            const areas = [...new Set(acts.map(({ area }) => area))];
            return (
              <section key={mode} className="card stack" aria-labelledby={`deshacer-${mode}`}>
                <h3 id={`deshacer-${mode}`}>{t(`undoing.modes.${mode}`)}</h3>
                <p>{t(`undoing.why.${mode}`)}</p>
                <details open={words.length > 0 ? true : undefined}>
                  <summary>{t('undoing.count', { count: acts.length })}</summary>
                  <dl className="undo-acts">
                    {areas.map((area) => (
                      <div key={area}>
                        <dt>{area}</dt>
                        <dd>
                          {acts
                            .filter((one) => one.area === area)
                            .map(({ nombre }) => nombre)
                            .join(' · ')}
                        </dd>
                      </div>
                    ))}
                  </dl>
                </details>
              </section>
            );
          })
        )
      ) : (
        <QueryState of={query} failed={t('failed')} rows={8} />
      )}
    </section>
  );
}
