import { createContext, use } from 'react';
import type { AuthoringOutline } from '../../../../backend/api/contract/authoring.ts';

export type EditedModule = AuthoringOutline['modulos'][number];
export type EditedClass = EditedModule['sesiones'][number];
export type EditedSubtopic = EditedClass['subtemas'][number];
export type EditedResource = EditedClass['recursos'][number];

/** What is open in the editor; null: not that deep. */
export interface Place {
  moduleId: number | null;
  classId: number | null;
  subtopicId: number | null;
}

/** What every part of the editor knows. */
export interface Editor {
  outline: AuthoringOutline;
  courseId: number;
  place: Place;
  /** Opens a part; without anything the course's own data. `quiet`: the browser's «back» does not come back here. */
  go: (place: Partial<Place>, quiet?: boolean) => void;
  /** The outline as this window knows it at this moment, also between two drawings. */
  latest: () => AuthoringOutline;
  /** The course is published: what is written waits in its draft. */
  draft: boolean;
  /** Reads the outline and the texts of lessons once more. */
  reread: () => Promise<unknown>;
  /** Reads until the school shows another version than this one, or for a while. */
  newer: (version: number) => Promise<void>;
  /** The one field that is being changed: its id (`modulo.3.nombre`). */
  editing: string | null;
  /** `select`: with its text selected, for a name that was made up. */
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

/** «Nuevo módulo», and where that is taken «Nuevo módulo 2». */
export const freeName = (name: string, taken: readonly string[]): string => {
  if (!taken.includes(name)) return name;
  let number = 2;
  while (taken.includes(`${name} ${number}`)) number++;
  return `${name} ${number}`;
};
/** «03». */
export const twoDigits = (number: number): string => String(number).padStart(2, '0');
