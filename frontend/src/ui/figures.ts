import figures from '../i18n/es-MX/figures.json';
import { addTexts } from '../i18n/i18n.ts';

// Texts of charts, bead lines and shown Markdown.
addTexts('figures', figures);
