import { IconCertificate, IconFlame } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { formatDate, formatDay } from '../../lib/dates.ts';
import { useSessionUser } from '../../lib/session.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { useSave } from '../../ui/use-save.ts';
import './habit.css';

const GOALS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** How regularly one studies: the days in a row, this week with its goal, and badges, each with what it is for. */
export function HabitCard() {
  const { t } = useTranslation('dashboard');
  const user = useSessionUser();
  const query = api.useHabitQuery(user.id);
  const { data } = query;
  const [setGoal] = api.useSetGoalMutation();
  const { act, busy } = useSave();
  if (!data)
    return (
      <section className="card stack" aria-labelledby="ritmo">
        <h2 id="ritmo">{t('habit.title')}</h2>
        <QueryState of={query} failed={t('habit.loadError')} inline>
          <Bone height={140} />
        </QueryState>
      </section>
    );
  const { racha, semana, meta, insignias } = data;
  const earned = insignias.filter(({ fecha }) => fecha !== null);
  return (
    <section className="card stack habit" aria-labelledby="ritmo">
      <h2 id="ritmo">{t('habit.title')}</h2>
      <p className="habit-streak">
        <IconFlame size={22} stroke={1.7} aria-hidden="true" />
        <span>
          <strong>{racha.dias === 0 ? t('habit.noStreak') : t('habit.streak', { count: racha.dias })}</strong>
          <span className="muted">
            {racha.perdonados.length > 0 ? t('habit.forgiven', { count: racha.perdonados.length }) : t('habit.rule')}
          </span>
        </span>
      </p>
      <ol className="habit-week" aria-label={t('habit.week')}>
        {semana.map(({ fecha, estudio }) => (
          <li key={fecha} data-on={estudio || undefined}>
            <span aria-hidden="true">{formatDay(fecha, 'short')}</span>
            <span className="sr">
              {formatDay(fecha, 'long')}: {t(estudio ? 'habit.studied' : 'habit.notStudied')}
            </span>
          </li>
        ))}
      </ol>
      <label className="field habit-goal">
        <span className="field-label">{t('habit.goal')}</span>
        <select
          className="entry"
          value={meta.dias ?? 0}
          // Never disabled: a keyboard user who has just chosen would lose the focus.
          aria-busy={busy}
          onChange={(event) =>
            void act(() => setGoal({ userId: user.id, body: { dias: Number(event.target.value) } }).unwrap(), {
              done: t('habit.goalSaved'),
            })
          }
        >
          {GOALS.map((days) => (
            <option key={days} value={days}>
              {days === 0 ? t('habit.noGoal') : t('habit.goalDays', { count: days })}
            </option>
          ))}
        </select>
      </label>
      {meta.dias !== null ? (
        <p className="muted">{meta.llevas >= meta.dias ? t('habit.reached') : t('habit.left', { done: meta.llevas, count: meta.dias })}</p>
      ) : null}
      <details>
        <summary>{t('habit.badges', { done: earned.length, count: insignias.length })}</summary>
        <ul className="habit-badges">
          {insignias.map(({ id, fecha, llevas, de }) => (
            <li key={id} data-on={fecha !== null || undefined}>
              <IconCertificate size={24} stroke={1.6} aria-hidden="true" />
              <span>
                <strong>{t(`habit.badge.${id}.name`)}</strong>
                <span className="muted">
                  {t(`habit.badge.${id}.why`)} ·{' '}
                  {fecha ? t('habit.earned', { date: formatDate(fecha) }) : t('habit.progress', { done: llevas, count: de })}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
