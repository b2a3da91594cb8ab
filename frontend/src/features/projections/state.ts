import type { ProjectionRow } from '../../../../backend/api/contract/records/operations.ts';
import type { Tone } from '../../ui/status-tag.tsx';

/** A pause without an end is a stop. */
export type ShownState = ProjectionRow['estado'] | 'stopped';
export const stateOf = ({ estado, pausadaHasta }: ProjectionRow): ShownState =>
  estado === 'paused' && pausadaHasta === null ? 'stopped' : estado;

export const stateTones: Record<ShownState, Tone> = {
  running: 'ok',
  'catching-up': 'now',
  building: 'now',
  paused: 'neutral',
  stopped: 'neutral',
  halted: 'urgent',
  failing: 'error',
};
export const isTroubled = ({ estado }: ProjectionRow): boolean => estado === 'halted' || estado === 'failing' || estado === 'paused';
