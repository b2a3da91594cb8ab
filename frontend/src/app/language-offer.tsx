import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import offer from '../i18n/offer.en.json';
import { chooseLanguage, declineOffer } from '../lib/language.ts';
import './language-offer.css';

/** Tells a visitor whose browser prefers English, in English, that there is an English version. It is shown until it is answered once. */
export function LanguageOffer({ onDone }: { onDone: () => void }) {
  const { i18n } = useTranslation();
  const [coming, setComing] = useState(false);
  const [failed, setFailed] = useState(false);
  // The language was chosen meanwhile in another control of the page.
  if (i18n.language === 'en' && !coming) return null;
  const accept = () => {
    setComing(true);
    setFailed(false);
    chooseLanguage('en').then(onDone, () => {
      setComing(false);
      setFailed(true);
    });
  };
  const decline = () => {
    declineOffer();
    onDone();
  };
  return (
    <aside className="offer-language" lang="en" aria-label={offer.label}>
      <p role={failed ? 'alert' : undefined}>{failed ? offer.failed : offer.text}</p>
      <div className="row">
        <button type="button" className="btn" onClick={accept} disabled={coming} aria-busy={coming}>
          {offer.accept}
        </button>
        <button type="button" className="btn alt" onClick={decline}>
          {offer.decline}
        </button>
      </div>
    </aside>
  );
}
