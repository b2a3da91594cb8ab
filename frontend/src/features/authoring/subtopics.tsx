import { IconChevronDown, IconCode, IconFileText, IconListCheck, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../../api/base.ts';
import { formatMinutes } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-route.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Skeleton, TextSkeleton } from '../../ui/skeleton.tsx';
import { Grip, SortableList, SortableRow } from '../../ui/sortable/sortable.tsx';
import { useSave } from '../../ui/use-save.ts';
import { type EditedClass, type EditedSubtopic, subtopicOf, useEditor } from './editor-context.ts';
import { InlineField, type InlineFieldProps } from './inline-field.tsx';
import { NewSubtopic } from './new-subtopic.tsx';
import { kinds, wholeMinutes } from './subtopic-values.ts';
import { TextInlineField, useTexts } from './text-inline-field.tsx';
import { useUnsaved } from './unsaved.ts';
import { useOrdering } from './use-ordering.ts';
import { useWrite } from './use-write.ts';
import { VideoPreview } from './video-preview.tsx';

const GoneSubtopic = lazyPart(() => import('./gone-parts.tsx').then((module) => module.GoneSubtopic));
const ExerciseFields = lazyPart(() => import('./exercise/exercise-fields.tsx').then((module) => module.ExerciseFields));
const Submissions = lazyPart(() => import('./exercise/submissions.tsx').then((module) => module.Submissions));
const QuizEditor = lazyPart(() => import('./quiz/quiz-editor.tsx').then((module) => module.QuizEditor));

const figures = { video: IconPlayerPlay, lectura: IconFileText, evaluacion: IconListCheck, ejercicio: IconCode } as const;
const drawn = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** «Subtemas» of a class: videos, readings and assessments, in their order. */
export function Subtopics({ klass, locked }: { klass: EditedClass; locked: boolean }) {
  const { t } = useTranslation('authoring');
  const errorText = useErrorText();
  const { place, go } = useEditor();
  const { save } = useSave();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<EditedSubtopic | null>(null);
  const sendOrder = useWrite('reorderSubtopics');
  const remove = useWrite('removeSubtopic');
  const create = useWrite('createSubtopic');
  const texts = useTexts(klass.id_sesion);
  const { id_sesion: classId, id_modulo: moduleId, subtemas } = klass;
  const ordering = useOrdering(
    subtemas.map(({ id_subtema }) => id_subtema),
    (orden) => sendOrder({ sessionId: classId, body: { orden } }).unwrap(),
    (failure) => t('order.failed', { detail: errorText(failure) }),
  );
  const add = useRef<HTMLButtonElement>(null);
  const bringBack = async (subtopic: EditedSubtopic, text: string | null, order: readonly number[]) => {
    const { id_subtema, titulo, descripcion, link_video, tipo, duracion } = subtopic;
    await save(
      async () => {
        // Moves the subtopic itself, with its id: its questions and its learners' answers, notes and highlights stay with it.
        await create({
          ...{ id_sesion: classId, restaura: id_subtema, titulo, descripcion, link_video, tipo, duracion },
          contenido_texto: text || null,
        }).unwrap();
        await sendOrder({ sessionId: classId, body: { orden: [...order] } }).unwrap();
      },
      { done: t('subtopic.restored', { name: titulo }) },
    ).catch(() => undefined);
  };
  return (
    <section className="stack" aria-labelledby={`clase-${classId}-subtemas`}>
      <h4 id={`clase-${classId}-subtemas`} className="part-title">
        {t('subtopic.title')} <span className="muted editor-count">{subtemas.length}</span>
      </h4>
      {place.classId === classId && place.subtopicId !== null && !subtemas.some(({ id_subtema }) => id_subtema === place.subtopicId) ? (
        <Suspense>
          <GoneSubtopic subtopicId={place.subtopicId} klass={klass} />
        </Suspense>
      ) : null}
      {subtemas.length === 0 && !adding ? <p className="muted">{t('subtopic.none')}</p> : null}
      {subtemas.length > 0 ? (
        <SortableList
          name={`subtemas.${classId}`}
          label={t('subtopic.list', { class: klass.titulo })}
          className="part-rows"
          order={ordering.order}
          nameOf={(id) => subtemas.find(({ id_subtema }) => id_subtema === id)?.titulo ?? ''}
          onOrder={ordering.put}
        >
          {ordering.order.map((id) => {
            const subtopic = subtemas.find(({ id_subtema }) => id_subtema === id);
            if (!subtopic) return null;
            return (
              <SubtopicRow
                key={id}
                subtopic={subtopic}
                klass={klass}
                open={place.subtopicId === id}
                locked={locked}
                onToggle={(open) => go({ moduleId, classId, subtopicId: open ? id : null }, true)}
                onRemove={() => setRemoving(subtopic)}
              />
            );
          })}
        </SortableList>
      ) : null}
      {adding ? (
        <NewSubtopic
          klass={klass}
          onClose={(given) => {
            setAdding(false);
            if (given) setTimeout(() => add.current?.focus());
          }}
        />
      ) : locked ? null : (
        <button ref={add} type="button" className="btn alt part-add" onClick={() => setAdding(true)}>
          <IconPlus size={18} aria-hidden="true" />
          {t('subtopic.add')}
        </button>
      )}
      <Confirm
        open={removing !== null}
        onClose={() => setRemoving(null)}
        danger
        title={removing ? t('subtopic.removeTitle', { name: removing.titulo }) : ''}
        confirmLabel={t('subtopic.remove')}
        onConfirm={async () => {
          if (!removing) return;
          const text = texts.data?.data.find(({ id_subtema }) => id_subtema === removing.id_subtema)?.contenido_texto ?? null;
          const order = subtemas.map(({ id_subtema }) => id_subtema);
          await save(() => remove(removing.id_subtema).unwrap(), {
            done: t('subtopic.removed', { name: removing.titulo }),
            offer: { duration: 8_000, action: { label: t('undo'), onClick: () => void bringBack(removing, text, order) } },
            after: () => {
              if (place.subtopicId === removing.id_subtema) go({ moduleId, classId }, true);
            },
          });
        }}
      >
        <p>{t('subtopic.removeText')}</p>
      </Confirm>
    </section>
  );
}

