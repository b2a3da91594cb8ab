import '../../i18n/site.ts';
