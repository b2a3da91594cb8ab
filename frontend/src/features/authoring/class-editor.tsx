import { useTranslation } from 'react-i18next';
import { command } from '../../api/base.ts';
import { HistoryButton } from '../../domain/history/history-button.tsx';
import { classOf, type EditedClass, useEditor } from './editor-context.ts';
import { InlineField, type InlineFieldProps } from './inline-field.tsx';
import { LastChange } from './last-change.tsx';
import { Resources } from './resources.tsx';
import { Subtopics } from './subtopics.tsx';
import { TextInlineField } from './text-inline-field.tsx';
import { useWrite } from './use-write.ts';
import { VideoPreview } from './video-preview.tsx';

/** One class: its fields, its video, its subtopics and its resources. */
export function ClassEditor({ klass, locked }: { klass: EditedClass; locked: boolean }) {
  const { t } = useTranslation('authoring');
  const { courseId } = useEditor();
  const update = useWrite('updateClass');
  const { id_sesion: id } = klass;
  const of = (
    name: 'titulo' | 'descripcion' | 'contenido' | 'link_video',
  ): Pick<InlineFieldProps, 'field' | 'value' | 'read' | 'send' | 'saved' | 'failureText' | 'none' | 'by' | 'locked'> => ({
    field: `clase.${id}.${name}`,
    value: klass[name] ?? '',
    read: (now) => {
      const found = classOf(now, id);
      return found && (found[name] ?? '');
    },
    send: (typed, version) =>
      update({ id, body: command({ [name]: name !== 'titulo' && typed === '' ? null : typed }, { ifMatch: version }) }).unwrap(),
    saved: t('class.saved'),
    failureText: (detail) => `${t('class.failed')}. ${detail}`,
    none: t('field.none'),
    by: klass.modificado,
    locked,
  });
  return (
    <div className="stack">
      <dl className="data">
        <InlineField
          {...of('titulo')}
          label={t('class.name')}
          max={200}
          check={(typed) => (typed.trim() === '' ? t('empty.title') : undefined)}
        />
        <InlineField {...of('descripcion')} label={t('class.description')} kind="text" max={20_000} />
        <TextInlineField
          {...of('contenido')}
          classId={id}
          textIn={({ contenido }) => contenido}
          max={20_000}
          stands={(now) => classOf(now, id) !== undefined}
          send={(contenido, from, ifMatch) =>
            update({ id, body: command({ contenido, desde: { contenido: from } }, { ifMatch }) }).unwrap()
          }
        />
        <InlineField
          {...of('link_video')}
          label={t('video.label')}
          none={t('video.none')}
          max={2_000}
          inputMode="url"
          hint={t('video.hint')}
          shown={klass.link_video ? <VideoPreview link={klass.link_video} title={klass.titulo} /> : undefined}
          beside={(typed) => <VideoPreview link={typed} title={klass.titulo} />}
        />
      </dl>
      <Subtopics klass={klass} locked={locked} />
      <Resources klass={klass} locked={locked} />
      <footer className="editor-foot muted">
        <LastChange edit={klass.modificado} />
        <HistoryButton of={{ of: 'course', id: courseId, tipo: 'sesion', parte: id }} name={klass.titulo} className="link history-link" />
      </footer>
    </div>
  );
}
