import { useTranslation } from 'react-i18next';
import type { SchoolRecord } from '../../../../backend/api/contract/site.ts';
import { RouteArt } from '../../domain/route-art.tsx';
import { VideoFacade } from '../../ui/video-facade.tsx';

/** The school's video, which loads nothing of another site before it is played (A10). */
export function PromoVideo({ video }: { video: SchoolRecord['video'] }) {
  const { t } = useTranslation('site');
  if (!video) return null;
  return (
    <section className="section" id="video" aria-labelledby="video-titulo">
      <div className="wrap promotional-grid">
        <div className="stack">
          <h2 id="video-titulo">{t('video.heading')}</h2>
          <p className="muted">{t('video.lead')}</p>
        </div>
        <VideoFacade
          link={video.enlace}
          title={video.titulo}
          captions={video.subtitulos}
          art={<RouteArt courseId={3} modules={6} />}
          texts={{
            label: t('video.label', { title: video.titulo }),
            play: t('video.play'),
            consent: video.subtitulos ? `${t('video.consent')} ${t('video.captions')}` : t('video.consent'),
            ...(video.subtitulos && { file: t('video.captions') }),
            blocked: t('video.blocked'),
            openYoutube: t('video.openYoutube'),
            openLink: (host) => t('video.openLink', { host }),
          }}
        />
      </div>
    </section>
  );
}
