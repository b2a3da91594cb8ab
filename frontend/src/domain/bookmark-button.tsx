import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/api.ts';
import { addTexts } from '../i18n/i18n.ts';
import { useSessionUser } from '../lib/session.ts';
import { useErrorText } from '../ui/error-text.ts';
import { useSave } from '../ui/use-save.ts';
import texts from './bookmarks.es-MX.json';

declare module '../i18n/i18n.ts' {
  interface Texts {
    bookmarks: typeof texts;
  }
}
addTexts('bookmarks', texts);

/** Saves a class for later, or removes it from the saved ones. */
export const useBookmark = () => {
  const { t } = useTranslation('bookmarks');
  const errorText = useErrorText();
  const { id: userId } = useSessionUser();
  const [save] = api.useSaveBookmarkMutation();
  const [remove] = api.useRemoveBookmarkMutation();
  const { act, busy } = useSave();
  const failureText = (failure: unknown) => ((failure as { code?: string }).code === 'TOO_MANY_ITEMS' ? t('full') : errorText(failure));
  const set = (sessionId: number, saved: boolean): Promise<unknown> =>
    act(() => (saved ? save : remove)({ userId, sessionId }).unwrap(), {
      failureText,
      ...(!saved && { done: t('removed'), offer: { action: { label: t('undo'), onClick: () => void set(sessionId, true) } } }),
    });
  return { set, busy };
};

export function BookmarkButton({ sessionId }: { sessionId: number }) {
  const { t } = useTranslation('bookmarks');
  const { id: userId } = useSessionUser();
  const { data } = api.useBookmarksQuery(userId);
  const { set, busy } = useBookmark();
  const saved = data?.clases.some(({ id_sesion }) => id_sesion === sessionId) ?? false;
  const Icon = saved ? IconBookmarkFilled : IconBookmark;
  return (
    <div>
      <button
        type="button"
        className="btn ghost"
        aria-label={t(saved ? 'unsave' : 'save')}
        // The button has its place before the school has answered whether the class is saved.
        disabled={!data}
        aria-disabled={busy}
        onClick={() => void set(sessionId, !saved)}
      >
        <Icon size={18} aria-hidden="true" />
        {t(saved ? 'unsaveShort' : 'saveShort')}
      </button>
    </div>
  );
}
