import { whoIsIn } from './session.ts';

export { videoSource } from '../../../backend/api/contract/video-source.ts';

/** The position where this person, or a visitor, stopped in a video on this device. */
const key = (id: string) => `aulaviva.video.${whoIsIn() ?? 'visita'}.${id}`;
export const rememberSecond = (id: string, second: number, duration: number): void => {
  try {
    if (second < 5 || (duration > 0 && second > duration - 10)) localStorage.removeItem(key(id));
    else localStorage.setItem(key(id), String(Math.floor(second)));
  } catch {
    // Without storage it starts from the beginning.
  }
};
export const rememberedSecond = (id: string): number => {
  try {
    return Number(localStorage.getItem(key(id)) ?? 0) || 0;
  } catch {
    return 0;
  }
};

export interface Captions {
  lang: 'es' | 'en';
  src: string;
}
/** The transcript of one of the school's own films, which have no sound (frontend/videos/); null for any other video. */
export const besideFilm = (src: string): { poster: string; captions: readonly Captions[] } | null => {
  const name = /^(\/videos\/[\w-]+)\.webm$/.exec(src)?.[1];
  if (name === undefined) return null;
  return { poster: `${name}.webp`, captions: (['es', 'en'] as const).map((lang) => ({ lang, src: `${name}.${lang}.vtt` })) };
};
