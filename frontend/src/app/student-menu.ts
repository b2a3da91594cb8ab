import { namespaces } from 'virtual:pages/student-menu';
import { useTranslation } from 'react-i18next';
import type { StudentMenuText } from '../../../backend/api/contract/pages.ts';

export { studentMenu } from 'virtual:pages/student-menu';

/** The labels of the menu; some belong to a feature's own texts. */
export const useMenuWords = (): ((text: StudentMenuText) => string) => {
  const { t } = useTranslation(namespaces);
  return (text) => t(text);
};
