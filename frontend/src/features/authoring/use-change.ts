import type { AuthoringOutline } from '../../../../backend/api/contract/authoring.ts';
import { toFailure } from '../../ui/error-text.ts';
import { useSave } from '../../ui/use-save.ts';
import { useEditor } from './editor-context.ts';

/** Another person saved the same field meanwhile. */
export class Crossed extends Error {}
/** The part to be changed is no longer in the course. */
export class Gone extends Error {}

const TRIES = 6;

export interface Change<T> {
  /** Its value in the outline; undefined: it is no longer there. */
  read: (outline: AuthoringOutline) => string | undefined;
  /** Its value when typing began. */
  from: string;
  /** `version` is sent as If-Match. */
  send: (version: number) => Promise<T>;
  done?: string | undefined;
  after?: ((answer: T) => void) | undefined;
}

/**
 * Saves one field relative to its value when typing began. The school compares versions of whole courses: where another field was saved meanwhile, this
 * one is sent again with the newer version; where it was this very field, nothing is sent and `Crossed` is thrown, and both texts are kept.
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
            // The text of a lesson is not part of the course's version: the call has its previous value instead.
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