interface RowProps {
  subtopic: EditedSubtopic;
  klass: EditedClass;
  open: boolean;
  locked: boolean;
  onToggle: (open: boolean) => void;
  onRemove: () => void;
}
function SubtopicRow({ subtopic, klass, open, locked, onToggle, onRemove }: RowProps) {
  const { t } = useTranslation('authoring');
  const { courseId } = useEditor();
  const { id_subtema: id, tipo, titulo, duracion, link_video } = subtopic;
  const unsaved = [...useUnsaved(courseId)].some((field) => field.startsWith(`subtema.${id}.`));
  const Figure = figures[tipo];
  const facts = [
    t(`subtopic.kinds.${tipo}`),
    duracion ? formatMinutes(duracion) : null,
    tipo === 'video' && !link_video ? t('subtopic.noVideo') : null,
  ].filter(Boolean);
  return (
    <SortableRow id={id} className="part-row" data-open={open || undefined}>
      <div className="part-head">
        {locked ? null : <Grip acts={[{ id: 'remove', label: t('subtopic.remove'), icon: <IconTrash {...drawn} />, onAct: onRemove }]} />}
        <button
          type="button"
          id={`subtema-${id}-abrir`}
          className="class-toggle"
          aria-expanded={open}
          aria-controls={`subtema-${id}`}
          onClick={() => onToggle(!open)}
        >
          <Figure {...drawn} />
          <span className="class-name">
            <span lang="es">{titulo}</span>
            <span className="muted class-facts">{facts.join(' · ')}</span>
          </span>
          {unsaved ? <span className="unsaved" role="img" aria-label={t('field.unsaved')} title={t('field.unsaved')} /> : null}
          <IconChevronDown className="editor-chevron" size={18} stroke={1.7} aria-hidden="true" />
        </button>
      </div>
      <div id={`subtema-${id}`} className="class-body">
        {open ? <SubtopicFields subtopic={subtopic} klass={klass} locked={locked} /> : null}
      </div>
    </SortableRow>
  );
}

