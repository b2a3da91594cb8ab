import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteSectionName } from '../../../../backend/api/contract/site.ts';
import { api } from '../../api/api.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';
import { useReread } from './use-reread.ts';

/** The saved order, or the one that this person just chose: moves show at once and are sent one after the other, the last one wins. A refused order is reverted. */
export function useOrder(section: SiteSectionName, saved: readonly number[]) {
  const { t } = useTranslation('siteAdmin');
  const errorText = useErrorText();
  const [send] = api.useOrderSiteItemsMutation();
  const reread = useReread();
  const [wanted, setWanted] = useState<readonly number[] | null>(null);
  const next = useRef<readonly number[] | null>(null);
  const sending = useRef(false);
  /** Count of moves. */
  const moves = useRef(0);

  const sendAll = async () => {
    if (sending.current) return;
    sending.current = true;
    try {
      while (next.current) {
        const order = next.current;
        next.current = null;
        await send({ seccion: section, body: { orden: [...order] } }).unwrap();
      }
    } catch (failure) {
      next.current = null;
      setWanted(null);
      notify.error(t('orderFailed', { detail: errorText(failure) }));
    } finally {
      sending.current = false;
    }
    // The shown order stays until the list itself has it: an older one in between would move the rows under a pressing finger.
    const sent = moves.current;
    // Twice, because the first may be a read that began before the order was sent.
    await reread();
    await reread();
    // A person who moved again meanwhile starts another run.
    if (moves.current === sent) setWanted(null);
  };
  // Items added or removed meanwhile have their place from the server, at the end.
  const known = wanted?.filter((id) => saved.includes(id)) ?? [];
  const order = wanted ? [...known, ...saved.filter((id) => !known.includes(id))] : saved;
  return {
    order,
    put(to: readonly number[]) {
      if (to === order) return;
      setWanted(to);
      moves.current++;
      next.current = to;
      void sendAll();
    },
  };
}
