import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The cookie by which a browser shows that somebody signed in with it before; it lets nobody in. */
export const DEVICE_COOKIE = 'aulaviva.equipo';
export const DEVICE_MS = 400 * 24 * 3_600_000;
/** So many people of one browser are remembered. */
const PEOPLE = 5;

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/** Form: `<id>.<mac>.<mac>…`, a mac for each person, the newest first. Nobody can be read from it. */
export function createKnownDevices(secret: string) {
  const mac = (id: string, userId: number) =>
    createHmac('sha256', secret).update(`device\u0000${id}\u0000${userId}`).digest('base64url').slice(0, 22);
  const read = (cookie: string | null): [id: string, ...macs: string[]] => {
    const parts = cookie !== null && /^[\w-]{22}(\.[\w-]{22}){1,5}$/.test(cookie) ? cookie.split('.') : [];
    const [id = randomBytes(16).toString('base64url'), ...macs] = parts;
    return [id, ...macs];
  };
  const same = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));
  return {
    /** The device's own id where the person signed in with it before; null where they did not. */
    known(cookie: string | null, userId: number): string | null {
      const [id, ...macs] = read(cookie);
      const own = mac(id, userId);
      return macs.some((one) => same(one, own)) ? id : null;
    },
    /** What the cookie says from now on. */
    remember(cookie: string | null, userId: number): string {
      const [id, ...macs] = read(cookie);
      const own = mac(id, userId);
      return [id, own, ...macs.filter((one) => !same(one, own)).slice(0, PEOPLE - 1)].join('.');
    },
  };
}
