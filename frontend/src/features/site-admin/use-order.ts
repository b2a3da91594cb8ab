import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteSectionName } from '../../../../backend/api/contract/site.ts';
import { api } from '../../api/api.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';
import { useReread } from './use-reread.ts';

/** The order as it stands, or as this person just put it: moves show at once and are sent one after the other, the last one wins. What is refused goes back. */
export function useOrder(section: SiteSectionName, standing: readonly number[]) {
  const { t } = useTranslation('siteAdmin');
  const errorText = useErrorText();
  const [send] = api.useOrderSiteItemsMutation();
  const reread = useReread();
  const [wanted, setWanted] = useState<readonly number[] | null>(null);
  const next = useRef<readonly number[] | null>(null);
  const sending = useRef(false);
  /** How often something was moved. */
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
    // What is shown now stays until the list itself has it: an old order in between would move the rows under a pressing finger.
    const sent = moves.current;
    // Twice, for the first may be a read that began before the order was sent.
    await reread();
    await reread();
    // Who went on moving meanwhile sees to it themselves.
    if (moves.current === sent) setWanted(null);
  };
  const sendNext = (to: readonly number[]) => {
    moves.current++;
    next.current = to;
    void sendAll();
  };
  // What came or went meanwhile: its place is where the server has it, at the end.
  const known = wanted?.filter((id) => standing.includes(id)) ?? [];
  const order = wanted ? [...known, ...standing.filter((id) => !known.includes(id))] : standing;
  return {
    order,
    /** Shows it without sending it: while something is dragged. */
    preview: setWanted,
    /** What was shown is meant, or not. */
    settle(meant: boolean) {
      if (!wanted) return;
      if (!meant || wanted.join() === standing.join()) return setWanted(null);
      sendNext(wanted);
    },
    put(to: readonly number[]) {
      if (to === order) return;
      setWanted(to);
      sendNext(to);
    },
  };
}
