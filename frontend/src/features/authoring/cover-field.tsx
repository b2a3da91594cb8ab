import { IconPhotoUp, IconRoute } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../../api/base.ts';
import { RouteArt } from '../../domain/route-art.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { PICTURES, usePictureUpload } from '../../ui/use-upload.ts';
import { useEditor } from './editor-context.ts';
import { useChange } from './use-change.ts';
import { useWrite } from './use-write.ts';

/** The picture of a course: an uploaded one, or the drawing of its route, which every course has. */
export function CoverField({ locked }: { locked: boolean }) {
  const { t } = useTranslation(['authoring', 'upload']);
  const errorText = useErrorText();
  const { outline, courseId } = useEditor();
  const { curso } = outline;
  const image = curso.imagen;
  const update = useWrite('updateCourse');
  const { change, busy } = useChange();
  const [failure, setFailure] = useState<string | null>(null);
  const upload = usePictureUpload('img_curso');
  const file = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const put = async (imagen: string | null, done: string) => {
    try {
      await change({
        read: (now) => now.curso.imagen ?? '',
        from: image ?? '',
        send: (version) => update({ id: courseId, body: command({ imagen }, { ifMatch: version }) }).unwrap(),
        done,
      });
    } catch (thrown) {
      setFailure(t('upload:failedWith', { detail: errorText(thrown) }));
    }
  };
  const take = async (chosen: File | undefined) => {
    if (file.current) file.current.value = '';
    if (!chosen) return;
    setFailure(null);
    const { address, failed } = await upload.send(chosen);
    if (failed) setFailure(failed);
    if (address) await put(address, t('cover.done'));
  };
  // Cancelling returns the focus.
  const sending = upload.sent !== null;
  const before = useRef(sending);
  useEffect(() => {
    if (before.current && !sending && document.activeElement === document.body) choose.current?.focus();
    before.current = sending;
  }, [sending]);
  return (
    <div className="course-cover">
      <div className="course-cover-picture">
        {image ? (
          <img src={image} alt={t('cover.alt', { course: curso.nombre })} />
        ) : (
          <RouteArt courseId={courseId} modules={curso.totalModulos} badge={false} />
        )}
      </div>
      <div className="stack course-cover-what">
        <p className="muted">{t(image ? 'cover.own' : 'cover.drawn')}</p>
        {locked ? null : (
          <div className="row">
            <input
              ref={file}
              className="sr"
              type="file"
              accept={PICTURES.join(',')}
              tabIndex={-1}
              aria-label={t('cover.file')}
              onChange={(event) => void take(event.target.files?.[0])}
            />
            {upload.sent === null ? (
              <>
                <button ref={choose} type="button" className="btn alt" disabled={busy} onClick={() => file.current?.click()}>
                  <IconPhotoUp size={18} stroke={1.7} aria-hidden="true" />
                  {t(image ? 'cover.replace' : 'cover.upload')}
                </button>
                {image ? (
                  <button type="button" className="btn alt" disabled={busy} onClick={() => void put(null, t('cover.removed'))}>
                    <IconRoute size={18} stroke={1.7} aria-hidden="true" />
                    {t('cover.draw')}
                  </button>
                ) : null}
              </>
            ) : (
              <>
                <progress max={1} value={upload.sent} aria-label={t('cover.progress')} />
                <button type="button" className="btn alt" onClick={upload.stop}>
                  {t('cover.stop')}
                </button>
              </>
            )}
          </div>
        )}
        {failure ? (
          <p className="field-error" role="alert">
            {failure}
          </p>
        ) : (
          <p className="field-note">{t('cover.hint', { limit: upload.limit })}</p>
        )}
      </div>
    </div>
  );
}
