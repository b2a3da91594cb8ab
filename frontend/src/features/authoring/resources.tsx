import { IconExternalLink, IconFileText, IconPencil, IconPlayerPlay, IconPlus, IconTool, IconTrash, IconUpload } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { command } from '../../api/base.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Failure } from '../../ui/field.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { ChoiceField, TextField } from '../../ui/form-fields.tsx';
import { notify } from '../../ui/notify.ts';
import { useSave } from '../../ui/use-save.ts';
import { useUpload } from '../../ui/use-upload.ts';
import { classOf, type EditedClass, type EditedResource, useEditor } from './editor-context.ts';
import { Crossing } from './inline-field.tsx';
import { fieldKey, unsavedChanged } from './unsaved.ts';
import { Crossed, Gone, useChange } from './use-change.ts';
import { useWrite } from './use-write.ts';

const kinds = {
  1: { key: 'document', Icon: IconFileText },
  2: { key: 'video', Icon: IconPlayerPlay },
  3: { key: 'tool', Icon: IconTool },
} as const;
const ACCEPTED = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'];
const drawn = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;
const leads = (link: string) => /^(https?:\/\/[^\s/]|\/[^/\\])/i.test(link) && URL.canParse(link, location.origin);

/** «Recursos» of a class: files and links, each with its title and kind. */
export function Resources({ klass, locked }: { klass: EditedClass; locked: boolean }) {
  const { t } = useTranslation('authoring');
  const { save } = useSave();
  const [editing, setEditing] = useState<number | 'new' | null>(null);
  const [again, setAgain] = useState<TypedResource | null>(null);
  const [removing, setRemoving] = useState<EditedResource | null>(null);
  const remove = useWrite('removeResource');
  const create = useWrite('createResource');
  const section = useRef<HTMLElement>(null);
  const { id_sesion: classId, recursos } = klass;
  const close = () => {
    const which = editing;
    setEditing(null);
    setAgain(null);
    setTimeout(() => section.current?.querySelector<HTMLElement>(`[data-edits="${which}"]`)?.focus());
  };
  const bringBack = ({ id_recurso, titulo, link_recurso, tipo_recurso }: EditedResource) =>
    save(() => create({ id_sesion: classId, restaura: id_recurso, titulo, link_recurso, tipo_recurso }).unwrap(), {
      done: t('resource.restored', { name: titulo }),
    }).catch(() => undefined);
  return (
    <section className="stack" ref={section} aria-labelledby={`clase-${classId}-recursos`}>
      <h4 id={`clase-${classId}-recursos`} className="part-title">
        {t('resource.title')} <span className="muted editor-count">{recursos.length}</span>
      </h4>
      {recursos.length === 0 && editing !== 'new' ? <p className="muted">{t('resource.none')}</p> : null}
      {recursos.length > 0 ? (
        <ul className="part-rows" aria-label={t('resource.list', { class: klass.titulo })}>
          {recursos.map((resource) => {
            const { id_recurso: id, titulo, link_recurso: link } = resource;
            const { key, Icon } = kinds[resource.tipo_recurso as keyof typeof kinds] ?? kinds[3];
            if (editing === id)
              return (
                <li key={id} className="part-row">
                  <ResourceForm
                    klass={klass}
                    resource={resource}
                    given={again}
                    onClose={close}
                    onAgain={(typed) => {
                      setAgain(typed);
                      setEditing(id);
                    }}
                  />
                </li>
              );
            return (
              <li key={id} className="part-row">
                <div className="part-head resource-line">
                  <Icon size={18} stroke={1.7} role="img" aria-label={t(`resource.kinds.${key}`)} />
                  <span className="class-name">
                    <strong lang="es">{titulo}</strong>
                    {leads(link) ? (
                      <a className="resource-link" href={link} target="_blank" rel="noopener noreferrer">
                        {link}
                        <span className="sr"> {t('resource.newTab')}</span>
                        <IconExternalLink size={14} stroke={1.8} aria-hidden="true" />
                      </a>
                    ) : (
                      <span className="muted">{link || t('resource.noLink')}</span>
                    )}
                  </span>
                  {locked ? null : (
                    <>
                      <button
                        type="button"
                        className="btn icon ghost"
                        data-edits={id}
                        aria-label={t('field.edit', { field: titulo })}
                        onClick={() => setEditing(id)}
                      >
                        <IconPencil {...drawn} />
                      </button>
                      <button
                        type="button"
                        className="btn icon ghost"
                        aria-label={t('resource.removeOf', { name: titulo })}
                        onClick={() => setRemoving(resource)}
                      >
                        <IconTrash {...drawn} />
                      </button>
                    </>
                  )}
                </div>
              </li>
            );
          })}
        </ul>
      ) : null}
      {editing === 'new' ? (
        <div className="new-class stack">
          <h5 className="part-title">{t('resource.newTitle')}</h5>
          <ResourceForm klass={klass} resource={null} given={null} onClose={close} onAgain={setAgain} />
        </div>
      ) : locked ? null : (
        <button type="button" className="btn alt part-add" data-edits="new" onClick={() => setEditing('new')}>
          <IconPlus size={18} aria-hidden="true" />
          {t('resource.add')}
        </button>
      )}
      <Confirm
        open={removing !== null}
        onClose={() => setRemoving(null)}
        danger
        title={removing ? t('resource.removeTitle', { name: removing.titulo }) : ''}
        confirmLabel={t('resource.remove')}
        onConfirm={async () => {
          if (!removing) return;
          const gone = removing;
          await save(() => remove(gone.id_recurso).unwrap(), {
            done: t('resource.removed', { name: gone.titulo }),
            offer: { duration: 8_000, action: { label: t('undo'), onClick: () => void bringBack(gone) } },
          });
        }}
      >
        <p>{t('resource.removeText')}</p>
      </Confirm>
    </section>
  );
}

