import { addTexts } from '../../i18n/i18n.ts';
import profile from './profile.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    profile: typeof profile;
  }
}
addTexts('profile', profile);
