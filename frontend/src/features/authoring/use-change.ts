import type { AuthoringOutline } from '../../../../backend/api/contract/authoring.ts';
import { toFailure } from '../../ui/error-text.ts';
import { useSave } from '../../ui/use-save.ts';
import { useEditor } from './editor-context.ts';

/** Somebody else saved the same field meanwhile. */
export class Crossed extends Error {}
/** What was to be changed is not in the course any more. */
export class Gone extends Error {}

const TRIES = 6;

export interface Change<T> {
  /** What the outline says of it; undefined: it is not there any more. */
  read: (outline: AuthoringOutline) => string | undefined;
  /** What it was when one began to type. */
  from: string;
  /** `version` goes with it as If-Match. */
  send: (version: number) => Promise<T>;
  done?: string | undefined;
  after?: ((answer: T) => void) | undefined;
}

/**
 * Saves one field over what it was when one began to type. The school compares versions of whole courses: where another field was saved meanwhile, this one
 * is sent again over the newer version; where it was this very field, nothing is sent and `Crossed` says so, with both texts still there.
 */
export function useChange() {
  const { latest, newer } = useEditor();
  const { save, busy } = useSave();
  const change = <T>({ read, from, send, done, after }: Change<T>): Promise<T | undefined> =>
    save(
      async () => {
        for (let tries = 1; ; tries++) {
          const outline = latest();
          const now = read(outline);
          if (now === undefined) throw new Gone();
          if (now !== from) throw new Crossed();
          const { version } = outline.curso;
          try {
            return await send(version);
          } catch (failure) {
            const { code } = toFailure(failure);
            // The text of a lesson is no part of the course's version: it says where it begins.
            if (code === 'FIELD_CONFLICT') throw new Crossed();
            if (code !== 'VERSION_CONFLICT' || tries === TRIES) throw failure;
            await newer(version);
          }
        }
      },
      { done, ...(after && { after }) },
    );
  return { change, busy };
}
