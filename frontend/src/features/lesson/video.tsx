import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { CourseVideo } from '../../../../backend/api/contract/videos.ts';
import { RouteArt } from '../../domain/route-art.tsx';
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
  const save = useVideo(user.id, outline.curso.id, mode === 'learner');
  const source = videoSource(link);
  const key = source?.kind === 'youtube' ? source.id : source?.kind === 'file' ? source.src : '';
  const film = source?.kind === 'file' ? besideFilm(source.src) : null;
  const said = text ? t(`video.${text}`) : '';
  const known = useRef(learner?.videos[key]);
  if (known.current === undefined) known.current = learner?.videos[key];
  useEffect(() => () => tellVideoNow(null), []);
  return (
    <VideoFacade
      key={asked ?? ''}
      link={link}
      captions={text === 'subtitulos'}
      title={title}
      resume={asked ?? known.current}
      onSecond={(video, second, duration, stopped) => {
        tellVideoNow({ video, second });
        save(video, second, duration, stopped);
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
}
