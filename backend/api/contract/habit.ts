import { z } from 'zod';
import { idNumber, messageAnswer } from './common.ts';
import { route } from './route.ts';

/** How regularly one studies: the days in a row, the goal of the week, and badges, each with what it is given for. */

export const badgeIds = [
  'primera-clase',
  'veinticinco-clases',
  'cien-clases',
  'primer-curso',
  'tres-cursos',
  'siete-dias',
  'treinta-dias',
  'diez-horas',
] as const;
export const habit = z.object({
  racha: z.object({
    /** Days of study in a row; a missed day is forgiven once a week and does not count. */
    dias: z.number(),
    perdonados: z.array(z.string()),
    /** Whether today counts already. */
    hoy: z.boolean(),
  }),
  /** Of this week, from Monday: on which days there was study. */
  semana: z.array(z.object({ fecha: z.string(), estudio: z.boolean() })).length(7),
  meta: z.object({
    /** Days of the week; null: no goal. */
    dias: z.number().nullable(),
    llevas: z.number(),
  }),
  insignias: z.array(
    z.object({
      id: z.enum(badgeIds),
      /** When it was earned; null: not yet. */
      fecha: z.string().nullable(),
      llevas: z.number(),
      de: z.number(),
    }),
  ),
});
export type Habit = z.output<typeof habit>;

const tag = 'Aprendizaje';
const params = z.object({ userId: idNumber });
export const habits = {
  habit: route({
    id: 'habit',
    method: 'GET',
    path: '/api/habito/:userId',
    tag,
    policy: 'learning.read',
    summary: 'Days of study in a row, the goal of the week, and badges with what each is given for',
    params,
    live: { follows: { 'habito:{userId}': 'arg.userId' } },
    answer: habit,
  }),
  setGoal: route({
    id: 'setGoal',
    method: 'PUT',
    path: '/api/habito/:userId',
    tag,
    policy: 'learning.write',
    summary: 'On how many days a week one wants to study; 0: no goal',
    params,
    body: z.object({ dias: z.number().int().min(0).max(7) }),
    answer: messageAnswer,
  }),
} as const;
