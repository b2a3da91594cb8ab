import '../../i18n/site.ts';
import checkout from '../../i18n/es-MX/checkout.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('checkout', checkout);