function SubtopicFields({ subtopic, klass, locked }: Pick<RowProps, 'subtopic' | 'klass' | 'locked'>) {
  const { t } = useTranslation('authoring');
  const update = useWrite('updateSubtopic');
  const { id_subtema: id, tipo } = subtopic;
  type Shown = Pick<InlineFieldProps, 'field' | 'value' | 'read' | 'send' | 'saved' | 'failureText' | 'none' | 'by' | 'locked'>;
  const of = (name: 'titulo' | 'descripcion' | 'link_video' | 'tipo' | 'duracion'): Shown => {
    const textOf = (one: EditedSubtopic) => String(one[name] ?? '');
    return {
      field: `subtema.${id}.${name}`,
      value: textOf(subtopic),
      read: (now) => {
        const found = subtopicOf(now, id);
        return found && textOf(found);
      },
      send: (typed, version) => {
        const body =
          name === 'duracion'
            ? { duracion: typed === '' ? null : Number(typed) }
            : { [name]: typed === '' && name !== 'titulo' ? null : typed };
        return update({ id, body: command(body, { ifMatch: version }) }).unwrap();
      },
      saved: t('subtopic.saved'),
      failureText: (detail) => t('subtopic.failed', { detail }),
      none: t('field.none'),
      by: klass.modificado,
      locked,
    };
  };
  const text: Omit<React.ComponentProps<typeof TextInlineField>, 'part' | 'max'> = {
    classId: klass.id_sesion,
    field: `subtema.${id}.contenido`,
    textIn: ({ data }) => data.find(({ id_subtema }) => id_subtema === id)?.contenido_texto,
    stands: (now) => subtopicOf(now, id) !== undefined,
    send: (contenido_texto, from, ifMatch) =>
      update({ id, body: command({ contenido_texto, desde: { contenido_texto: from } }, { ifMatch }) }).unwrap(),
    failureText: (detail) => t('subtopic.failed', { detail }),
    by: klass.modificado,
    locked,
  };
  return (
    <div className="stack">
      <dl className="data">
        <InlineField
          {...of('tipo')}
          label={t('subtopic.kind')}
          shown={t(`subtopic.kinds.${tipo}`)}
          options={kinds.map((value) => ({ value, label: t(`subtopic.kinds.${value}`) }))}
        />
        <InlineField
          {...of('titulo')}
          label={t('subtopic.name')}
          max={200}
          check={(typed) => (typed.trim() === '' ? t('empty.title') : undefined)}
        />
        <InlineField {...of('descripcion')} label={t('subtopic.description')} kind="text" max={20_000} />
        <InlineField
          {...of('link_video')}
          label={t('video.label')}
          none={t('video.none')}
          max={2_000}
          inputMode="url"
          hint={t('video.hint')}
          shown={subtopic.link_video ? <VideoPreview link={subtopic.link_video} title={subtopic.titulo} /> : undefined}
          beside={(typed) => <VideoPreview link={typed} title={subtopic.titulo} />}
        />
        {tipo === 'evaluacion' ? null : (
          <InlineField
            {...of('duracion')}
            label={t('subtopic.minutes')}
            shown={subtopic.duracion === null ? t('subtopic.noMinutes') : formatMinutes(subtopic.duracion)}
            inputMode="numeric"
            max={5}
            hint={t('subtopic.minutesHint')}
            check={(typed) => (wholeMinutes(typed.trim()) ? undefined : t('subtopic.minutesWrong'))}
          />
        )}
        {tipo === 'ejercicio' ? (
          <Suspense>
            <ExerciseFields {...text} />
          </Suspense>
        ) : (
          <TextInlineField {...text} max={100_000} />
        )}
      </dl>
      {tipo === 'ejercicio' ? (
        <Suspense>
          <Submissions subtopicId={id} />
        </Suspense>
      ) : null}
      {tipo === 'evaluacion' ? (
        <Suspense
          fallback={
            <Skeleton>
              <TextSkeleton lines={3} />
            </Skeleton>
          }
        >
          <QuizEditor subtopic={subtopic} klass={klass} locked={locked} />
        </Suspense>
      ) : null}
    </div>
  );
}
