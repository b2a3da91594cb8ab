import type { Outline, SubtopicRecord } from '../../../../backend/api/contract/records/courses.ts';
import type { LearnerCourse } from '../../../../backend/api/contract/records/learning.ts';
import { videoKey } from '../../../../backend/api/contract/video-source.ts';
import type { Station } from '../../ui/thread.tsx';
import { type Address, lessonPath } from './address.ts';

export type Module = Outline['modulos'][number];
export type Class = Module['sesiones'][number];
export type Subtopic = SubtopicRecord;
/** Learner: enrolled, everything is recorded. Preview: staff, nothing is recorded. Visitor: not enrolled yet. */
export type Mode = 'learner' | 'preview' | 'visitor';

/** The videos of a class that its course asks to watch, and that this learner has not watched. */
export const unwatched = (outline: Outline, session: Class, learner: LearnerCourse | undefined): string[] =>
  outline.curso.ver_videos === 'obligatorio' && learner
    ? [session, ...session.subtemas].flatMap(({ link_video }) => videoKey(link_video) ?? []).filter((key) => !learner.vistos.includes(key))
    : [];

export interface Place {
  module: Module | null;
  session: Class | null;
  subtopic: Subtopic | null;
}

/** Resolves an address in this outline; a subtopic alone is enough to find its class, a class alone its module. */
export const locate = (outline: Outline, address: Address): Place => {
  for (const module of outline.modulos)
    for (const session of module.sesiones) {
      const subtopic = session.subtemas.find(({ id_subtema }) => id_subtema === address.subtopicId) ?? null;
      if (subtopic || session.id_sesion === address.sessionId) {
        if (
          address.subtopicId !== null &&
          !subtopic &&
          outline.modulos.some((other) =>
            other.sesiones.some(({ subtemas }) => subtemas.some(({ id_subtema }) => id_subtema === address.subtopicId)),
          )
        )
          continue;
        return { module, session, subtopic };
      }
    }
  return { module: outline.modulos.find(({ id_modulo }) => id_modulo === address.moduleId) ?? null, session: null, subtopic: null };
};

/** One step of the course: a subtopic, or a class without subtopics. */
export interface Step {
  module: Module;
  session: Class;
  subtopic: Subtopic | null;
  path: string;
}
export const stepsOf = (outline: Outline): Step[] =>
  outline.modulos.flatMap((module) =>
    module.sesiones.flatMap((session) => {
      const at = { module: module.id_modulo, session: session.id_sesion };
      const whole: Step = { module, session, subtopic: null, path: lessonPath(outline.curso.id, at) };
      return session.subtemas.length === 0
        ? [whole]
        : session.subtemas.map(
            (subtopic): Step => ({
              module,
              session,
              subtopic,
              path: lessonPath(outline.curso.id, { ...at, subtopic: subtopic.id_subtema }),
            }),
          );
    }),
  );

/** The steps before and after a place; a class without a subtopic in the address is at its first. */
export const around = (steps: readonly Step[], { session, subtopic }: Place): { before: Step | null; after: Step | null } => {
  const at = steps.findIndex(
    (step) => step.session.id_sesion === session?.id_sesion && (subtopic === null || step.subtopic?.id_subtema === subtopic.id_subtema),
  );
  return at < 0 ? { before: null, after: null } : { before: steps[at - 1] ?? null, after: steps[at + 1] ?? null };
};

/** Marks that were made here and are still being sent. */
export type Pending = ReadonlyMap<number, boolean>;

