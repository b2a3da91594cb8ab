import { type Draft, type DraftPart, MODULE, partKey } from './draft.ts';

/** One part of a course with its children, or one field of it. */
export interface Place {
  kind: DraftPart['kind'];
  id: number;
  field?: string;
}

/** The draft without some of its changes: all of them (null), those of one part with its children, or one field. The same draft where it has none. */
export function discarded(kept: Draft, what: Place | null): Draft {
  if (!what) return Object.keys(kept.parts).length === 0 ? kept : { version: kept.version + 1, parts: {} };
  const key = partKey(what.kind, what.id);
  const part = kept.parts[key];
  if (!part) return kept;
  const { field } = what;
  const parts = { ...kept.parts };
  if (field !== undefined) {
    const { [field]: gone, ...fields } = part.fields;
    const { order, ...bare } = part;
    const left: DraftPart = field === 'order' ? bare : { ...part, fields };
    if (field === 'order' ? !order : !gone) return kept;
    // The part is where it is published again, with its content.
    if (field === MODULE && typeof gone?.base === 'number') {
      left.moduleId = gone.base;
      for (const [inner, one] of Object.entries(parts)) if (one.classId === what.id) parts[inner] = { ...one, moduleId: gone.base };
    }
    if (part.added || Object.keys(left.fields).length > 0 || left.order || left.removed !== undefined) parts[key] = left;
    else delete parts[key];
  } else {
    delete parts[key];
    // A part that was never published has no children left either.
    if (part.added)
      for (const [inner, one] of Object.entries(kept.parts)) {
        const home = kept.parts[partKey('class', one.classId ?? 0)]?.fields[MODULE]?.base;
        if (what.kind === 'class' ? one.classId !== what.id : what.kind !== 'module' || one.moduleId !== what.id) continue;
        // A published class that should have been moved there stays where it is, with what was written of it.
        const stays = typeof home === 'number' ? staying(one, home) : null;
        if (stays) parts[inner] = stays;
        else delete parts[inner];
      }
  }
  return { version: kept.version + 1, parts };
}

/** What is left of a part once its class is not moved to another module any more; null: nothing. */
function staying(part: DraftPart, moduleId: number): DraftPart | null {
  const { [MODULE]: _, ...fields } = part.fields;
  const left = part.kind === 'class' ? { ...part, moduleId, fields } : { ...part, moduleId };
  return left.added || left.order || left.removed !== undefined || Object.keys(left.fields).length > 0 ? left : null;
}
