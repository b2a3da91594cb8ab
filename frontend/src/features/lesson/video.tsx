import { useTranslation } from 'react-i18next';
import { RouteArt } from '../../ui/route-art.tsx';
import { VideoFacade } from '../../ui/video-facade.tsx';
import { useLesson } from './lesson-context.ts';

/** A class's video, behind the drawing of its course's route. */
export function Video({ link, title }: { link: string; title: string }) {
  const { t } = useTranslation('lesson');
  const { outline } = useLesson();
  return (
    <VideoFacade
      link={link}
      title={title}
      art={<RouteArt courseId={outline.curso.id} modules={outline.curso.totalModulos} badge={false} />}
      texts={{
        label: t('video.label', { title }),
        play: t('video.play'),
        consent: t('video.consent'),
        blocked: t('video.blocked'),
        openYoutube: t('video.openYoutube'),
        openLink: (host) => t('video.openLink', { host }),
      }}
    />
  );
}
