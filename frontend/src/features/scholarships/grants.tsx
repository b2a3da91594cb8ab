import { useTranslation } from 'react-i18next';
import { useListScholarshipGrantsQuery } from '../../api/generated.ts';
import { formatRelative } from '../../lib/format.ts';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import './texts.ts';
import { Moment } from '../../ui/moment.tsx';

interface Props {
  /** Of one code; null: all of them. */
  codeId: string | null;
  cursor?: string;
  more: number;
  onMore: () => void;
}
/** Who took a grant, newest first. */
export function Grants({ codeId, cursor, more, onMore }: Props) {
  const { t } = useTranslation('scholarships');
  const { data, error, isFetching, refetch } = useListScholarshipGrantsQuery({
    limit: 25,
    ...(codeId !== null && { codigo: codeId }),
    ...(cursor && { cursor }),
  });
  if (!data)
    return error ? (
      <ErrorState title={t('grantsFailed')} error={error} onRetry={() => void refetch()} retrying={isFetching} inline />
    ) : (
      <Skeleton>
        <RowsSkeleton rows={4} />
      </Skeleton>
    );
  if (data.otorgadas.length === 0 && cursor === undefined) return <Empty title={t('noGrants')}>{t('noGrantsHint')}</Empty>;
  return (
    <>
      <ul className="scholarships-list">
        {data.otorgadas.map((grant) => (
          <li key={`${grant.id_codigo} ${grant.id_usuario}`} className="scholarships-one">
            <div className="scholarships-what">
              <strong>{grant.persona ?? t('erased')}</strong>
              <span className="muted">{grant.curso ?? `#${grant.id_curso}`}</span>
            </div>
            <span>{grant.organizacion}</span>
            <Moment className="muted" at={grant.fecha}>
              {formatRelative(grant.fecha)}
            </Moment>
          </li>
        ))}
      </ul>
      {data.siguiente === null ? null : more > 0 ? (
        <Grants codeId={codeId} cursor={data.siguiente} more={more - 1} onMore={onMore} />
      ) : (
        <button type="button" className="btn alt scholarships-more" onClick={onMore}>
          {t('more')}
        </button>
      )}
    </>
  );
}
