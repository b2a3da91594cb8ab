import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { videoKey } from '../../../../backend/api/contract/video-source.ts';
import type { CourseVideo } from '../../../../backend/api/contract/videos.ts';
import { RouteArt } from '../../domain/route-art.tsx';
import { formatClockTime } from '../../lib/format.ts';
import { useSessionUser } from '../../lib/session.ts';
import { besideFilm, videoSource } from '../../lib/video-source.ts';
import { VideoFacade } from '../../ui/video-facade.tsx';
import { useLesson } from './lesson-context.ts';
import { tellVideoNow } from './notes/video-now.ts';
import { useVideo } from './use-video.ts';

interface Props {
  link: string;
  title: string;
  text: CourseVideo['texto'];
}

/** A class's video, behind the drawing of its course's route. Each video continues where the person stopped it. */
export const Video = (props: Props) => <OneVideo key={props.link} {...props} />;

function OneVideo({ link, title, text }: Props) {
  const { t } = useTranslation('lesson');
  const { outline, learner, mode } = useLesson();
  const user = useSessionUser();
  const [search] = useSearchParams();
  /** The second that a link into the video names. */
  const asked = /^[1-9]\d{0,4}$/.test(search.get('t') ?? '') ? Number(search.get('t')) : undefined;
  const source = videoSource(link);
  const key = videoKey(link) ?? '';
  const film = source?.kind === 'file' ? besideFilm(source.src) : null;
  const said = text ? t(`video.${text}`) : '';
  const known = useRef(learner?.videos[key]);
  if (known.current === undefined) known.current = learner?.videos[key];
  const asks = mode === 'learner' && outline.curso.ver_videos === 'obligatorio' && learner !== undefined && key !== '';
  const whole = learner?.vistos.includes(key) ?? false;
  const { onSecond, far, finish } = useVideo(user.id, outline.curso.id, {
    allowed: mode === 'learner',
    required: asks && !whole,
    from: known.current ?? 0,
  });
  const [reading, setReading] = useState(false);
  const why = useId();
  useEffect(() => () => tellVideoNow(null), []);
  const video = (
    <VideoFacade
      key={asked ?? ''}
      link={link}
      captions={text === 'subtitulos'}
      title={title}
      resume={asked ?? known.current}
      onSecond={(video, second, duration, stopped) => {
        tellVideoNow({ video, second });
        if (key !== '') onSecond(video, second, duration, stopped);
      }}
      art={<RouteArt courseId={outline.curso.id} modules={outline.curso.totalModulos} />}
      texts={{
        label: t('video.label', { title }),
        play: t('video.play'),
        consent: `${t('video.consent')} ${said}`.trim(),
        file: film ? t('video.silent') : said,
        blocked: t('video.blocked'),
        openYoutube: t('video.openYoutube'),
        openLink: (host) => t('video.openLink', { host }),
      }}
    />
  );
  if (!asks) return video;
  return (
    <>
      {video}
      {whole ? (
        <p className="row muted">
          <IconCircleCheck size={18} aria-hidden="true" /> {t('video.watched')}
        </p>
      ) : (
        <div className="row" data-writes>
          <span className="muted" id={why}>
            {far && far.duration > 0
              ? t('video.soFar', { second: formatClockTime(far.second), duration: formatClockTime(far.duration) })
              : t('video.required')}
          </span>
          {text === 'subtitulos' ? null : (
            <button
              type="button"
              className="btn alt"
              aria-describedby={why}
              disabled={reading}
              onClick={() => {
                setReading(true);
                void finish(key, 'leido').then((noted) => {
                  if (!noted) setReading(false);
                });
              }}
            >
              {t('video.read')}
            </button>
          )}
        </div>
      )}
    </>
  );
}
