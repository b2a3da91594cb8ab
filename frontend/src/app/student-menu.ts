import '../i18n/shell.ts';
import { menu } from 'virtual:pages/menu';
import {
  IconBookmark,
  IconBuildingStore,
  IconCalendarEvent,
  IconCertificate,
  IconChartDots3,
  IconHelpCircle,
  IconHistory,
  IconHome,
  IconMessages,
  IconNotebook,
  IconReceipt,
  IconRoute,
  IconUser,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { StudentMenuText } from '../../../backend/api/contract/pages.ts';
import bookmarks from '../domain/bookmarks.es-MX.json';
import { addTexts } from '../i18n/i18n.ts';

declare module '../i18n/i18n.ts' {
  interface Texts {
    bookmarks: typeof bookmarks;
  }
}
addTexts('bookmarks', bookmarks);

interface Look {
  /** A short label for the tab bar of a phone. */
  short?: 'shell:nav.myCoursesShort' | 'shell:nav.progressShort';
  /** Where the page is left out of the tab bar of a phone, which has room for five: `wide`: it is in the menu of wide windows; `account`: it is in the account menu only. */
  only?: 'wide' | 'account';
  Icon: typeof IconHome;
}
const looks: Readonly<Record<StudentMenuText, Look>> = {
  'nav.home': { Icon: IconHome },
  'nav.myCourses': { short: 'shell:nav.myCoursesShort', Icon: IconRoute },
  'nav.shop': { Icon: IconBuildingStore },
  'bookmarks:title': { only: 'wide', Icon: IconBookmark },
  'nav.events': { only: 'wide', Icon: IconCalendarEvent },
  'nav.community': { Icon: IconMessages },
  'nav.progress': { short: 'shell:nav.progressShort', Icon: IconChartDots3 },
  'shell:nav.notes': { only: 'account', Icon: IconNotebook },
  'shell:nav.certificates': { only: 'account', Icon: IconCertificate },
  'shell:nav.purchases': { only: 'account', Icon: IconReceipt },
  'shell:nav.support': { only: 'account', Icon: IconHelpCircle },
  'shell:nav.history': { only: 'account', Icon: IconHistory },
  'nav.profile': { only: 'wide', Icon: IconUser },
};
/** The pages of the student's menu, in the order of the table of pages. */
export const studentMenu = menu.flatMap(({ path, who, menu }) => {
  const text = menu as StudentMenuText;
  return who === 'signedIn' ? [{ path, text, ...looks[text] }] : [];
});

/** The labels of the menu; some belong to a feature's own texts. */
export const useMenuWords = (): ((text: StudentMenuText) => string) => {
  const { t } = useTranslation(['common', 'bookmarks', 'shell']);
  return (text) => t(text);
};
