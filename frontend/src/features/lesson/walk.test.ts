import { expect, test } from 'vitest';
import type { Outline } from '../../../../backend/api/contract/records/courses.ts';
import type { LearnerCourse } from '../../../../backend/api/contract/records/learning.ts';
import { lessonPath, readAddress } from './address.ts';
import { around, jumpTarget, locate, moduleState, overlay, stepsOf, treeMove, treeOf } from './walk.ts';

const subtopic = (id_subtema: number, id_sesion: number) =>
  ({
    id_subtema,
    id_sesion,
    titulo: `S${id_subtema}`,
    descripcion: '',
    link_video: null,
    tipo: 'lectura',
    tipo_subtema: 'lectura',
    contenido_texto: null,
    duracion: 3,
  }) as const;
const session = (id_sesion: number, id_modulo: number, subtopics: number[], duracion = 6) => ({
  id_sesion,
  id_modulo,
  titulo: `C${id_sesion}`,
  descripcion: '',
  link_video: null,
  orden: id_sesion,
  duracion,
  totalSubtemas: subtopics.length,
  totalRecursos: 0,
  fecha_creacion: '',
  fecha_actualizacion: '',
  recursos: [],
  subtemas: subtopics.map((id) => subtopic(id, id_sesion)),
});
const module = (id_modulo: number, sesiones: ReturnType<typeof session>[]) => ({
  id: id_modulo,
  id_modulo,
  id_curso: 1,
  nombre: `M${id_modulo}`,
  descripcion: '',
  contenido: '',
  content: '',
  link_video: null,
  orden: id_modulo,
  progreso: 0,
  completado: false,
  totalSesiones: sesiones.length,
  objetivos: [],
  sesiones,
});
const outline = {
  curso: { id: 1 },
  modulos: [module(1, [session(1, 1, [11, 12]), session(2, 1, [])]), module(2, [session(3, 2, [31], 10)]), module(3, [])],
} as unknown as Outline;
const learner = (done: number[], open = [1]): LearnerCourse => ({
  id_usuario: 7,
  id_curso: 1,
  inscrito: true,
  previa: false,
  progreso: Math.floor((done.length * 100) / 3),
  sesionesCompletadas: done.length,
  totalSesiones: 3,
  completadas: done.map((id_sesion) => ({ id_sesion, fecha: '2026-11-01' })),
  modulos: [1, 2, 3].map((id_modulo) => ({
    id_modulo,
    abierto: open.includes(id_modulo),
    faltan: open.includes(id_modulo) ? [] : [{ id_sesion: 2, titulo: 'C2' }],
    sesionesCompletadas: 0,
    totalSesiones: 1,
  })),
  completado: null,
  abre: null,
  grupo: null,
  contenidoNuevo: false,
  tiempoEstudiado: 0,
  minutosRestantes: 16,
  siguiente: null,
  ultimaVista: null,
  cambios: 0,
  videos: {},
  vistos: [],
});
const at = (search: string) => locate(outline, readAddress(new URLSearchParams(search)));

// rows: C01
test('addresses: both spellings, nonsense is nothing', () => {
  expect(readAddress(new URLSearchParams('courseId=1&modulo=2&sesion=3&subtema=4'))).toEqual({
    courseId: 1,
    moduleId: 2,
    sessionId: 3,
    subtopicId: 4,
    commentId: null,
  });
  expect(readAddress(new URLSearchParams('courseId=1&moduleId=2&sessionId=3'))).toEqual({
    courseId: 1,
    moduleId: 2,
    sessionId: 3,
    subtopicId: null,
    commentId: null,
  });
  expect(readAddress(new URLSearchParams('courseId=-1&modulo=x'))).toEqual({
    courseId: null,
    moduleId: null,
    sessionId: null,
    subtopicId: null,
    commentId: null,
  });
  expect(lessonPath(1, { module: 2, session: null })).toBe('/courses?courseId=1&modulo=2');
});

test('a subtopic or a class alone is enough to find the place', () => {
  expect(at('courseId=1&subtema=12')).toMatchObject({ module: { id_modulo: 1 }, session: { id_sesion: 1 }, subtopic: { id_subtema: 12 } });
  expect(at('courseId=1&sesion=3')).toMatchObject({ module: { id_modulo: 2 }, session: { id_sesion: 3 }, subtopic: null });
  expect(at('courseId=1&modulo=2')).toMatchObject({ module: { id_modulo: 2 }, session: null });
  expect(at('courseId=1&sesion=99')).toEqual({ module: null, session: null, subtopic: null });
});
test('the subtopic wins over a class that does not hold it', () => {
  expect(at('courseId=1&sesion=1&subtema=31').session?.id_sesion).toBe(3);
  expect(at('courseId=1&sesion=1&subtema=999').session?.id_sesion).toBe(1);
});

