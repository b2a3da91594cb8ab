import type { Vault } from '../../integrations/vault/port.ts';

/** Where in a course an editor is. */
export interface EditingPlace {
  tipo: 'curso' | 'modulo' | 'sesion';
  id: number;
}
export interface Editing {
  userId: number;
  window: string;
  place: EditingPlace | null;
}
type Kept = Pick<Editing, 'place'>;
/** The part of the live hub that it needs. */
interface Broadcasts {
  broadcast(topic: string, id: string): void;
  followed(prefix: string): string[];
}

/** How long a window counts as open after its last report; it reports every 15 seconds. */
export const PRESENT_MS = 45_000;
const WINDOWS = 10;
const LOOK_MS = 1_000;
const PREFIX = 'borrador:';

/**
 * Tells who has which course open in its editor, and that its draft changed: outside the log of changes, because neither is an event. Kept in the vault, so
 * that every process knows; each process polls once a second the courses whose editors are connected to it, and at once after a write of its own.
 */
export function createEditing(vault: Vault, hub: Broadcasts, warn: (error: unknown) => void) {
  const announced = new Map<number, { draft: string; people: string }>();
  const listed = async (courseId: number): Promise<{ draft: string; people: Editing[] }> => {
    const records = await vault.list<Kept & { version?: number }>('editing', `${courseId}:`);
    const people: Editing[] = [];
    let draft = '';
    for (const { key, value } of records) {
      const [, who = '', window] = key.split(':');
      if (window === undefined) draft = String(value.version);
      else people.push({ userId: Number(who), window, place: value.place });
    }
    return { draft, people };
  };
  const look = async (courseId: number): Promise<void> => {
    const { draft, people } = await listed(courseId);
    const now = { draft, people: JSON.stringify(people) };
    const before = announced.get(courseId);
    announced.set(courseId, now);
    // Before the first poll nobody was following, so there is nobody to tell.
    if (before?.draft !== now.draft) hub.broadcast(`${PREFIX}${courseId}`, 'cambios');
    if (before?.people !== now.people) hub.broadcast(`${PREFIX}${courseId}`, 'presencia');
  };
  const round = async () => {
    const followed = hub.followed(PREFIX).map((topic) => Number(topic.slice(PREFIX.length)));
    for (const courseId of announced.keys()) if (!followed.includes(courseId)) announced.delete(courseId);
    for (const courseId of followed) await look(courseId);
  };
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    round()
      .catch(warn)
      .finally(() => {
        looking = false;
      });
  }, LOOK_MS).unref();

  return {
    people: async (courseId: number): Promise<Editing[]> => (await listed(courseId)).people,
    /** Called after a write of this process: followers of the course are told at once. */
    announce: look,
    async here(courseId: number, userId: number, window: string, place: EditingPlace | null, now: Date): Promise<void> {
      const own = `${courseId}:${userId}:`;
      const windows = await vault.list('editing', own, { limit: WINDOWS });
      if (windows.length === WINDOWS && !windows.some(({ key }) => key === own + window)) return;
      await vault.put<Kept>('editing', own + window, { place }, { expiresAt: now.getTime() + PRESENT_MS });
    },
    leave: (courseId: number, userId: number, window: string): Promise<void> => vault.remove('editing', `${courseId}:${userId}:${window}`),
    close: () => clearInterval(timer),
  };
}
export type EditingRooms = ReturnType<typeof createEditing>;
