import projections from '../../i18n/es-MX/projections.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('projections', projections);
