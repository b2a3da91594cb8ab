import { isDeepStrictEqual } from 'node:util';
import type { CourseOutline } from '../../../../events/outline.ts';
import type { Money } from '../../../../events/types.ts';
import {
  changedParts,
  type FlatPart,
  flatten,
  MODULE,
  type PartKind,
  parentKey,
  partKey,
  TEXT,
  type Texts,
} from '../../../commands/catalogue/draft.ts';
import type { CourseChange } from '../../contract/drafts.ts';
import { difficulties, exerciseRules, subtopicKinds, tiers, unlockRules, videoRules } from '../courses.ts';
import { moneyText } from '../siteValues.ts';
import { createTracker, type Stretch } from './tracked.ts';

/** The differences between two states of a course, part by part, with the names that its authors know: a draft and what is published, or two versions. */

export const partNames = { course: 'curso', module: 'modulo', class: 'sesion', subtopic: 'subtema', resource: 'recurso' } as const;
export type PartName = (typeof partNames)[PartKind];
export const partKinds = Object.fromEntries(Object.entries(partNames).map(([kind, name]) => [name, kind])) as Record<PartName, PartKind>;

/** The names of fields in the API's calls. */
export const fieldNames: Readonly<Record<PartKind, Readonly<Record<string, string>>>> = {
  course: {
    ...{ title: 'nombre', description: 'descripcion', category: 'categoria', tier: 'tipo', difficulty: 'dificultad', track: 'level' },
    ...{
      duration: 'duration',
      instructorId: 'id_maestro',
      imageUrl: 'img_curso',
      imageAlt: 'descripcion_imagen',
      price: 'precio',
      previousPrice: 'price',
    },
    ...{ providerPriceId: 'stripe_price_id', unlockRule: 'desbloqueo', videoRule: 'ver_videos', exerciseRule: 'resolver_ejercicios' },
  },
  module: { title: 'nombre', description: 'descripcion', content: 'contenido', videoUrl: 'link_video', objectives: 'objetivos' },
  class: { title: 'titulo', description: 'descripcion', content: 'contenido', videoUrl: 'link_video', [MODULE]: 'id_modulo' },
  subtopic: {
    ...{ title: 'titulo', description: 'descripcion', kind: 'tipo_subtema', videoUrl: 'link_video', minutes: 'duracion' },
    [TEXT]: 'contenido_texto',
  },
  resource: { title: 'titulo', url: 'link_recurso', kind: 'tipo_recurso' },
};
export const fieldOf = (kind: PartKind, name: string): string | undefined =>
  name === 'orden' ? 'order' : Object.entries(fieldNames[kind]).find(([, own]) => own === name)?.[0];

/** Fields that are compared word by word. */
const TEXTS: ReadonlySet<string> = new Set(['title', 'description', 'content', 'objectives', TEXT]);
const resourceWords = { document: 'documento', video: 'video', other: 'otro' } as const;

/** How to name the people and modules that a field refers to by id. */
export interface Names {
  person: (userId: number) => string;
  module: (moduleId: number) => string;
}
/** The names of modules, from either of two states of a course; the later one takes precedence. */
export const namesIn = (person: Names['person'], after: CourseOutline, before: CourseOutline): Names => ({
  person,
  module: (id) => [after, before].flatMap(({ modules }) => modules.find(({ moduleId }) => moduleId === id)?.title ?? [])[0] ?? '',
});

