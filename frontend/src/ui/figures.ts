import { addTexts } from '../i18n/i18n.ts';
import figures from '../i18n/es-MX/figures.json';

// Texts of charts, bead lines and shown Markdown.
addTexts('figures', figures);
