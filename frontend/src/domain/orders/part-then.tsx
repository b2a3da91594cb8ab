import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClassThen } from '../../../../backend/api/contract/records/partsThen.ts';
import { PAST_NAME } from '../../lib/asked-past.ts';
import { formatDate } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import './texts.ts';

/** A link to the school as it was at a moment, in another tab. */
export function LinkThen({ to, moment, lang, children }: { to: string; moment: string; lang?: string; children: ReactNode }) {
  const address = `${to}${to.includes('?') ? '&' : '?'}${new URLSearchParams({ [PAST_NAME]: moment })}`;
  return (
    <a href={address} target="_blank" rel="noreferrer" lang={lang}>
      {children}
    </a>
  );
}

interface Props {
  of: Omit<ClassThen, 'subtemas'>;
  courseId: number;
  at: { moduleId: number; sessionId: number; subtema?: number };
  /** null: it is no link. */
  moment: string | null;
}
/** A class or a part of it as it was: its name, its version, and how much has changed since. */
export function PartThen({ of: one, courseId, at, moment }: Props) {
  const { t } = useTranslation('orders');
  return (
    <>
      {moment === null ? (
        <span lang="es">{one.titulo}</span>
      ) : (
        <LinkThen to={paths.course(courseId, at)} moment={moment} lang="es">
          {one.titulo}
        </LinkThen>
      )}{' '}
      <span className="muted">
        {t('dated', { version: one.version, date: formatDate(one.fecha) })} ·{' '}
        {one.cambios > 0 ? t('changed', { count: one.cambios }) : t('same')}
      </span>
    </>
  );
}
