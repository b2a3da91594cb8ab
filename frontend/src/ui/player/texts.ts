import { addTexts } from '../../i18n/i18n.ts';
import player from './player.es-MX.json';

declare module '../../i18n/i18n.ts' {
  interface Texts {
    player: typeof player;
  }
}
addTexts('player', player);
