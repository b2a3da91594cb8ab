import '../../i18n/site.ts';
import '../../i18n/terms.ts';
