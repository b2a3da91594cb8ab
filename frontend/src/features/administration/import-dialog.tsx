import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { packageLimits } from '../../../../backend/api/contract/packageLimits.ts';
import type { PackageReview } from '../../../../backend/api/contract/packages.ts';
import { api } from '../../api/api.ts';
import { feed } from '../../api/feed.ts';
import { textOfCode } from '../../i18n/i18n.ts';
import { type AnswerOf, addressOf } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { sendFile } from '../../lib/upload.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Failure, FieldFrame } from '../../ui/field.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { notify } from '../../ui/notify.ts';

const MB = 1024 * 1024;
const ACCEPTED = ['.zip', '.json', 'application/zip', 'application/json'];
const LIMIT = packageLimits.bytes / MB;
type Step = 'choosing' | 'looking' | 'looked' | 'bringing';

/** Imports a course from its package: first checked, with each problem and its place, then created completely or not at all. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { t: common } = useTranslation();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const user = useSessionUser();
  const isInstructor = user.user_role === role.instructor;
  const instructors = api.useInstructorsQuery(undefined, { skip: isInstructor });
  const [step, setStep] = useState<Step>('choosing');
  const [file, setFile] = useState<File | null>(null);
  const [key, setKey] = useState('');
  const [review, setReview] = useState<PackageReview | null>(null);
  const [teacher, setTeacher] = useState(isInstructor ? String(user.id) : '');
  const [failure, setFailure] = useState<string | null>(null);
  /** The progress of the upload, from 0 to 1; at 1 the school is checking the package. */
  const [sent, setSent] = useState(0);
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);

  const send = async <Answer,>(address: string, given: File, fields: Record<string, string>, once?: string): Promise<Answer | null> => {
    const mine = new AbortController();
    control.current = mine;
    setSent(0);
    setFailure(null);
    try {
      return await sendFile<Answer>(address, given, fields, { onProgress: setSent, signal: mine.signal, ...(once && { key: once }) });
    } catch (thrown) {
      if (!mine.signal.aborted) setFailure(errorText(thrown));
      return null;
    }
  };
  const look = async (given: File) => {
    setReview(null);
    setFile(given);
    // One idempotency key per file: a second press, or a repeat after a broken connection, still creates one course.
    setKey(crypto.randomUUID());
    if (given.size > packageLimits.bytes) {
      setStep('choosing');
      return setFailure(t('courses.package.tooLarge', { limit: LIMIT }));
    }
    setStep('looking');
    const found = await send<PackageReview>(addressOf(calls.reviewPackage, {}), given, {});
    setReview(found);
    setStep(found ? 'looked' : 'choosing');
  };
  const bring = async () => {
    if (!file) return;
    setStep('bringing');
    const fields = isInstructor ? {} : { id_maestro: teacher };
    const made = await send<AnswerOf<'importPackage'>>(addressOf(calls.importPackage, {}), file, fields, key);
    if (!made) return setStep('looked');
    await feed().caughtUp(3_000);
    notify.success(t('courses.package.imported', { course: made.nombre }));
    onClose();
    void navigate(officePaths.editCourse(made.id, user.user_role));
  };
  const busy = step === 'looking' || step === 'bringing';
  const right = review !== null && review.problemas.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={t('courses.package.title')}
      footer={
        <>
          <button type="button" className="btn alt" onClick={busy ? () => control.current?.abort() : onClose}>
            {busy ? t('courses.package.stop') : common('action.cancel')}
          </button>
          <button type="button" className="btn" onClick={() => void bring()} disabled={!right || teacher === '' || busy} aria-busy={busy}>
            {t('courses.package.confirm')}
          </button>
        </>
      }
    >
      <p>{t('courses.package.lead')}</p>
      <p className="row">
        <FileButton label={t('courses.package.choose')} accept={ACCEPTED} onChoose={(chosen) => void look(chosen)} disabled={busy}>
          {t(file ? 'courses.package.chooseOther' : 'courses.package.choose')}
        </FileButton>
        <span className="muted">{file ? file.name : t('courses.package.limits', { limit: LIMIT })}</span>
      </p>
      {busy ? (
        <p className="row">
          <progress max={1} {...(sent < 1 && { value: sent })} aria-label={t('courses.package.sending')} />
          <span role="status">
            {t(sent < 1 ? 'courses.package.sending' : step === 'looking' ? 'courses.package.looking' : 'courses.package.bringing')}
          </span>
        </p>
      ) : null}
      <Failure>{failure}</Failure>
      {review ? (
        <>
          {review.titulo ? <Holds review={review} /> : null}
          <p role="status">{right ? t('courses.package.right') : t('courses.package.wrong', { count: review.problemas.length })}</p>
          {right ? null : (
            <ul className="list-preview">
              {review.problemas.map(({ donde, codigo, mensaje }) => (
                <li key={`${donde} ${codigo}`} data-prevents>
                  <span aria-hidden="true">✕</span>
                  <span>
                    <code className="wrap">{donde}</code> {textOfCode(codigo) ?? mensaje}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      ) : null}
      {right && !isInstructor ? (
        <FieldFrame label={t('create.instructor')}>
          {(control) => (
            <select {...control} required value={teacher} disabled={busy} onChange={({ target }) => setTeacher(target.value)}>
              <option value="">{t('create.choose')}</option>
              {instructors.data?.data.map((person) => (
                <option key={person.id} value={person.id}>
                  {person.fullName || person.email}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
      ) : null}
      {instructors.error ? (
        <p className="field-error row" role="alert">
          {t('create.instructorsError', { message: errorText(instructors.error) })}
          <button type="button" className="link" disabled={instructors.isFetching} onClick={() => void instructors.refetch()}>
            {common('action.retry')}
          </button>
        </p>
      ) : null}
    </Dialog>
  );
}

/** The content of the package. */
function Holds({ review }: { review: PackageReview }) {
  const { t } = useTranslation('admin');
  const { t: common } = useTranslation();
  const size = `${formatNumber(Math.max(0.1, Math.round((review.bytes / MB) * 10) / 10))} MB`;
  const files = t('courses.package.files', { count: review.archivos });
  return (
    <p>
      <strong lang="es">{review.titulo}</strong>
      <br />
      {t('courses.package.contents', {
        modules: common('course.modules', { count: review.modulos }),
        classes: common('course.classes', { count: review.sesiones }),
      })}
      {' · '}
      {t('courses.package.lessons', { count: review.subtemas })}
      {' · '}
      {t('courses.resourceCount', { count: review.recursos })}
      {' · '}
      {review.bytes > 0 ? t('courses.package.fileSize', { files, size }) : files}
    </p>
  );
}