test('steps go through subtopics and classes without any, over modules', () => {
  const steps = stepsOf(outline);
  expect(steps.map((step) => [step.session.id_sesion, step.subtopic?.id_subtema ?? null])).toEqual([
    [1, 11],
    [1, 12],
    [2, null],
    [3, 31],
  ]);
  expect(around(steps, at('courseId=1&sesion=2'))).toMatchObject({
    before: { subtopic: { id_subtema: 12 } },
    after: { session: { id_sesion: 3 } },
  });
  expect(around(steps, at('courseId=1&sesion=1')).before).toBeNull();
  expect(around(steps, at('courseId=1&subtema=31')).after).toBeNull();
});

test('a mark on its way shows in every figure at once, and opens nothing', () => {
  const shown = overlay(learner([1]), outline, new Map([[2, true]]), '2026-11-20');
  expect(shown).toMatchObject({ sesionesCompletadas: 2, progreso: 66, minutosRestantes: 10, siguiente: null });
  expect(shown.modulos[0]?.sesionesCompletadas).toBe(2);
  expect(shown.modulos[1]?.abierto).toBe(false);
  expect(overlay(learner([1, 2], [1, 2]), outline, new Map([[1, false]]), '').siguiente).toMatchObject({ sessionId: 1 });
  expect(overlay(learner([1]), outline, new Map([[99, true]]), '').sesionesCompletadas).toBe(1);
});
test('modules: locked says what is missing, done, and next', () => {
  expect(moduleState(outline.modulos[1] as never, learner([1]), 'learner')).toMatchObject({
    open: false,
    missing: [{ id_sesion: 2 }],
    station: 'locked',
  });
  expect(moduleState(outline.modulos[0] as never, learner([1, 2]), 'learner')).toMatchObject({
    open: true,
    station: 'done',
    minutesLeft: 0,
  });
  expect(moduleState(outline.modulos[1] as never, undefined, 'preview')).toMatchObject({ open: true, missing: [] });
  expect(moduleState(outline.modulos[0] as never, undefined, 'visitor').open).toBe(false);
});

test('opening a course jumps to the last view within the hour', () => {
  const view = { courseId: 1, moduleId: 1, sessionId: 2, subtemaId: null, viewMode: 'module' as const, at: '2026-11-20T12:00:00Z' };
  const now = Date.parse(view.at);
  expect(jumpTarget(1, view, now + 59 * 60_000)).toBe('/courses?courseId=1&modulo=1&sesion=2');
  expect(jumpTarget(1, view, now + 61 * 60_000)).toBeNull();
  expect(jumpTarget(1, { ...view, viewMode: 'overview' }, now)).toBeNull();
  expect(jumpTarget(2, view, now)).toBeNull();
  expect(jumpTarget(1, null, now)).toBeNull();
});

test('the tree shows what is open, and arrows walk it', () => {
  const nodes = treeOf(outline, learner([1]), 'learner', new Set(['m1', 'c1', 'm2']));
  expect(nodes.map(({ key }) => key)).toEqual(['m1', 'c1', 's11', 's12', 'c2', 'm2', 'c3', 'm3']);
  expect(nodes.find(({ key }) => key === 'c3')).toMatchObject({ locked: true, station: 'locked', expanded: undefined });
  expect(nodes.find(({ key }) => key === 'c2')).toMatchObject({ position: 2, size: 2, level: 2, parent: 'm1' });
  expect(treeMove(nodes, 'c1', 'ArrowDown')).toEqual({ focus: 's11' });
  expect(treeMove(nodes, 'm1', 'ArrowUp')).toBeNull();
  expect(treeMove(nodes, 's12', 'ArrowLeft')).toEqual({ focus: 'c1' });
  expect(treeMove(nodes, 'c1', 'ArrowLeft')).toEqual({ collapse: 'c1' });
  expect(treeMove(nodes, 'm2', 'End')).toEqual({ focus: 'm3' });
  expect(treeMove(nodes, 'm1', 's')).toEqual({ focus: 's11' });
  expect(treeMove(treeOf(outline, undefined, 'preview', new Set()), 'm1', 'ArrowRight')).toEqual({ expand: 'm1' });
  expect(treeMove(nodes, 'm1', ' ')).toBeNull();
});
