import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unlockChoices, WHAT_IF_DAYS } from '../../../../backend/api/contract/choices.ts';
import { api } from '../../api/api.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { formatDate } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { usePast } from '../../lib/past.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import './what-if.css';
import './texts.ts';

type Answer = AnswerOf<'whatIfQuiz'>;
type Days = (typeof WHAT_IF_DAYS)[number];
type Rule =
  | { rule: 'cuestionario'; subtemaId: number }
  | { rule: 'desbloqueo'; cursoId: number }
  | { rule: 'reportes' }
  | { rule: 'reembolsos' }
  | { rule: 'inactividad' };
/** The smallest and greatest value of each rule. Of a rule that is a choice, the value is the choice's index. */
const most = { cuestionario: [1, 100], desbloqueo: [0, 1], reportes: [0, 100], reembolsos: [0, 1_000], inactividad: [1, 365] } as const;

/** The typed value of a rule; null: not a value that the rule can have; undefined: nothing typed, so the present value applies. */
const valueTyped = ({ rule }: Rule, typed: string | undefined): number | null | undefined => {
  if (typed === undefined) return undefined;
  const value = /^\s*\d{1,4}\s*$/.test(typed) ? Number(typed) : Number.NaN;
  const [least, greatest] = most[rule];
  return value >= least && value <= greatest ? value : null;
};

/**
 * Beside the form of a rule: whom the rule would have affected with the value that is typed now. Nothing is saved. `typed`: undefined until the present
 * value is known. `open`: shown at once, without a button.
 */
export function WhatIf({ typed, open: always = false, ...rule }: { typed: string | undefined; open?: boolean } & Rule) {
  const { t } = useTranslation('whatIf');
  const id = useId();
  const [opened, setOpened] = useState(false);
  const past = usePast();
  const open = always || opened;
  // Only today's school can try a rule on the past; a page that shows an earlier moment cannot.
  if (past !== null) return null;
  return (
    <div className="what-if stack">
      {always ? null : (
        <button type="button" className="link" aria-expanded={open} aria-controls={id} onClick={() => setOpened(!open)}>
          {t(open ? 'hide' : 'ask')}
        </button>
      )}
      <div id={id}>{open ? <Found rule={rule} value={valueTyped(rule, typed)} /> : null}</div>
    </div>
  );
}

function Found({ rule, value }: { rule: Rule; value: number | null | undefined }) {
  const { t } = useTranslation('whatIf');
  const title = useId();
  const [dias, setDays] = useState<Days>('90');
  const quiz = api.useWhatIfQuizQuery(
    { subtemaId: rule.rule === 'cuestionario' ? rule.subtemaId : 0, dias, ...(typeof value === 'number' && { aprobatoria: value }) },
    { skip: value === null || rule.rule !== 'cuestionario' },
  );
  const reports = api.useWhatIfReportsQuery(
    { dias, ...(typeof value === 'number' && { urgente_desde: value }) },
    { skip: value === null || rule.rule !== 'reportes' },
  );
  const refunds = api.useWhatIfRefundsQuery(
    { dias, ...(typeof value === 'number' && { reembolso_dias: value }) },
    { skip: value === null || rule.rule !== 'reembolsos' },
  );
  const unlock = api.useWhatIfUnlockQuery(
    {
      ...{ cursoId: rule.rule === 'desbloqueo' ? rule.cursoId : 0, dias },
      ...(typeof value === 'number' && rule.rule === 'desbloqueo' && { desbloqueo: unlockChoices[value] }),
    },
    { skip: value === null || rule.rule !== 'desbloqueo' },
  );
  const quiet = api.useWhatIfQuietQuery(
    { dias, ...(typeof value === 'number' && { dias_sin_actividad: value }) },
    { skip: value === null || rule.rule !== 'inactividad' },
  );
  const asked = { cuestionario: quiz, desbloqueo: unlock, reportes: reports, reembolsos: refunds, inactividad: quiet };
  const query = asked[rule.rule];
  const { data, isFetching } = query;
  return (
    <article className="card stack" aria-labelledby={title} aria-busy={isFetching}>
      <div className="row">
        <h3 id={title}>{t('title')}</h3>
        <label className="row">
          <span className="muted">{t('period')}</span>
          <select className="entry" value={dias} onChange={({ target }) => setDays(target.value as Days)}>
            {WHAT_IF_DAYS.map((days) => (
              <option key={days} value={days}>
                {t('days', { count: Number(days) })}
              </option>
            ))}
          </select>
        </label>
      </div>
      {value === null ? (
        <p role="status">{t('wrong')}</p>
      ) : data ? (
        <Outcome data={data} rule={rule.rule} />
      ) : (
        <QueryState of={query} failed={t('failed')} inline>
          <TextSkeleton lines={2} />
        </QueryState>
      )}
      <p className="muted">
        {t('readOnly')} {t(`kept.${rule.rule}`)}
      </p>
    </article>
  );
}

function Outcome({ data, rule }: { data: Answer; rule: Rule['rule'] }) {
  const { t } = useTranslation('whatIf');
  const { antes, despues, cambios, casos, examinados, completo } = data;
  const total = cambios.reduce((sum, { cantidad }) => sum + cantidad, 0);
  const shown = (value: number) => {
    if (rule === 'desbloqueo') return t(`unlocks.${unlockChoices[value] ?? 'secuencial'}`);
    return rule === 'inactividad' ? t('days', { count: value }) : formatNumber(value);
  };
  const values = { before: shown(antes), after: shown(despues) };
  const found = rule === 'inactividad' ? 'reminded' : 'found';
  return (
    <>
      <p role="status">
        {antes === despues ? t('same') : t(total === 0 ? (found === 'found' ? 'none' : 'nobodyReminded') : found, values)}{' '}
        <span className="muted">
          {t(`examined.${rule}`, { count: examinados, number: formatNumber(examinados) })} {completo ? null : t('partial')}
        </span>
      </p>
      {total > 0 ? (
        <ul className="what-if-counts">
          {cambios.map(({ clase, cantidad }) => (
            <li key={clase}>
              <strong>{t(`kind.${clase}`, { count: cantidad, number: formatNumber(cantidad) })}</strong>
            </li>
          ))}
        </ul>
      ) : null}
      {casos.length > 0 ? (
        <details>
          <summary>{t('people')}</summary>
          {casos.length < total ? <p className="muted">{t('newest', { count: casos.length })}</p> : null}
          <ul className="what-if-cases">
            {casos.map(({ clase, id_usuario, nombre, que, fecha, valor }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a person may be there several times; the list is replaced as a whole
              <li key={index}>
                <strong>{nombre ?? t('nobody', { id: id_usuario })}</strong> {t(`case.${clase}`, { value: formatNumber(valor) })}
                <span className="muted">
                  {' '}
                  · {formatDate(fecha)}
                  {que === null ? null : (
                    <>
                      {' '}
                      · <span lang="es">{que}</span>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
