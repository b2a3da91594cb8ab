import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScholarshipCodeRecord } from '../../../../backend/api/contract/scholarships.ts';
import { useCloseScholarshipCodeMutation, useListCoursesQuery, useListScholarshipCodesQuery } from '../../api/generated.ts';
import { formatLongDate, formatNumber } from '../../lib/format.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { useFlash } from '../../ui/use-flash.ts';
import { useSave } from '../../ui/use-save.ts';
import { Meter } from './meter.tsx';
import './texts.ts';

type State = 'open' | 'closed' | 'expired' | 'used';
const tones: Readonly<Record<State, Tone>> = { open: 'ok', closed: 'neutro', expired: 'vacio', used: 'info' };
/** The school's day, as codes are checked against it. */
const today = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Tijuana' }).format(new Date());
const stateOf = ({ abierto, vence, otorgadas, becas }: ScholarshipCodeRecord): State => {
  if (!abierto) return 'closed';
  if (vence !== null && vence < today()) return 'expired';
  return otorgadas >= becas ? 'used' : 'open';
};

interface Props {
  cursor?: string;
  more: number;
  onMore: () => void;
  onGrants: (code: ScholarshipCodeRecord) => void;
}
/** The codes, newest first: each page begins where the one before ends now. */
export function Codes({ cursor, more, onMore, onGrants }: Props) {
  const { t } = useTranslation('scholarships');
  const { data, error, isFetching, refetch } = useListScholarshipCodesQuery({ limit: 25, ...(cursor && { cursor }) });
  const courses = useListCoursesQuery({ todos: '1' });
  const [closing, setClosing] = useState<ScholarshipCodeRecord | null>(null);
  const { save } = useSave();
  const [close] = useCloseScholarshipCodeMutation();
  if (!data)
    return error ? (
      <ErrorState title={t('codesFailed')} error={error} onRetry={() => void refetch()} retrying={isFetching} inline />
    ) : (
      <Skeleton>
        <RowsSkeleton rows={4} />
      </Skeleton>
    );
  if (data.codigos.length === 0 && cursor === undefined) return <Empty title={t('noCodes')}>{t('noCodesHint')}</Empty>;
  return (
    <>
      <ul className="scholarships-list">
        {data.codigos.map((code) => (
          <Code
            key={code.id}
            code={code}
            course={courses.data?.find(({ id }) => id === code.id_curso)?.nombre}
            onGrants={() => onGrants(code)}
            onClose={() => setClosing(code)}
          />
        ))}
      </ul>
      {data.siguiente === null ? null : more > 0 ? (
        <Codes cursor={data.siguiente} more={more - 1} onMore={onMore} onGrants={onGrants} />
      ) : (
        <button type="button" className="btn alt scholarships-more" onClick={onMore}>
          {t('more')}
        </button>
      )}
      <Confirm
        open={closing !== null}
        onClose={() => setClosing(null)}
        title={t('closeCodeTitle')}
        confirmLabel={t('closeCodeConfirm')}
        danger
        reason={{ label: t('reason'), of: `codigo.${closing?.id}` }}
        onConfirm={async (motivo) => {
          if (!closing) return;
          const { id } = closing;
          await save(() => close({ codigoId: id, body: motivo ? { motivo } : {} }).unwrap(), { done: t('codeClosed') });
        }}
      >
        <p>{closing ? t('closeCodeText', { count: closing.becas - closing.otorgadas, organisation: closing.organizacion }) : ''}</p>
      </Confirm>
    </>
  );
}

interface CodeProps {
  code: ScholarshipCodeRecord;
  course: string | undefined;
  onGrants: () => void;
  onClose: () => void;
}
function Code({ code, course, onGrants, onClose }: CodeProps) {
  const { t } = useTranslation('scholarships');
  const flash = useFlash<HTMLLIElement>(`${code.otorgadas} ${code.abierto}`);
  const state = stateOf(code);
  return (
    <li ref={flash} className="scholarships-one">
      <div className="scholarships-what">
        <p className="row">
          <strong>{code.organizacion}</strong>
          <StatusTag tone={tones[state]}>{t(`codeState.${state}`)}</StatusTag>
        </p>
        <p className="mono">{code.codigo}</p>
        <p className="muted">
          {code.id_curso === null ? t('any') : t('forCourse', { course: course ?? `#${code.id_curso}` })}
          {code.vence ? ` · ${t('until', { day: formatLongDate(`${code.vence}T12:00:00`) })}` : ''}
        </p>
      </div>
      <div className="scholarships-amount">
        <p>{t('used', { granted: formatNumber(code.otorgadas), grants: formatNumber(code.becas) })}</p>
        <Meter label={t('usedName', { organisation: code.organizacion })} value={code.otorgadas} max={code.becas} />
      </div>
      <div className="row becas-actos">
        <button type="button" className="btn alt" aria-label={t('grantsOfCode', { organisation: code.organizacion })} onClick={onGrants}>
          {t('grantsOf')}
        </button>
        {code.abierto ? (
          <button type="button" className="btn alt" aria-label={t('closeCodeOf', { organisation: code.organizacion })} onClick={onClose}>
            {t('closeCode')}
          </button>
        ) : null}
      </div>
    </li>
  );
}
