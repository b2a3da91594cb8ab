import { IconExternalLink, IconFileText, IconPlayerPlay, IconTool } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ManagedResource } from '../../../../backend/api/contract/resources.ts';
import { useCourseResourcesQuery } from '../../api/generated.ts';
import { formatExact, formatNumber, formatRelative } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { RowsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { useFlash } from '../../ui/use-flash.ts';

interface Props {
  /** null: closed. */
  course: { id: number; nombre: string } | null;
  onClose: () => void;
}

/** What goes with a course's classes, and how learners use it. */
export function ResourcesPanel({ course, onClose }: Props) {
  const { t } = useTranslation('admin');
  return (
    <Dialog open={course !== null} onClose={onClose} side="right" title={course ? t('resources.title', { course: course.nombre }) : ''}>
      {course ? <List courseId={course.id} /> : null}
    </Dialog>
  );
}

function List({ courseId }: { courseId: number }) {
  const { t } = useTranslation('admin');
  const { data, error, isFetching, refetch } = useCourseResourcesQuery(courseId);
  if (!data)
    return error ? (
      <ErrorState title={t('resources.loadError')} error={error} onRetry={() => void refetch()} retrying={isFetching} inline />
    ) : (
      <Skeleton>
        <RowsSkeleton rows={5} />
      </Skeleton>
    );
  if (data.recursos.length === 0) return <Empty title={t('resources.none')}>{t('resources.noneText')}</Empty>;
  return (
    <>
      <p className="muted">{t('resources.lead')}</p>
      <ul className="recursos">
        {data.recursos.map((resource) => (
          <Row key={resource.id_recurso} resource={resource} />
        ))}
      </ul>
    </>
  );
}

const kinds = {
  1: { key: 'document', Icon: IconFileText },
  2: { key: 'video', Icon: IconPlayerPlay },
  3: { key: 'tool', Icon: IconTool },
} as const;
const leads = (link: string) => /^(https?:|mailto:|\/)/i.test(link);

function Row({ resource }: { resource: ManagedResource }) {
  const { t } = useTranslation('admin');
  const flash = useFlash<HTMLLIElement>(resource.aperturas);
  const { key, Icon } = kinds[resource.tipo_recurso as keyof typeof kinds] ?? kinds[3];
  return (
    <li ref={flash}>
      <Icon size={20} stroke={1.7} role="img" aria-label={t(`resources.kinds.${key}`)} />
      <div className="recursos-que">
        <strong lang="es">{resource.titulo}</strong>
        <span className="muted tabla-nota" lang="es">
          {resource.modulo} › {resource.clase}
        </span>
        {leads(resource.link_recurso) ? (
          <a className="recursos-enlace" href={resource.link_recurso} target="_blank" rel="noopener noreferrer">
            {resource.link_recurso}
            <span className="sr"> {t('resources.newTab')}</span>
            <IconExternalLink size={14} stroke={1.8} aria-hidden="true" />
          </a>
        ) : (
          <span className="recursos-enlace">{resource.link_recurso}</span>
        )}
        <p>
          {resource.ultimaApertura === null ? (
            t('resources.never')
          ) : (
            <>
              {t('resources.opened', { count: resource.aperturas, number: formatNumber(resource.aperturas) })} ·{' '}
              {t('resources.people', { count: resource.personas, number: formatNumber(resource.personas) })} ·{' '}
              <time dateTime={resource.ultimaApertura} title={formatExact(resource.ultimaApertura)}>
                {t('resources.last', { when: formatRelative(resource.ultimaApertura) })}
              </time>
            </>
          )}
        </p>
      </div>
    </li>
  );
}
