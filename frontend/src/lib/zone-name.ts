import i18next from 'i18next';
import { zoneInWords } from '../../../events/zones.ts';

/** «hora de Tijuana». */
export const zoneName = (zone: string): string => zoneInWords(zone, i18next.language ?? 'es-MX');
