import { IconArchive, IconPlus } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../../api/base.ts';
import { HistoryButton } from '../../domain/history/history-button.tsx';
import { lazyPart } from '../../lib/lazy-route.ts';
import { Empty } from '../../ui/empty.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { SortableList } from '../../ui/sortable/sortable.tsx';
import { ClassRow } from './class-row.tsx';
import { type EditedModule, moduleOf, twoDigits, useEditor, useLocked } from './editor-context.ts';
import { HelpCard } from './help-card.tsx';
import { InlineField, type InlineFieldProps } from './inline-field.tsx';
import { LastChange } from './last-change.tsx';
import { NewClass } from './new-class.tsx';
import { useOrdering } from './use-ordering.ts';
import { useMoveOn, useParts } from './use-parts.tsx';
import { useWrite } from './use-write.ts';
import { VideoPreview } from './video-preview.tsx';

const ArchivedClasses = lazyPart<{ module: EditedModule; locked: boolean }>(() =>
  import('./archived.tsx').then((module) => module.ArchivedClasses),
);
const GoneClass = lazyPart<{ classId: number; module: EditedModule; locked: boolean }>(() =>
  import('./gone-parts.tsx').then((module) => module.GoneClass),
);

/** The values of the API. */
const MOST_OBJECTIVES = 20;
const LONGEST_OBJECTIVE = 500;
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** One module: its fields, and its classes. */
export function ModuleEditor({ module }: { module: EditedModule }) {
  const { t } = useTranslation('authoring');
  const { courseId } = useEditor();
  const parts = useParts();
  const locked = useLocked();
  const { id_modulo: id } = module;
  return (
    <>
      <HelpCard name="modulo" title={t('help.module.title')}>
        <p>{t('help.module.text')}</p>
        <p>{t('help.module.keys')}</p>
      </HelpCard>
      <section className="card stack" aria-labelledby={`modulo-${id}-info`}>
        <div className="editor-section-head">
          <h2 id={`modulo-${id}-info`}>{t('module.info')}</h2>
          {locked ? null : (
            <button type="button" className="btn alt" onClick={() => parts.archiveModule(module)}>
              <IconArchive size={18} stroke={1.7} aria-hidden="true" />
              {t('module.archive')}
            </button>
          )}
        </div>
        <ModuleFields module={module} locked={locked} />
      </section>
      <Classes module={module} locked={locked} />
      <footer className="editor-foot muted">
        <span>{t('module.id', { id })}</span>
        <LastChange edit={module.modificado} />
        <span>{t('module.classCount', { count: module.sesiones.length })}</span>
        <HistoryButton of={{ of: 'course', id: courseId, tipo: 'modulo', parte: id }} name={module.nombre} className="link history-link" />
      </footer>
    </>
  );
}

function ModuleFields({ module, locked }: { module: EditedModule; locked: boolean }) {
  const { t } = useTranslation('authoring');
  const update = useWrite('updateModule');
  const { id_modulo: id } = module;
  const of = (
    name: 'nombre' | 'descripcion' | 'contenido' | 'link_video',
    saved: string,
  ): Pick<InlineFieldProps, 'field' | 'value' | 'read' | 'send' | 'saved' | 'failureText' | 'none' | 'by' | 'locked'> => ({
    field: `modulo.${id}.${name}`,
    value: module[name] ?? '',
    read: (now) => {
      const found = moduleOf(now, id);
      return found && (found[name] ?? '');
    },
    send: (typed, version) =>
      update({ id, body: command({ [name]: name === 'link_video' && typed === '' ? null : typed }, { ifMatch: version }) }).unwrap(),
    saved,
    failureText: (detail) => t('module.failed', { detail }),
    none: t('field.none'),
    by: module.modificado,
    locked,
  });
  const setObjectives = useWrite('setObjectives');
  const goals = ({ objetivos }: Pick<EditedModule, 'objetivos'>) => objetivos.map(({ descripcion }) => descripcion).join('\n');
  const filled = (message: string) => (typed: string) => (typed.trim() === '' ? message : undefined);
  return (
    <dl className="data">
      <InlineField {...of('nombre', t('module.titleSaved'))} label={t('module.name')} max={200} check={filled(t('empty.title'))} />
      <InlineField
        {...of('descripcion', t('module.descriptionSaved'))}
        label={t('module.description')}
        kind="text"
        max={20_000}
        check={filled(t('empty.description'))}
      />
      <InlineField
        {...of('contenido', t('module.contentSaved'))}
        label={t('module.content')}
        kind="body"
        max={20_000}
        check={filled(t('empty.content'))}
      />
      <InlineField
        {...of('nombre', t('objectives.saved'))}
        field={`modulo.${id}.objetivos`}
        label={t('objectives.label')}
        value={goals(module)}
        read={(now) => {
          const found = moduleOf(now, id);
          return found && goals(found);
        }}
        send={(typed, version) =>
          setObjectives({ moduleId: id, body: command({ objetivos: linesOf(typed) }, { ifMatch: version }) }).unwrap()
        }
        check={(typed) => {
          const lines = linesOf(typed);
          if (lines.length > MOST_OBJECTIVES) return t('objectives.tooMany', { most: MOST_OBJECTIVES });
          return lines.some((line) => line.length > LONGEST_OBJECTIVE) ? t('objectives.tooLong', { most: LONGEST_OBJECTIVE }) : undefined;
        }}
        kind="text"
        hint={t('objectives.hint')}
        shown={
          module.objetivos.length > 0 ? (
            <ul className="goals" lang="es">
              {module.objetivos.map((objective) => (
                <li key={objective.id}>{objective.descripcion}</li>
              ))}
            </ul>
          ) : undefined
        }
      />
      <InlineField
        {...of('link_video', t('video.saved'))}
        label={t('video.label')}
        none={t('video.none')}
        max={2_000}
        inputMode="url"
        hint={t('video.hint')}
        shown={module.link_video ? <VideoPreview link={module.link_video} title={module.nombre} /> : undefined}
        beside={(typed) => <VideoPreview link={typed} title={module.nombre} />}
      />
    </dl>
  );
}

