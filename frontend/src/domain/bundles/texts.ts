import { addTexts } from '../../i18n/i18n.ts';
import bundleList from './bundleList.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    bundleList: typeof bundleList;
  }
}
addTexts('bundleList', bundleList);
