import '../../i18n/enrolment.ts';
import { addTexts } from '../../i18n/i18n.ts';
import dashboard from './dashboard.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    dashboard: typeof dashboard;
  }
}
addTexts('dashboard', dashboard);
