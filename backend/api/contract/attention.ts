import { z } from 'zod';
import { route } from './route.ts';

/** Days before its last day within which a code with grants left counts as about to expire. */
export const EXPIRY_DAYS = 14;

/** What needs somebody's attention, the most urgent first. */
export const attentionKinds = [
  'derechosPorResponder',
  'soporteVencido',
  'promesasVencidas',
  'soporteEnRiesgo',
  'promesasEnRiesgo',
  'correosFallidos',
  'tareasFallidas',
  'vistasDetenidas',
  'vistasRetrasadas',
  'datosDistintos',
  'historiaAlterada',
  'respaldoViejo',
  'basesDanadas',
  'archivosPerdidos',
  'simulacroFallido',
  'webhooksDetenidos',
  'devolucionesFallidas',
  'transferenciasPorRevisar',
  'diferenciasDePagos',
  'soportePorResponder',
  'contactosNuevos',
  'contactosSinEntregar',
  'reportesPorAtender',
  'resenasPorRevisar',
  'codigosPorVencer',
  'estudiantesSinActividad',
  'enlacesRotos',
  'invitacionesPendientes',
  'borradores',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

export const attentionList = z.object({
  /** The counts of all kinds, in the order of `attentionKinds`; 0 where nothing waits. */
  pendientes: z.array(z.object({ id: z.enum(attentionKinds), cantidad: z.number() })),
});
export type AttentionList = z.output<typeof attentionList>;

export const attention = {
  attention: route({
    id: 'attention',
    method: 'GET',
    path: '/api/resumen/pendientes',
    tag: 'Administración',
    policy: 'overview.read',
    summary: 'What waits for somebody of the school, counted',
    // Mails, reactions and projections are in the vault: the page polls those every few seconds.
    live: {
      follows: {
        ...{ contactos: true, resenas: true, becas: true, usuarios: true, recursos: true, cursos: true, derechos: true },
        'reportes-comentarios': true,
        ...{ webhooks: true, pagos: true, comparaciones: true, soporte: true },
      },
      pace: 2_000,
    },
    answer: attentionList,
  }),
} as const;