/** «Clases del Módulo»: each can be expanded to its content. */
function Classes({ module, locked }: { module: EditedModule; locked: boolean }) {
  const { t } = useTranslation('authoring');
  const errorText = useErrorText();
  const { place, go } = useEditor();
  const [adding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const send = useWrite('reorderClasses');
  const { id_modulo: id, sesiones } = module;
  const ordering = useOrdering(
    sesiones.map(({ id_sesion }) => id_sesion),
    (orden) => send({ moduleId: id, body: { orden } }).unwrap(),
    (failure) => t('order.failed', { detail: errorText(failure) }),
  );
  const moveOn = useMoveOn(id);
  const shown = ordering.order.flatMap((classId) => sesiones.find(({ id_sesion }) => id_sesion === classId) ?? []);
  return (
    <section className="card stack" aria-labelledby={`modulo-${id}-clases`}>
      <div className="editor-section-head">
        <h2 id={`modulo-${id}-clases`}>
          {t('classes.title')} <span className="muted editor-count">{sesiones.length}</span>
        </h2>
        {locked || adding ? null : (
          <button ref={add} type="button" className="btn" onClick={() => setAdding(true)}>
            <IconPlus size={18} aria-hidden="true" />
            {t('classes.add')}
          </button>
        )}
      </div>
      {place.classId !== null && !sesiones.some(({ id_sesion }) => id_sesion === place.classId) ? (
        <Suspense>
          <GoneClass classId={place.classId} module={module} locked={locked} />
        </Suspense>
      ) : null}
      {shown.length === 0 && !adding ? <Empty title={t('classes.none')}>{t('classes.noneText')}</Empty> : null}
      {shown.length > 0 ? (
        <SortableList
          name={`clases.${id}`}
          within={id}
          label={t('classes.list', { module: module.nombre })}
          className="class-rows"
          order={ordering.order}
          nameOf={(classId) => sesiones.find(({ id_sesion }) => id_sesion === classId)?.titulo ?? ''}
          onOrder={ordering.put}
          onPast={(classId, way) => moveOn(classId, way, 'page')}
        >
          {shown.map((klass, index) => (
            <ClassRow
              key={klass.id_sesion}
              klass={klass}
              number={twoDigits(index + 1)}
              open={place.classId === klass.id_sesion}
              locked={locked}
              onToggle={(open) => go({ moduleId: id, classId: open ? klass.id_sesion : null }, true)}
            />
          ))}
        </SortableList>
      ) : null}
      {adding ? (
        <NewClass
          module={module}
          onClose={(given) => {
            setAdding(false);
            if (given) setTimeout(() => add.current?.focus());
          }}
        />
      ) : null}
      {module.archivadas.length > 0 ? (
        <Suspense>
          <ArchivedClasses module={module} locked={locked} />
        </Suspense>
      ) : null}
    </section>
  );
}