/** A value in readable form; null where there is none. */
export function shown(field: string, value: unknown, names: Names): string | null {
  if (value === null || value === undefined || value === '') return null;
  switch (field) {
    case 'price':
    case 'previousPrice':
      return moneyText(value as Money);
    case 'instructorId':
      return names.person(Number(value));
    case MODULE:
      return names.module(Number(value)) || null;
    case 'objectives':
      return (value as { text: string }[]).map(({ text }) => text).join('\n') || null;
    case 'tier':
      return tiers[value as keyof typeof tiers];
    case 'difficulty':
      return difficulties[value as keyof typeof difficulties];
    case 'unlockRule':
      return unlockRules[value as keyof typeof unlockRules];
    case 'videoRule':
      return videoRules[value as keyof typeof videoRules];
    case 'exerciseRule':
      return exerciseRules[value as keyof typeof exerciseRules];
    case 'kind':
      return { ...subtopicKinds, ...resourceWords }[value as keyof typeof subtopicKinds | keyof typeof resourceWords];
    default:
      return String(value);
  }
}

export interface Compared {
  outline: CourseOutline;
  texts: Texts;
}
export type Difference = Omit<CourseChange, 'quien' | 'cuando' | 'conflicto'> & { key: string };

const statusWords = { draft: 'Borrador', published: 'Publicado', archived: 'Archivado' } as const;
/** The change of the status (which is no part of a draft) as a field; none where the course is new. */
function statusField({ outline: { status: was } }: Compared, { outline: { status: is } }: Compared): Difference['campos'] {
  return was === is || was === 'none' || is === 'none'
    ? []
    : [{ campo: 'estado', antes: statusWords[was], despues: statusWords[is], marcas: null }];
}

const changeNames = { added: 'agregado', changed: 'cambiado', archived: 'archivado', restored: 'restaurado' } as const;

/** Parts in the order of the course; removed ones at their former place. */
export function differences(before: Compared, after: Compared, nameOf: (userId: number) => string): Difference[] {
  const [was, is] = [flatten(before.outline), flatten(after.outline)];
  const track = createTracker();
  const names = namesIn(nameOf, after.outline, before.outline);
  const titleOf = (key: string): string => String((is.get(key) ?? was.get(key))?.fields['title'] ?? '');
  const parentOf = (part: FlatPart) => parentKey(part, after.outline.courseId);
  const fieldsOf = (kind: PartKind, id: number, old: FlatPart | undefined, now: FlatPart | undefined): Difference['campos'] => {
    const valueIn = (part: FlatPart | undefined, texts: Texts, field: string) =>
      field === TEXT ? (texts.get(id) ?? '') : part?.fields[field];
    const status = kind === 'course' ? statusField(before, after) : [];
    const changed = Object.entries(fieldNames[kind]).flatMap(([field, campo]): Difference['campos'] => {
      const [from, to] = [valueIn(old, before.texts, field), valueIn(now, after.texts, field)];
      if (isDeepStrictEqual(from ?? null, to ?? null)) return [];
      const [antes, despues] = [shown(field, from, names), shown(field, to, names)];
      // Two modules may have the same name.
      if (antes === despues && field !== MODULE) return [];
      const marcas: Stretch[] | null = TEXTS.has(field) && old && now ? track(antes ?? '', despues ?? '') : null;
      return [{ campo, antes, despues, marcas }];
    });
    return [...status, ...changed];
  };
  const kept = new Map<string, Difference['campos']>();
  const fields = (key: string): Difference['campos'] => {
    const [old, part] = [was.get(key), is.get(key)];
    const known = kept.get(key) ?? (part ? fieldsOf(part.kind, part.id, old, part) : []);
    kept.set(key, known);
    return known;
  };
  return changedParts(before.outline, after.outline, (key) => fields(key).length > 0).map(({ key, part, change, moved }) => {
    const ruta: string[] = [];
    for (let at = parentOf(part); at !== null && at !== partKey('course', after.outline.courseId); ) {
      ruta.unshift(titleOf(at));
      const parent = is.get(at) ?? was.get(at);
      at = parent ? parentOf(parent) : null;
    }
    return {
      ...{ key, tipo: partNames[part.kind], id: part.id, titulo: titleOf(key), ruta, cambio: changeNames[change] },
      campos: change === 'archived' ? [] : fields(key),
      movido: moved && { desde: moved.from, hasta: moved.to },
    };
  });
}
