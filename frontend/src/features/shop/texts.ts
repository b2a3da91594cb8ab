import '../../i18n/catalog.ts';
import shop from '../../i18n/es-MX/shop.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('shop', shop);