/** What the learner sees at once: the server's state with the marks that are still being sent applied. Only the server decides which modules open. */
export const overlay = (learner: LearnerCourse, outline: Outline, pending: Pending, now: string): LearnerCourse => {
  if (pending.size === 0) return learner;
  const classes = outline.modulos.flatMap(({ sesiones }) => sesiones);
  const held = new Map(learner.completadas.map((mark) => [mark.id_sesion, mark]));
  for (const [id_sesion, done] of pending) {
    if (done && !held.has(id_sesion) && classes.some((session) => session.id_sesion === id_sesion))
      held.set(id_sesion, { id_sesion, fecha: now });
    if (!done) held.delete(id_sesion);
  }
  const completed = classes.filter(({ id_sesion }) => held.has(id_sesion)).length;
  const next = outline.modulos
    .filter(({ id_modulo }) => learner.modulos.find((module) => module.id_modulo === id_modulo)?.abierto)
    .flatMap((module) => module.sesiones.map((session) => ({ module, session })))
    .find(({ session }) => !held.has(session.id_sesion));
  return {
    ...learner,
    completadas: [...held.values()],
    sesionesCompletadas: completed,
    totalSesiones: classes.length,
    progreso: classes.length === 0 ? 0 : Math.floor((completed * 100) / classes.length),
    minutosRestantes: classes.filter(({ id_sesion }) => !held.has(id_sesion)).reduce((sum, { duracion }) => sum + duracion, 0),
    siguiente: next
      ? { moduleId: next.module.id_modulo, sessionId: next.session.id_sesion, titulo: next.session.titulo, modulo: next.module.nombre }
      : null,
    modulos: learner.modulos.map((state) => {
      const sessions = outline.modulos.find(({ id_modulo }) => id_modulo === state.id_modulo)?.sesiones ?? [];
      return { ...state, sesionesCompletadas: sessions.filter(({ id_sesion }) => held.has(id_sesion)).length };
    }),
  };
};

export interface ModuleState {
  open: boolean;
  /** The classes of the previous module that are not completed. */
  missing: { id_sesion: number; titulo: string }[];
  done: number;
  total: number;
  minutesLeft: number;
  station: Station;
}
export const moduleState = (module: Module, learner: LearnerCourse | undefined, mode: Mode): ModuleState => {
  const state = learner?.modulos.find(({ id_modulo }) => id_modulo === module.id_modulo);
  const done = new Set(mode === 'learner' ? learner?.completadas.map(({ id_sesion }) => id_sesion) : []);
  const completed = module.sesiones.filter(({ id_sesion }) => done.has(id_sesion)).length;
  const total = module.sesiones.length;
  const open = mode === 'preview' || (mode === 'learner' && (state?.abierto ?? true));
  return {
    open,
    missing: mode === 'learner' ? (state?.faltan ?? []).filter(({ id_sesion }) => !done.has(id_sesion)) : [],
    done: completed,
    total,
    minutesLeft: module.sesiones.filter(({ id_sesion }) => !done.has(id_sesion)).reduce((sum, { duracion }) => sum + duracion, 0),
    station: !open
      ? 'locked'
      : total > 0 && completed === total
        ? 'done'
        : learner?.siguiente?.moduleId === module.id_modulo && mode === 'learner'
          ? 'now'
          : 'todo',
  };
};

/** Minutes since the last view after which opening a course no longer returns there (C15). «Continuar» always does. */
export const jumpMinutes = 60;
export const jumpTarget = (courseId: number, view: LearnerCourse['ultimaVista'], now: number): string | null => {
  if (!view || view.courseId !== courseId || view.viewMode !== 'module' || view.moduleId === null) return null;
  if (now - Date.parse(view.at) > jumpMinutes * 60_000) return null;
  return lessonPath(courseId, { module: view.moduleId, session: view.sessionId, subtopic: view.subtemaId });
};

// -- the tree of the sidebar ----------------------------------------------------------------------------------------------------------
export interface Node {
  key: string;
  kind: 'module' | 'class' | 'subtopic';
  id: number;
  level: 1 | 2 | 3;
  label: string;
  path: string;
  station: Station;
  /** Undefined: has nothing inside. */
  expanded: boolean | undefined;
  locked: boolean;
  parent: string | null;
  position: number;
  size: number;
  subtopicType?: Subtopic['tipo'];
  minutes: number | null;
  missing: ModuleState['missing'];
}

