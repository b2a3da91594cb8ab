import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The cookie by which a browser shows that a person signed in with it before; it does not sign anybody in. */
export const DEVICE_COOKIE = 'aulaviva.equipo';
export const DEVICE_MS = 400 * 24 * 3_600_000;
/** How many people of one browser are remembered. */
const PEOPLE = 5;

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/** Form: `<id>.<mac>.<mac>…`, one mac for each person, the newest first. It reveals no identity. */
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
    /** The device's own id where the person signed in with it before; else null. */
    known(cookie: string | null, userId: number): string | null {
      const [id, ...macs] = read(cookie);
      const own = mac(id, userId);
      return macs.some((one) => same(one, own)) ? id : null;
    },
    /** The new value of the cookie. */
    remember(cookie: string | null, userId: number): string {
      const [id, ...macs] = read(cookie);
      const own = mac(id, userId);
      return [id, own, ...macs.filter((one) => !same(one, own)).slice(0, PEOPLE - 1)].join('.');
    },
  };
}
