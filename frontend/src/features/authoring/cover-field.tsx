import { IconRoute, IconUpload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buckets } from '../../../../backend/api/contract/buckets.ts';
import { command } from '../../api/base.ts';
import { motifOf } from '../../domain/cover-motif.tsx';
import type { PictureDialogProps } from '../../domain/picture-dialog.tsx';
import { RouteArt } from '../../domain/route-art.tsx';
import { lazyPart } from '../../lib/lazy-route.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { PICTURES } from '../../ui/use-upload.ts';
import { useEditor } from './editor-context.ts';
import { useChange } from './use-change.ts';
import { useWrite } from './use-write.ts';

// The library that crops is loaded with the first picture that is chosen.
const PictureDialog = lazyPart<PictureDialogProps>(() => import('../../domain/picture-dialog.tsx').then((module) => module.PictureDialog));

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
  const [chosen, setChosen] = useState<File | null>(null);
  const put = (body: { imagen: string | null; descripcion_imagen: string | null }, done: string) =>
    change({
      read: (now) => now.curso.imagen ?? '',
      from: image ?? '',
      send: (version) => update({ id: courseId, body: command(body, { ifMatch: version }) }).unwrap(),
      done,
    });
  const draw = async () => {
    setFailure(null);
    try {
      await put({ imagen: null, descripcion_imagen: null }, t('cover.removed'));
    } catch (thrown) {
      setFailure(t('upload:failedWith', { detail: errorText(thrown) }));
    }
  };
  return (
    <div className="course-cover">
      <div className="course-cover-picture">
        {image ? (
          <img src={image} alt={curso.descripcion_imagen ?? t('cover.alt', { course: curso.nombre })} />
        ) : (
          <RouteArt courseId={courseId} modules={curso.totalModulos} motif={motifOf(curso)} />
        )}
      </div>
      <div className="stack">
        <p className="muted">{t(image ? 'cover.own' : 'cover.drawn')}</p>
        {locked ? null : (
          <div className="row">
            <FileButton label={t('cover.file')} accept={PICTURES} onChoose={setChosen} disabled={busy}>
              <IconUpload size={18} stroke={1.7} aria-hidden="true" />
              {t(image ? 'cover.replace' : 'cover.upload')}
            </FileButton>
            {image ? (
              <button type="button" className="btn alt" disabled={busy} onClick={() => void draw()}>
                <IconRoute size={18} stroke={1.7} aria-hidden="true" />
                {t('cover.draw')}
              </button>
            ) : null}
          </div>
        )}
        {failure ? (
          <p className="field-error" role="alert">
            {failure}
          </p>
        ) : (
          <p className="field-note">{t('cover.hint', { limit: buckets.img_curso.maxBytes / 1024 / 1024 })}</p>
        )}
      </div>
      {chosen ? (
        <Suspense fallback={null}>
          <PictureDialog
            file={chosen}
            onClose={() => setChosen(null)}
            onDone={async (imagen, descripcion_imagen) => {
              await put({ imagen, descripcion_imagen }, t('cover.done'));
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
