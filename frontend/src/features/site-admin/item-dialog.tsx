import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedItem, ManagedSite, SiteSectionName } from '../../../../backend/api/contract/site.ts';
import { asApiError, command } from '../../api/base.ts';
import { feed } from '../../api/feed.ts';
import { useAddSiteItemMutation, useEditSiteItemMutation } from '../../api/generated.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { textOfField, useErrorText } from '../../ui/error-text.ts';
import { notify } from '../../ui/notify.ts';
import { type Content, type FieldSpec, fieldsOf, fromForm, nameOf, problemsOf, toForm } from './fields.ts';
import { ImageInput } from './image-input.tsx';
import { focusFirstError, Input } from './input.tsx';

interface Props {
  section: SiteSectionName;
  /** As it stands now; null: a new one. */
  item: ManagedItem | null;
  variables: ManagedSite['variables'];
  onClose: () => void;
}
interface Draft {
  content: Content;
  /** Version of the item that the content was made from. */
  base: number;
  visible: boolean;
  motivo: string;
}

const today = (): string => new Intl.DateTimeFormat('en-CA').format(new Date());

/** The form of one item. What was typed stays through failures, closing and reloading; who else changed the item meanwhile is told, field by field. */
export function ItemDialog({ section, item, variables, onClose }: Props) {
  const { t } = useTranslation('siteAdmin');
  const errorText = useErrorText();
  const user = useSessionUser();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const fresh = (): Draft => {
    const content = toForm(section, item?.contenido ?? null);
    if (!item && section === 'cifras') Object.assign(content, { responsable: user.name, fecha: today() });
    return { content, base: item?.version ?? 0, visible: true, motivo: '' };
  };
  const { value: draft, restored, change, forget } = useDraft<Draft>(`sitio.${section}.${item?.id ?? 'nuevo'}`, fresh);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [add, adding] = useAddSiteItemMutation();
  const [edit, editing] = useEditSiteItemMutation();
  /** Files on their way. */
  const [uploads, setUploads] = useState(0);
  const busy = adding.isLoading || editing.isLoading;
  const stale = item !== null && item.version > draft.base;
  const now = item ? toForm(section, item.contenido) : null;

  const put = (name: string, value: string) => {
    change({ ...draft, content: { ...draft.content, [name]: value } });
    setErrors(({ [name]: _, form: __, ...rest }) => rest);
  };
  const submit = async () => {
    const problems = problemsOf(section, draft.content);
    const found = Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, problem ? t(`error.${problem}`) : '']));
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirstError(form.current);
    const contenido = fromForm(section, draft.content);
    const motivo = draft.motivo.trim();
    const body = { contenido, ...(motivo && { motivo }) };
    try {
      if (item) {
        // What stands on the screen is what is written over: who saw what another wrote meanwhile, and saves, means it.
        const marked = command(body, { ifMatch: item.version });
        await edit({ seccion: section, itemId: item.id, body: marked }).unwrap();
      } else await add({ seccion: section, body: { ...body, visible: draft.visible } }).unwrap();
      await feed().caughtUp(3_000);
      forget();
      notify.success(t(item ? 'done.saved' : 'done.added'));
      onClose();
    } catch (failure) {
      const { code, errors: told = [] } = asApiError(failure);
      if (code === 'VERSION_CONFLICT') return setErrors({ form: t('conflict') });
      const fields = told.flatMap((field): [string, string][] => {
        const name = field.path.replace(/^contenido\./, '');
        return fieldsOf[section].some((spec) => spec.name === name) ? [[name, textOfField(field) || t('error.invalid')]] : [];
      });
      if (code === 'CODE_TAKEN') fields.push(['clave', errorText(failure)]);
      if (code === 'UNKNOWN_VARIABLE') fields.push([section === 'preguntas' ? 'respuesta' : 'texto', errorText(failure)]);
      setErrors(fields.length > 0 ? Object.fromEntries(fields) : { form: errorText(failure) });
      focusFirstError(form.current);
    }
  };
  const noted = (name: string): string | undefined => {
    if (!stale || !now || now[name] === draft.content[name]) return undefined;
    return now[name] ? t('nowSays', { value: now[name] }) : t('nowEmpty');
  };

  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={item ? t('editTitle', { name: nameOf(section, item) }) : t(`add.${section}`)}
      side="right"
      footer={
        <button type="submit" form={`${id}-form`} className="btn" disabled={busy || uploads > 0 || item?.quitado} aria-busy={busy}>
          {t(busy ? 'saving' : 'save')}
        </button>
      }
    >
      <form
        id={`${id}-form`}
        ref={form}
        data-draft="own"
        noValidate
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {restored ? (
          <p className="sitio-aviso">
            {t('draft')}{' '}
            <button type="button" className="enlace" onClick={() => forget(fresh())}>
              {t('discard')}
            </button>
          </p>
        ) : null}
        {stale || item?.quitado ? (
          <p className="sitio-aviso" role="status">
            {t(item.quitado ? 'gone' : 'conflict')}
          </p>
        ) : null}
        {fieldsOf[section].map((spec) => (
          <ItemField
            key={spec.name}
            spec={spec}
            value={draft.content[spec.name] ?? ''}
            onChange={(value) => put(spec.name, value)}
            error={errors[spec.name]}
            noted={noted(spec.name)}
            variables={variables}
            onBusy={(on) => setUploads((before) => before + (on ? 1 : -1))}
          />
        ))}
        {item ? null : (
          <label className="casilla">
            <input type="checkbox" checked={draft.visible} onChange={(event) => change({ ...draft, visible: event.target.checked })} />
            <span>{t('showAtOnce')}</span>
          </label>
        )}
        <Input
          label={t('reason')}
          optional
          hint={t('reasonHint')}
          max={500}
          value={draft.motivo}
          onChange={(motivo) => change({ ...draft, motivo })}
        />
        {errors.form ? (
          <p className="campo-error" role="alert">
            {errors.form}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}

interface ItemFieldProps {
  spec: FieldSpec;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** What somebody else wrote into it meanwhile. */
  noted: string | undefined;
  variables: ManagedSite['variables'];
  onBusy: (busy: boolean) => void;
}
function ItemField({ spec, value, onChange, error, noted, variables, onBusy }: ItemFieldProps) {
  const { t } = useTranslation('siteAdmin');
  const area = useRef<HTMLTextAreaElement>(null);
  const { name, kind, choices, max, required, names } = spec;
  const hint =
    name === 'clave' || name === 'cantidad' || name === 'cifra' || name === 'miembros' || name === 'miembros_al'
      ? t(`hint.${name}`, { reembolso: '{reembolso}' })
      : null;
  const insert = (variable: string) => {
    const box = area.current;
    const at = box?.selectionStart ?? value.length;
    onChange(`${value.slice(0, at)}{${variable}}${value.slice(box?.selectionEnd ?? at)}`);
    box?.focus();
  };
  const told = noted ? <span className="sitio-otro">{noted}</span> : undefined;
  if (kind === 'image')
    return (
      <ImageInput
        label={t(`field.${name}`)}
        name={t(name === 'logo' ? 'image.logo' : 'image.picture')}
        value={value}
        onChange={onChange}
        onBusy={onBusy}
        error={error}
        hint={told}
        max={max}
      />
    );
  return (
    <>
      <Input
        label={t(`field.${name}`)}
        kind={kind === 'address' || kind === 'code' ? 'text' : kind}
        value={value}
        onChange={onChange}
        error={error}
        optional={!required && kind !== 'choice'}
        lang={kind === 'text' || kind === 'area' ? 'es' : undefined}
        max={max}
        inputRef={area}
        choices={choices?.map((one) => ({ value: one, label: t(`choice.${one}`) }))}
        hint={
          noted || hint ? (
            <>
              {hint}
              {told}
            </>
          ) : undefined
        }
      />
      {names && variables.length > 0 ? (
        <details className="sitio-valores">
          <summary>{t('variables')}</summary>
          <ul className="sitio-valores-lista">
            {variables.map((variable) => (
              <li key={variable.nombre}>
                <button
                  type="button"
                  className="btn alt"
                  aria-label={t('insert', { name: variable.nombre, value: variable.valor })}
                  onClick={() => insert(variable.nombre)}
                >
                  <span className="mono">{`{${variable.nombre}}`}</span>
                </button>
                <span lang="es" className="muted">
                  {variable.valor}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