/** The visible rows, top to bottom. */
export const treeOf = (outline: Outline, learner: LearnerCourse | undefined, mode: Mode, open: ReadonlySet<string>): Node[] => {
  const done = new Set(mode === 'learner' ? learner?.completadas.map(({ id_sesion }) => id_sesion) : []);
  const nodes: Node[] = [];
  const course = outline.curso.id;
  outline.modulos.forEach((module, m) => {
    const state = moduleState(module, learner, mode);
    const locked = !state.open;
    const key = `m${module.id_modulo}`;
    const expanded = open.has(key);
    nodes.push({
      key,
      kind: 'module',
      id: module.id_modulo,
      level: 1,
      label: module.nombre,
      path: lessonPath(course, { module: module.id_modulo }),
      station: state.station,
      expanded: module.sesiones.length > 0 ? expanded : undefined,
      locked,
      parent: null,
      position: m + 1,
      size: outline.modulos.length,
      minutes: state.minutesLeft || null,
      missing: state.missing,
    });
    if (!expanded) return;
    module.sesiones.forEach((session, c) => {
      const inner = `c${session.id_sesion}`;
      const unfolded = open.has(inner) && !locked;
      const station: Station = locked
        ? 'locked'
        : done.has(session.id_sesion)
          ? 'done'
          : learner?.siguiente?.sessionId === session.id_sesion && mode === 'learner'
            ? 'now'
            : 'todo';
      nodes.push({
        key: inner,
        kind: 'class',
        id: session.id_sesion,
        level: 2,
        label: session.titulo,
        path: lessonPath(course, { module: module.id_modulo, session: session.id_sesion }),
        station,
        expanded: session.subtemas.length > 0 && !locked ? unfolded : undefined,
        locked,
        parent: key,
        position: c + 1,
        size: module.sesiones.length,
        minutes: session.duracion || null,
        missing: [],
      });
      if (!unfolded) return;
      session.subtemas.forEach((subtopic, s) => {
        nodes.push({
          key: `s${subtopic.id_subtema}`,
          kind: 'subtopic',
          id: subtopic.id_subtema,
          level: 3,
          label: subtopic.titulo,
          path: lessonPath(course, { module: module.id_modulo, session: session.id_sesion, subtopic: subtopic.id_subtema }),
          station: 'todo',
          expanded: undefined,
          locked: false,
          parent: inner,
          position: s + 1,
          size: session.subtemas.length,
          subtopicType: subtopic.tipo,
          minutes: subtopic.duracion,
          missing: [],
        });
      });
    });
  });
  return nodes;
};

export type TreeMove = { focus: string } | { expand: string } | { collapse: string } | null;
/** The effect of a key in a tree (WAI-ARIA): arrows move, expand and collapse; Home and End; a letter goes to the next row that begins with it. */
export const treeMove = (nodes: readonly Node[], key: string, pressed: string): TreeMove => {
  const at = nodes.findIndex((node) => node.key === key);
  const node = nodes[at];
  const focus = (to: Node | undefined): TreeMove => (to ? { focus: to.key } : null);
  if (!node) return focus(nodes[0]);
  switch (pressed) {
    case 'ArrowDown':
      return focus(nodes[at + 1]);
    case 'ArrowUp':
      return focus(nodes[at - 1]);
    case 'Home':
      return focus(nodes[0]);
    case 'End':
      return focus(nodes.at(-1));
    case 'ArrowRight':
      if (node.expanded === false) return { expand: node.key };
      return node.expanded ? focus(nodes[at + 1]) : null;
    case 'ArrowLeft':
      if (node.expanded) return { collapse: node.key };
      return node.parent ? { focus: node.parent } : null;
    default: {
      if (pressed.length !== 1 || pressed === ' ') return null;
      const letter = pressed.toLocaleLowerCase('es-MX');
      const starts = (candidate: Node) => candidate.label.toLocaleLowerCase('es-MX').normalize('NFD').startsWith(letter.normalize('NFD'));
      return focus([...nodes.slice(at + 1), ...nodes.slice(0, at)].find(starts));
    }
  }
};

/** A module, or with it the course, that the learner has just finished. */
export interface Milestone {
  module: Module;
  session: Class;
  /** The class to continue with; null: the whole course is completed. */
  next: Step | null;
}