const asText = ({ titulo, link_recurso, tipo_recurso }: EditedResource): string => JSON.stringify([titulo, link_recurso, tipo_recurso]);

interface TypedResource {
  titulo: string;
  link_recurso: string;
  tipo_recurso: string;
  /** The saved values as text, from which the form starts. */
  de: string;
}
interface ResourceFormProps {
  klass: EditedClass;
  resource: EditedResource | null;
  /** Unsaved text from before; null: the form starts with what is saved. */
  given: TypedResource | null;
  onClose: () => void;
  /** Text that was typed and then cancelled can be continued. */
  onAgain: (typed: TypedResource) => void;
}
/** The address of a link, or a file that is uploaded and then becomes one. */
function ResourceForm({ klass, resource, given, onClose, onAgain }: ResourceFormProps) {
  const { t } = useTranslation('authoring');
  const errorText = useErrorText();
  const { courseId } = useEditor();
  const { save, busy: creating } = useSave();
  const { change, busy: changing } = useChange();
  const create = useWrite('createResource');
  const update = useWrite('updateResource');
  const upload = useUpload('recursos', ACCEPTED, {
    failedWith: (detail) => t('file.failedWith', { detail }),
    wrongType: t('file.wrongType'),
    tooLarge: (limit) => t('file.tooLarge', { limit }),
    noAddress: t('file.noAddress'),
  });
  const [failed, setFailed] = useState<string | null>(null);
  const schema = useMemo(
    () =>
      z.object({
        titulo: z.string().trim().min(1, t('empty.title')),
        link_recurso: z.string().trim().refine(leads, t('resource.linkWrong')),
        tipo_recurso: z.string().transform(Number),
        de: z.string(),
      }),
    [t],
  );
  const form = useForm({
    schema,
    draft: fieldKey(courseId, resource ? `recurso.${resource.id_recurso}` : `nuevo-recurso.${klass.id_sesion}`),
    initial: () => ({
      titulo: resource?.titulo ?? '',
      link_recurso: resource?.link_recurso ?? '',
      tipo_recurso: String(resource?.tipo_recurso ?? 1),
      de: resource ? asText(resource) : '',
    }),
  });
  useEffect(() => unsavedChanged, []);
  const { setValue } = form;
  useEffect(() => {
    for (const [name, value] of Object.entries(given ?? {})) setValue(name as keyof TypedResource, value, { shouldDirty: true });
  }, [given, setValue]);
  const from = useWatch({ control: form.control, name: 'de' });
  const crossed = resource !== null && asText(resource) !== from;
  const close = () => {
    form.discard();
    onClose();
  };
  const busy = creating || changing;
  const take = async (chosen: File) => {
    setFailed(null);
    const { address, failed: why } = await upload.send(chosen);
    setFailed(why);
    if (!address) return;
    form.setValue('link_recurso', address, { shouldDirty: true });
    if (form.getValues('titulo') === '') form.setValue('titulo', chosen.name.replace(/\.[a-z0-9]+$/i, '').replaceAll('_', ' '));
  };
  return (
    <Form
      form={form}
      onCancel={close}
      failureText={(failure) =>
        failure instanceof Crossed
          ? t('crossed.choose')
          : failure instanceof Gone
            ? t('crossed.gone')
            : t(resource ? 'resource.failed' : 'resource.createFailed', { detail: errorText(failure) })
      }
      onSend={({ de, ...body }) =>
        resource
          ? change({
              read: (now) => {
                const found = classOf(now, klass.id_sesion)?.recursos.find(({ id_recurso }) => id_recurso === resource.id_recurso);
                return found && asText(found);
              },
              from: de,
              send: (version) => update({ id: resource.id_recurso, body: command(body, { ifMatch: version }) }).unwrap(),
              done: t('resource.saved'),
              after: close,
            })
          : save(() => create({ ...body, id_sesion: klass.id_sesion }).unwrap(), {
              done: t('resource.created', { name: body.titulo }),
              after: close,
            })
      }
    >
      <TextField name="titulo" label={t('resource.name')} maxLength={200} lang="es" required autoComplete="off" />
      <TextField
        name="link_recurso"
        label={t('resource.link')}
        maxLength={2_000}
        inputMode="url"
        autoComplete="off"
        hint={t('resource.linkHint', { limit: upload.limit })}
      />
      <div className="row">
        {upload.sent === null ? (
          <FileButton label={t('resource.file')} accept={ACCEPTED} onChoose={(chosen) => void take(chosen)} disabled={busy}>
            <IconUpload {...drawn} />
            {t('resource.upload')}
          </FileButton>
        ) : (
          <>
            <progress max={1} value={upload.sent} aria-label={t('resource.progress')} />
            <button type="button" className="btn alt" onClick={upload.stop}>
              {t('resource.stop')}
            </button>
          </>
        )}
      </div>
      <Failure>{failed}</Failure>
      <ChoiceField name="tipo_recurso" label={t('resource.kind')}>
        {([1, 2, 3] as const).map((kind) => (
          <option key={kind} value={kind}>
            {t(`resource.kinds.${kinds[kind].key}`)}
          </option>
        ))}
      </ChoiceField>
      {crossed ? (
        <Crossing
          theirs={`${resource.titulo}\n${resource.link_recurso}`}
          by={klass.modificado}
          busy={busy}
          onMine={() => form.setValue('de', asText(resource))}
          onTheirs={() => {
            const mine = form.getValues();
            close();
            notify.info(t('crossed.took'), {
              duration: 8_000,
              action: { label: t('crossed.mineBack'), onClick: () => onAgain({ ...mine, de: asText(resource) }) },
            });
          }}
        />
      ) : null}
      <div className="row">
        <button type="submit" className="btn" disabled={busy || upload.sent !== null} aria-busy={busy}>
          {t(busy ? 'field.saving' : resource ? 'field.save' : 'resource.create')}
        </button>
        <button type="button" className="btn alt" disabled={busy} onClick={close}>
          {t('field.cancel')}
        </button>
      </div>
    </Form>
  );
}
