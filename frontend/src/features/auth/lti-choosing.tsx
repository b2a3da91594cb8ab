import './lti-texts.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ApiError, call } from '../../lib/http.ts';
import { paths } from '../../lib/paths.ts';
import { useLive } from '../../lib/use-live.ts';
import { useResource } from '../../lib/use-resource.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { focusFirstField } from '../../ui/first-field.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { type Choice, Combobox, Select } from '../../ui/select.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { FormNote } from './auth-frame.tsx';

interface Item {
  course: Choice;
  /** null: the whole course. */
  klass: Choice | null;
}
const WHOLE = 'curso';
const keyOf = ({ course, klass }: Item) => `${course.id} ${klass?.id ?? WHOLE}`;

const findCourses = async (typed: string): Promise<Choice[]> => {
  const { data } = await call(calls.searchCourses, { ...(typed && { buscar: typed }) });
  return data.cursos.map(({ id, nombre }) => ({ id: String(id), label: nombre }));
};

/** Why nothing can be chosen, which says itself what to do. */
export function NoChoice({ code }: { code: 'LTI_ROLE' | 'LTI_CHOICE_OVER' }) {
  const { t } = useTranslation('lti');
  return (
    <Sheet title={t('choose.refused')}>
      <FormNote tone="error">{t(`failure.${code}`)}</FormNote>
      <p>
        <Link to={paths.home}>{t('home')}</Link>
      </p>
    </Sheet>
  );
}

/** Somebody who makes a course in a learning platform chooses what of the school to put into it. `id`: of the choice. */
export function Choosing({ id }: { id: string }) {
  const { t } = useTranslation('lti');
  const asked = useResource(`elección ${id}`, (signal) => call(calls.pendingChoice, id, { signal }));
  const [done, setDone] = useState(false);
  if (asked.error instanceof ApiError && asked.error.code === 'LTI_CHOICE_OVER') return <NoChoice code="LTI_CHOICE_OVER" />;
  if (!asked.data)
    return (
      <Sheet title={t('choose.title')}>
        <QueryState of={asked} failed={t('choose.failed')} inline>
          <Bone height={120} />
        </QueryState>
      </Sheet>
    );
  return (
    <Sheet title={t('choose.title')} lead={t('choose.lead', { platform: asked.data.plataforma })}>
      {done ? <FormNote tone="ok">{t('choose.done')}</FormNote> : <Choosable id={id} {...asked.data} onDone={() => setDone(true)} />}
    </Sheet>
  );
}

function Choosable({ id, varias, calificable, onDone }: { id: string; varias: boolean; calificable: boolean; onDone: () => void }) {
  const { t } = useTranslation('lti');
  const errorText = useErrorText();
  const [course, setCourse] = useState<Choice | null>(null);
  const [klass, setClass] = useState<Choice | null>(null);
  const [list, setList] = useState<readonly Item[]>([]);
  const [graded, setGraded] = useState(calificable);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const shown: Item | null = course && { course, klass: klass?.id === WHOLE ? null : klass };
  const all = [...list.filter((item) => !shown || keyOf(item) !== keyOf(shown)), ...(shown ? [shown] : [])];
  const choose = (next: Choice | null) => {
    setCourse(next);
    setClass(null);
  };
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const elementos = all.map((item) => ({
        ...{ curso: Number(item.course.id), clase: item.klass ? Number(item.klass.id) : null, calificar: graded && calificable },
      }));
      const { data } = await call(calls.choose, { eleccion: id, body: { elementos } });
      if (data.destino === null) onDone();
      else globalThis.location.assign(data.destino);
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  // A button that goes away with what it did leaves the focus at the choice of a course.
  const goOn = () => focusFirstField(form.current);
  return (
    <div ref={form} className="stack">
      <Combobox
        label={t('choose.course')}
        placeholder={t('choose.courseHint')}
        none={t('choose.none')}
        failed={t('choose.failed')}
        value={course}
        choices={findCourses}
        onChange={choose}
      />
      {course ? <Classes key={course.id} course={course} value={klass} onChange={setClass} /> : null}
      {varias && shown ? (
        <p>
          <button
            type="button"
            className="link"
            onClick={() => {
              setList(all);
              choose(null);
              goOn();
            }}
          >
            {t('choose.more')}
          </button>
        </p>
      ) : null}
      {list.length > 0 ? (
        <ul aria-label={t('choose.chosen')}>
          {list.map((item) => (
            <li key={keyOf(item)}>
              {item.klass ? `${item.course.label}: ${item.klass.label}` : item.course.label}{' '}
              <button
                type="button"
                className="link"
                onClick={() => {
                  setList(list.filter((one) => one !== item));
                  goOn();
                }}
              >
                {t('choose.remove')}
                <span className="sr"> {item.klass?.label ?? item.course.label}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {calificable ? (
        <label className="checkbox">
          <input type="checkbox" checked={graded} onChange={({ currentTarget }) => setGraded(currentTarget.checked)} />
          <span>{t('choose.graded')}</span>
        </label>
      ) : null}
      {failure ? <FormNote tone="error">{failure}</FormNote> : null}
      <button type="button" className="btn wide" disabled={busy || all.length === 0} aria-busy={busy} onClick={() => void send()}>
        {t(busy ? 'choose.sending' : 'choose.send')}
      </button>
    </div>
  );
}

/** The whole course, or one class of it. */
function Classes({ course, value, onChange }: { course: Choice; value: Choice | null; onChange: (choice: Choice | null) => void }) {
  const { t } = useTranslation('lti');
  const outline = useLive(reads.getOutline, Number(course.id), `esquema:${course.id}`);
  const whole: Choice = { id: WHOLE, label: t('choose.whole') };
  const classes = (outline.data?.modulos ?? []).flatMap(({ nombre, sesiones }) =>
    sesiones.map((one) => ({ id: String(one.id_sesion), label: one.titulo, detail: nombre })),
  );
  return <Select label={t('choose.class')} value={value ?? whole} choices={[whole, ...classes]} onChange={onChange} />;
}
