export { videoSource } from '../../../backend/api/contract/video-source.ts';

/** The position where this device stopped in a video. */
const key = (id: string) => `aulaviva.video.${id}`;
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
