import { IconExternalLink, IconPlayerPlay } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { CourseVideo } from '../../../../backend/api/contract/videos.ts';
import { api } from '../../api/api.ts';
import type { Course } from '../../domain/course.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { useSave } from '../../ui/use-save.ts';

interface Props {
  course: Pick<Course, 'id' | 'nombre' | 'archivado'>;
  onClose: () => void;
}

/** The videos of a course, and whether each can be followed without sound. */
export function VideosPanel({ course, onClose }: Props) {
  const { t } = useTranslation('admin');
  return (
    <Dialog open onClose={onClose} side="right" title={t('videos.title', { course: course.nombre })}>
      <List course={course} />
    </Dialog>
  );
}

function List({ course }: { course: Props['course'] }) {
  const { t } = useTranslation('admin');
  const query = api.useCourseVideosQuery(course.id);
  const { data } = query;
  if (!data) return <QueryState of={query} failed={t('videos.loadError')} inline rows={5} />;
  if (data.length === 0) return <Empty title={t('videos.none')}>{t('videos.noneText')}</Empty>;
  return (
    <>
      <p className="muted">
        {t('videos.lead')} {course.archivado ? t('videos.archived') : null}
      </p>
      <ul className="use">
        {data.map((video) => (
          <Row key={video.enlace} video={video} course={course} />
        ))}
      </ul>
    </>
  );
}

const texts = ['subtitulos', 'transcripcion'] as const;
type Text = (typeof texts)[number];

function Row({ video, course }: { video: CourseVideo; course: Props['course'] }) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const [declare, { isLoading, originalArgs }] = api.useDeclareVideoTextMutation();
  const { act } = useSave();
  const id = useId();
  const [place, ...others] = video.lugares;
  const title = place?.titulo ?? video.enlace;
  const choose = async (texto: Text | null) => {
    await act(() => declare({ courseId: course.id, body: { enlace: video.enlace, texto } }).unwrap(), {
      done: t('videos.saved', { video: title }),
      failureText: (failure) => `${t('videos.saveFailed')} ${errorText(failure)}`,
    });
  };
  // The box shows the value being saved; a refusal removes it again.
  const chosen = isLoading && originalArgs ? originalArgs.body.texto : video.texto;
  return (
    <li>
      <IconPlayerPlay size={20} stroke={1.7} aria-hidden="true" />
      <div className="use-what">
        <strong lang="es">{title}</strong>
        {place ? (
          <span className="muted table-note">
            <span lang="es">{[place.modulo, place.clase].filter(Boolean).join(' › ')}</span>
            {others.length > 0 ? ` · ${t('videos.alsoIn', { count: others.length })}` : null}
          </span>
        ) : null}
        {/^https?:/i.test(video.enlace) ? (
          <a className="use-link" href={video.enlace} target="_blank" rel="noopener noreferrer">
            {video.enlace}
            <span className="sr"> {t('resources.newTab')}</span>
            <IconExternalLink size={14} stroke={1.8} aria-hidden="true" />
          </a>
        ) : (
          <span className="use-link">{video.enlace}</span>
        )}
        <label className="field" htmlFor={id}>
          <span className="field-label">{t('videos.text')}</span>
          <select
            id={id}
            className="entry"
            aria-label={t('videos.textOf', { video: title })}
            value={chosen ?? ''}
            disabled={course.archivado || isLoading}
            aria-busy={isLoading}
            onChange={(event) => void choose(texts.find((text) => text === event.target.value) ?? null)}
          >
            <option value="">{t('videos.texts.ninguno')}</option>
            {texts.map((text) => (
              <option key={text} value={text}>
                {t(`videos.texts.${text}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
    </li>
  );
}
