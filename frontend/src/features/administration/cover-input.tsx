import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PictureDialogProps } from '../../domain/picture-dialog.tsx';
import { lazyPart } from '../../lib/lazy-route.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { PICTURES } from '../../ui/use-upload.ts';

const PictureDialog = lazyPart<PictureDialogProps>(() => import('../../domain/picture-dialog.tsx').then((module) => module.PictureDialog));

interface Props {
  /** Blank where there is none: the course shows its drawn route. */
  address: string;
  /** What it shows, in words. */
  words: string;
  onChange: (address: string, words: string) => void;
}

/** The image of a course, by uploading it. */
export function CoverInput({ address, words, onChange }: Props) {
  const { t } = useTranslation('admin');
  const [chosen, setChosen] = useState<File | null>(null);
  return (
    <div className="field">
      <span className="field-label">{t('create.image')}</span>
      <div className="row">
        {address ? <img className="create-cover" src={address} alt={words} /> : null}
        <FileButton label={t('create.image')} accept={PICTURES} onChoose={setChosen}>
          {t(address ? 'create.imageOther' : 'create.imageChoose')}
        </FileButton>
        {address ? (
          <button type="button" className="btn ghost" onClick={() => onChange('', '')}>
            {t('create.imageRemove')}
          </button>
        ) : null}
      </div>
      <p className="field-note" role="status">
        {address ? t('create.imageDone') : t('create.imageHint')}
      </p>
      {chosen ? (
        <Suspense fallback={null}>
          <PictureDialog file={chosen} onClose={() => setChosen(null)} onDone={onChange} />
        </Suspense>
      ) : null}
    </div>
  );
}
