import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Course, priceOf } from '../../domain/course.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { stateOf } from './course-list.ts';
import './texts.ts';

const tones: Record<ReturnType<typeof stateOf>, Tone> = { publicado: 'ok', borrador: 'empty', archivado: 'neutral' };
const labels = { publicado: 'published', borrador: 'draft', archivado: 'archived' } as const;

/** Published, draft or archived. */
export function State({ course }: { course: Course }) {
  const { t } = useTranslation('admin');
  const state = stateOf(course);
  return <StatusTag tone={tones[state]}>{t(`courses.${labels[state]}`)}</StatusTag>;
}

/** The price, as shown to those who manage the course. */
export function Price({ course }: { course: Course }) {
  const { t } = useTranslation(['common', 'admin']);
  const price = priceOf(course);
  // Open to all without a price (C-79). Those who manage the course see that this is not the same as a price of zero.
  if (course.precio === null && course.tipo === 'Básico') return <>{t('admin:courses.noPrice')}</>;
  if (price.kind === 'priced') return <span className="unbroken">{price.text}</span>;
  return <>{t(price.kind === 'premium' ? 'course.inPremium' : 'course.free')}</>;
}

/** Who teaches it; for administrators, a link to that person's own overview. */
export function Teacher({ course: { instructor, id_maestro } }: { course: Course }) {
  const { t } = useTranslation();
  const { user_role } = useSessionUser();
  if (!id_maestro) return instructor ?? '—';
  const name = instructor ?? t('course.instructorFallback', { id: id_maestro });
  return user_role === role.admin ? <Link to={officePaths.overviewOf(id_maestro)}>{name}</Link> : name;
}
