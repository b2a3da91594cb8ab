import { addTexts } from '../../i18n/i18n.ts';
import reports from './reports.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    reports: typeof reports;
  }
}
addTexts('reports', reports);
