import '../i18n/upload.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import { useBusy } from '../lib/use-busy.ts';
import 'react-image-crop/dist/ReactCrop.css';
import { Dialog } from '../ui/dialog.tsx';
import { useErrorText } from '../ui/error-text.ts';
import { Failure, Field } from '../ui/field.tsx';
import { PICTURES, usePictureUpload } from '../ui/use-upload.ts';
import { artHeight, artWidth } from './transit.ts';
import './picture-dialog.css';

/** The aspect ratio of a course's picture: that of the drawing which it replaces. */
const RATIO = artWidth / artHeight;
/** The school stores no larger picture. */
const WIDEST = 1_600;
const LONGEST = 200;

export interface PictureDialogProps {
  file: File;
  onClose: () => void;
  /** Called with the picture and its description. The dialog stays open and busy until this settles; a failure is shown in it. */
  onDone: (address: string, words: string) => Promise<void> | void;
}

/** Prepares a course's picture before it is uploaded: crop it, by pointer or arrow keys, and describe it in words. */
export function PictureDialog({ file, onClose, onDone }: PictureDialogProps) {
  const { t } = useTranslation('upload');
  const errorText = useErrorText();
  const upload = usePictureUpload('img_curso');
  const [preview, setPreview] = useState<string | null>(null);
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const [crop, setCrop] = useState<PercentCrop>();
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState(false);
  const { busy, run } = useBusy();
  const [failure, setFailure] = useState<string | null>(null);
  const [unfit, setUnfit] = useState(!PICTURES.includes(file.type));
  const mute = words.trim() === '';
  useEffect(() => {
    const reader = new FileReader();
    reader.addEventListener('load', () => setPreview(String(reader.result)));
    reader.addEventListener('error', () => setUnfit(true));
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  const send = async () => {
    setAsked(true);
    if (mute || !image || !crop) return;
    setFailure(null);
    try {
      const cut = await cutOut(image, crop);
      if (!cut) return setFailure(t('failedWith', { detail: t('wrongType') }));
      const { address, failed } = await upload.send(new File([cut], 'portada.webp', { type: cut.type }));
      setFailure(failed);
      if (address) {
        await onDone(address, words.trim());
        onClose();
      }
    } catch (thrown) {
      setFailure(t('failedWith', { detail: errorText(thrown) }));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('crop.title')}
      locked={busy}
      footer={
        <>
          {upload.sent === null ? null : (
            <>
              <progress max={1} value={upload.sent} aria-label={t('crop.progress')} />
              <button type="button" className="btn alt" onClick={upload.stop}>
                {t('crop.stop')}
              </button>
            </>
          )}
          {busy ? null : (
            <button type="button" className="btn alt" onClick={onClose}>
              {t('crop.cancel')}
            </button>
          )}
          <button type="button" className="btn" onClick={() => void run(send)} disabled={unfit || !image} aria-busy={busy}>
            {t('crop.use')}
          </button>
        </>
      }
    >
      {unfit ? (
        <p className="field-error" role="alert">
          {t('failedWith', { detail: t('wrongType') })}
        </p>
      ) : (
        <>
          {preview ? (
            <ReactCrop
              className="picture-crop"
              aspect={RATIO}
              keepSelection
              ruleOfThirds
              disabled={busy}
              onChange={(_, percent) => setCrop(percent)}
              ariaLabels={{ cropArea: t('crop.area'), ...corners(t) }}
              {...(crop && { crop })}
            >
              <img
                src={preview}
                alt={t('crop.preview')}
                onError={() => setUnfit(true)}
                onLoad={({ currentTarget }) => {
                  const { naturalWidth, naturalHeight } = currentTarget;
                  setImage(currentTarget);
                  setCrop(
                    centerCrop(
                      makeAspectCrop(
                        { unit: '%', ...(naturalWidth / naturalHeight > RATIO ? { height: 100 } : { width: 100 }) },
                        RATIO,
                        naturalWidth,
                        naturalHeight,
                      ),
                      naturalWidth,
                      naturalHeight,
                    ),
                  );
                }}
              />
            </ReactCrop>
          ) : null}
          <p className="field-note">{t('crop.keys')}</p>
          <Field
            label={t('crop.words')}
            hint={t('crop.wordsHint')}
            maxLength={LONGEST}
            value={words}
            error={asked && mute ? t('crop.wordsNeeded') : undefined}
            onChange={(event) => setWords(event.target.value)}
          />
          <Failure>{failure}</Failure>
        </>
      )}
    </Dialog>
  );
}

const corners = (t: (key: 'crop.corner') => string) => {
  const name = t('crop.corner');
  return {
    ...{ nwDragHandle: name, nDragHandle: name, neDragHandle: name, eDragHandle: name },
    ...{ seDragHandle: name, sDragHandle: name, swDragHandle: name, wDragHandle: name },
  };
};

/** The cropped part of the picture as the browser draws it, no wider than the school stores it; null where the browser cannot draw it. */
const cutOut = (image: HTMLImageElement, { x, y, width, height }: PercentCrop): Promise<Blob | null> => {
  const { naturalWidth, naturalHeight } = image;
  const part = {
    x: (x * naturalWidth) / 100,
    y: (y * naturalHeight) / 100,
    width: (width * naturalWidth) / 100,
    height: (height * naturalHeight) / 100,
  };
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(Math.min(WIDEST, part.width)));
  canvas.height = Math.max(1, Math.round(canvas.width / RATIO));
  canvas.getContext('2d')?.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
};
