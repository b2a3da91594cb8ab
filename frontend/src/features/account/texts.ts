import account from '../../i18n/es-MX/account.json';
import { addTexts } from '../../i18n/i18n.ts';

addTexts('account', account);
