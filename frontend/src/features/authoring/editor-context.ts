import { createContext, use } from 'react';
import type { AuthoringOutline } from '../../../../backend/api/contract/authoring.ts';
import { usePast } from '../../lib/past.ts';

export type EditedModule = AuthoringOutline['modulos'][number];
export type EditedClass = EditedModule['sesiones'][number];
export type EditedSubtopic = EditedClass['subtemas'][number];
export type EditedResource = EditedClass['recursos'][number];

/** The open part of the course; null: none at that level. */
export interface Place {
  moduleId: number | null;
  classId: number | null;
  subtopicId: number | null;
}

/** Shared by every part of the editor. */
export interface Editor {
  outline: AuthoringOutline;
  courseId: number;
  place: Place;
  /** Opens a part; without arguments the course's own fields. `quiet`: adds no history entry; `follows`: something in the part gets the focus, not its heading. */
  go: (place: Partial<Place>, quiet?: boolean, follows?: boolean) => void;
  /** The outline as this window knows it now, also between two renders. */
  latest: () => AuthoringOutline;
  /** The course is published, so what is written goes to its draft. */
  draft: boolean;
  /** Reads the outline and the texts of lessons again. */
  reread: () => Promise<unknown>;
  /** Reads the outline again until its version differs from this one, or for a limited time. */
  newer: (version: number) => Promise<void>;
  /** The id of the one field that is being edited (`modulo.3.nombre`). */
  editing: string | null;
  /** `select`: selects its text, for a generated name. */
  edit: (field: string | null, select?: boolean) => void;
  selects: boolean;
}

const Context = createContext<Editor | null>(null);
export const EditorProvider = Context;
export const useEditor = (): Editor => {
  const editor = use(Context);
  if (!editor) throw new Error('outside of the editor');
  return editor;
};

/** Nothing can be changed: the course is archived, or an earlier moment of the school is shown. */
export const useLocked = (): boolean => {
  const past = usePast();
  return useEditor().outline.curso.archivado || past !== null;
};

export const moduleOf = ({ modulos }: AuthoringOutline, moduleId: number): EditedModule | undefined =>
  modulos.find(({ id_modulo }) => id_modulo === moduleId);
export const classOf = ({ modulos }: AuthoringOutline, classId: number): EditedClass | undefined => {
  for (const { sesiones } of modulos) {
    const found = sesiones.find(({ id_sesion }) => id_sesion === classId);
    if (found) return found;
  }
  return undefined;
};
export const subtopicOf = ({ modulos }: AuthoringOutline, subtopicId: number): EditedSubtopic | undefined => {
  for (const { sesiones } of modulos)
    for (const { subtemas } of sesiones) {
      const found = subtemas.find(({ id_subtema }) => id_subtema === subtopicId);
      if (found) return found;
    }
  return undefined;
};

/** «Nuevo módulo», and where that name is taken «Nuevo módulo 2». */
export const freeName = (name: string, taken: readonly string[]): string => {
  if (!taken.includes(name)) return name;
  let number = 2;
  while (taken.includes(`${name} ${number}`)) number++;
  return `${name} ${number}`;
};
/** «03». */
export const twoDigits = (number: number): string => String(number).padStart(2, '0');
