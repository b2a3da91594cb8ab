import { IconArrowLeft, IconLock } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { dayIn, formatDateTime, formatDay, formatExact } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { role } from '../../lib/roles.ts';
import { useSchool } from '../../lib/school.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useCopy } from '../../lib/use-copy.ts';
import { Bars } from '../../ui/charts.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type EventType, summaryIn } from './dictionary.ts';

type ActorRole = 'student' | 'administrator' | 'instructor' | 'analyst' | 'auditor' | 'visitor' | 'system';

const day = 86_400_000;
/** The last 30 days end today, by the school's calendar. */
const daysBack = (count: number, zone: string | undefined) =>
  Array.from({ length: count }, (_, index) => formatDay(dayIn(zone, Date.now() - (count - 1 - index) * day)));

/** One event type: its meaning, frequency, fields, the projections that handle it, and an example. */
export function TypeDetail({ type, category, onBack }: { type: EventType; category: string; onBack: () => void }) {
  const { t, i18n } = useTranslation('analytics');
  const user = useSessionUser();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: matchMedia('(min-width: 60rem)').matches }), []);
  const summary = summaryIn(i18n.language, type);
  const month = type.dias.reduce((sum, count) => sum + count, 0);
  const labels = daysBack(type.dias.length, useSchool().zona);
  const sample = JSON.stringify(type.ejemplo ?? {}, null, 2);
  const { copied, copy } = useCopy(() => sample);
  return (
    <section className="card type" aria-labelledby="tipo">
      <button type="button" className="link type-back" onClick={onBack}>
        <IconArrowLeft size={16} aria-hidden="true" /> {t('back')}
      </button>
      <header>
        <h2 id="tipo" ref={heading} tabIndex={-1} className="mono">
          {type.tipo}
        </h2>
        <p lang={summary.lang}>{summary.text}</p>
        <p className="row muted">
          <span>{category}</span>
          <span>{t('version', { version: type.version })}</span>
          {type.campos.some(({ personal }) => personal) ? <StatusTag tone="urgent">{t('personal')}</StatusTag> : null}
        </p>
      </header>
      <dl className="type-facts">
        <div>
          <dt>{t('total')}</dt>
          <dd className="mono">
            <Link
              to={officePaths.eventLog({ tipo: type.tipo })}
              aria-label={t('seeAll', { count: type.cantidad, written: formatNumber(type.cantidad) })}
            >
              {formatNumber(type.cantidad)}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{t('first')}</dt>
          <dd title={type.primero ? formatExact(type.primero) : undefined}>{type.primero ? formatDateTime(type.primero) : t('never')}</dd>
        </div>
        <div>
          <dt>{t('latest')}</dt>
          <dd title={type.ultimo ? formatExact(type.ultimo) : undefined}>{type.ultimo ? formatDateTime(type.ultimo) : t('never')}</dd>
        </div>
      </dl>
      <div>
        <h3>{t('volume')}</h3>
        <Bars
          heading
          height={170}
          least={4}
          title={month > 0 ? t('finding', { total: formatNumber(month), today: formatNumber(type.dias.at(-1) ?? 0) }) : t('findingNone')}
          format={formatNumber}
          data={type.dias.map((count, index) => ({ x: labels[index] ?? String(index), y: count }))}
        />
      </div>
      <div>
        <h3>{t('fields')}</h3>
        {type.campos.length === 0 ? (
          <p className="muted">{t('noFields')}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <div className="type-fields" tabIndex={0}>
            <table>
              <caption className="sr">{t('fields')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('field')}</th>
                  <th scope="col">{t('type')}</th>
                  <th scope="col">{t('required')}</th>
                </tr>
              </thead>
              <tbody>
                {type.campos.map((field) => (
                  <tr key={field.nombre}>
                    <th scope="row" className="mono">
                      {field.nombre}{' '}
                      {field.personal ? (
                        <span className="type-personal" title={t('personalHint')}>
                          <IconLock size={14} aria-hidden="true" />
                          {t('personal')}
                        </span>
                      ) : null}
                    </th>
                    <td className="mono">{field.tipo}</td>
                    <td>{t(field.obligatorio ? 'yes' : 'no')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
      <div>
        <h3>{t('readers')}</h3>
        {type.lectores.length === 0 ? (
          <p className="muted">{t('noReaders')}</p>
        ) : (
          <ul className="row type-readers">
            {type.lectores.map((name) => (
              <li key={name}>
                {user.user_role === role.admin ? (
                  <Link className="mono" to={officePaths.projection(name)} aria-label={t('readerOpen', { name })}>
                    {name}
                  </Link>
                ) : (
                  <span className="mono">{name}</span>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div>
        <h3>{t('reactions')}</h3>
        {type.reacciones.length === 0 ? (
          <p className="muted">{t('noReactions')}</p>
        ) : (
          <ul className="row type-readers">
            {type.reacciones.map((name) => (
              <li key={name} className="mono">
                {name}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div>
        <h3>{t('writers')}</h3>
        {type.autores.length === 0 ? (
          <p className="muted">{t('noWriters')}</p>
        ) : (
          <ul className="row type-readers">
            {type.autores.map(({ rol, cantidad }) => (
              <li key={rol}>
                {t('writer', { role: t(`writerRole.${rol as ActorRole}`), count: cantidad, written: formatNumber(cantidad) })}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div>
        <h3>{t('versions')}</h3>
        <ol className="type-versions">
          {type.versiones.map(({ version, cantidad, ultimo, cambio }) => (
            <li key={version}>
              <strong>{t('version', { version })}</strong> {cambio ? <span>{i18n.language === 'en' ? cambio.en : cambio.es} </span> : null}
              <span className="muted">
                {ultimo ? t('stored', { count: cantidad, written: formatNumber(cantidad), date: formatDateTime(ultimo) }) : t('storedNone')}
              </span>
            </li>
          ))}
        </ol>
        {type.version > 1 ? <p className="muted">{t('upcast', { version: type.version })}</p> : null}
      </div>
      <div>
        <div className="row type-example">
          <h3>{t('example')}</h3>
          <button type="button" className="link" onClick={() => void copy()}>
            {t(copied ? 'copied' : 'copy')}
          </button>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0}>{sample}</pre>
      </div>
    </section>
  );
}
