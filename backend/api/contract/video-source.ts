/** Parses a video link: the same for pages, which load nothing of another site before somebody asks for it, and for the API, which stores where one stopped. */
export type VideoSource =
  | { kind: 'youtube'; id: string; start: number }
  | { kind: 'file'; src: string }
  | { kind: 'link'; href: string; host: string };

const seconds = (value: string | null): number => {
  if (!value) return 0;
  if (/^\d+s?$/.test(value)) return Number.parseInt(value, 10);
  const [, hours, minutes, rest] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(value) ?? [];
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0);
};
const youtubeId = (url: URL): string | null => {
  const host = url.hostname.replace(/^(www|m|music)\./, '');
  const parts = url.pathname.split('/').filter(Boolean);
  const found =
    host === 'youtu.be'
      ? parts[0]
      : host === 'youtube.com' || host === 'youtube-nocookie.com'
        ? url.pathname === '/watch'
          ? url.searchParams.get('v')
          : ['embed', 'v', 'shorts', 'live'].includes(parts[0] ?? '')
            ? parts[1]
            : null
        : null;
  return found && /^[\w-]{11}$/.test(found) ? found : null;
};

/** Null where the link cannot be followed. */
export const videoSource = (link: string | null | undefined): VideoSource | null => {
  const text = link?.trim();
  if (!text) return null;
  const base = 'https://aulaviva.invalid';
  const whole = /^[\w-]+(\.[\w-]+)+\//.test(text) ? `https://${text}` : text;
  if (!URL.canParse(whole, base)) return null;
  const url = new URL(whole, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const id = youtubeId(url);
  if (id) return { kind: 'youtube', id, start: seconds(url.searchParams.get('t') ?? url.searchParams.get('start')) };
  const own = url.origin === base;
  if (/\.(mp4|webm|ogv|mov|m4v)$/i.test(url.pathname)) return { kind: 'file', src: own ? url.pathname + url.search : url.href };
  return own ? null : { kind: 'link', href: url.href, host: url.hostname.replace(/^www\./, '') };
};

/** The most characters of a key: a signed address of a file has several hundred. */
export const MOST_OF_VIDEO_KEY = 2_000;
/**
 * The key of a learner's place in this video: its YouTube id, else its address. Null where there is no player, or the address is longer than a key may be:
 * then there is no place, and nobody is asked to watch it.
 */
export const videoKey = (link: string | null | undefined): string | null => {
  const source = videoSource(link);
  if (source === null || source.kind === 'link') return null;
  const key = source.kind === 'youtube' ? source.id : source.src;
  return key.length > MOST_OF_VIDEO_KEY ? null : key;
};
