import './texts.ts';
import { useTranslation } from 'react-i18next';
import type { CourseChange } from '../../../../backend/api/contract/drafts.ts';
import { formatRelative } from '../../lib/dates.ts';
import { Moment } from '../../ui/moment.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import './changes.css';
import { TrackedField } from './tracked-field.tsx';

const tones: Record<CourseChange['cambio'], Tone> = { agregado: 'ok', cambiado: 'info', archivado: 'neutral', restaurado: 'now' };
export const keyOf = ({ tipo, id }: Pick<CourseChange, 'tipo' | 'id'>): string => `${tipo}.${id}`;

/** One changed part of a course: which part, where in the course, who changed it, and each changed field. */
export function ChangeItem({
  change,
  acts,
  children,
}: {
  change: Omit<CourseChange, 'conflicto' | 'quien' | 'cuando'> & Partial<Pick<CourseChange, 'quien' | 'cuando'>>;
  acts?: React.ReactNode;
  children?: React.ReactNode;
}) {
  const { t } = useTranslation('changes');
  const { tipo, titulo, ruta, cambio, movido, quien, cuando } = change;
  // A class that is now in another module was moved, and is shown as moved.
  const home = change.campos.find(({ campo }) => campo === 'id_modulo');
  const campos = change.campos.filter((field) => field !== home);
  return (
    <li className="change">
      <div className="change-head">
        <StatusTag tone={tones[cambio]}>{t(`change.${cambio}`)}</StatusTag>
        <p className="change-title">
          <span className="muted">{t(`kind.${tipo}`)}</span> <strong lang="es">{titulo}</strong>
        </p>
        {acts}
      </div>
      {ruta.length > 0 ? (
        <p className="muted change-path" lang="es">
          {ruta.join(' › ')}
        </p>
      ) : null}
      {movido ? <p>{t('move', { from: movido.desde, to: movido.hasta })}</p> : null}
      {home?.antes && home.despues ? <p>{t('moved', { from: home.antes, to: home.despues })}</p> : null}
      {campos.length > 0 ? (
        <dl className="change-fields">
          {campos.map((field) => (
            <TrackedField key={field.campo} field={field} />
          ))}
        </dl>
      ) : null}
      {children}
      {quien && cuando ? (
        <p className="muted change-who">
          {quien.nombre}, <Moment at={cuando}>{formatRelative(cuando)}</Moment>
        </p>
      ) : null}
    </li>
  );
}
