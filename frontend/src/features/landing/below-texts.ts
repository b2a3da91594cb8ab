import below from '../../i18n/es-MX/below.json';
import { addTexts } from '../../i18n/i18n.ts';

/** Of the sections that only the landing has. */
addTexts('below', below);
