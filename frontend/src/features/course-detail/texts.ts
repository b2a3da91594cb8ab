import '../../i18n/catalog.ts';
