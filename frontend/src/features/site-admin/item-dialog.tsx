import { useMemo, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { ManagedItem, ManagedSite, SiteSectionName } from '../../../../backend/api/contract/site.ts';
import { api } from '../../api/api.ts';
import { command } from '../../api/base.ts';
import { WhatIf } from '../../domain/what-if/what-if.tsx';
import { dayIn } from '../../lib/dates.ts';
import { useSchool } from '../../lib/school.ts';
import { useSessionUser } from '../../lib/session.ts';
import { toFailure, useErrorText } from '../../ui/error-text.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { AreaField, CheckField, ChoiceField, TextField } from '../../ui/form-fields.tsx';
import { useSave } from '../../ui/use-save.ts';
import { DraftNotice } from './draft-notice.tsx';
import { EnglishFields, englishFromForm, englishToForm } from './english-fields.tsx';
import { type FieldSpec, fieldsOf, fromForm, nameOf, problemsOf, toForm } from './fields.ts';
import { ImageField } from './image-input.tsx';

/** The policy that says how long a purchase can be refunded. */
const REFUND = 'reembolso';

/** The sections that can be said in English too. */
const TRANSLATED: readonly SiteSectionName[] = ['preguntas', 'politicas'];

interface Props {
  section: SiteSectionName;
  /** The present item; null: a new one. */
  item: ManagedItem | null;
  variables: ManagedSite['variables'];
  onClose: () => void;
}

/** The form of one item. Typed text survives failures, closing and reloading; another person's changes meanwhile are reported, field by field. */
export function ItemDialog({ section, item, variables, onClose }: Props) {
  const { t } = useTranslation('siteAdmin');
  const errorText = useErrorText();
  const user = useSessionUser();
  const { zona } = useSchool();
  const [add] = api.useAddSiteItemMutation();
  const [edit] = api.useEditSiteItemMutation();
  const { save } = useSave();
  /** Files being uploaded. */
  const [uploads, setUploads] = useState(0);
  const schema = useMemo(
    () =>
      z.object({
        contenido: z.record(z.string(), z.string()).superRefine((content, found) => {
          for (const [name, problem] of Object.entries(problemsOf(section, content)))
            if (problem) found.addIssue({ code: 'custom', path: [name], message: t(`error.${problem}`) });
        }),
        ingles: z
          .object({ titulo: z.string().trim(), texto: z.string().trim(), sigue: z.boolean() })
          .superRefine(({ titulo, texto }, found) => {
            if ((titulo === '') !== (texto === ''))
              found.addIssue({ code: 'custom', path: [titulo === '' ? 'titulo' : 'texto'], message: t('error.required') });
          }),
        /** The version of the item that the form started from. */
        base: z.number(),
        visible: z.boolean(),
        motivo: z.string().trim(),
      }),
    [t, section],
  );
  const form = useForm({
    schema,
    draft: `sitio.${section}.${item?.id ?? 'nuevo'}`,
    initial: () => ({
      contenido: {
        ...toForm(section, item?.contenido ?? null),
        ...(!item && section === 'cifras' && { responsable: user.name, fecha: dayIn(zona) }),
      },
      ingles: englishToForm(item),
      base: item?.version ?? 0,
      visible: true,
      motivo: '',
    }),
  });
  const draft = useWatch({ control: form.control });
  const translated = TRANSLATED.includes(section);
  const stale = item !== null && item.version > (draft.base ?? 0);
  const now = item ? toForm(section, item.contenido) : null;
  const noted = (name: string): string | undefined => {
    if (!stale || !now || now[name] === draft.contenido?.[name]) return undefined;
    return now[name] ? t('nowSays', { value: now[name] }) : t('nowEmpty');
  };

  return (
    <FormDialog
      form={form}
      title={item ? t('editTitle', { name: nameOf(section, item) }) : t(`add.${section}`)}
      side="right"
      send={t('save')}
      sending={t('saving')}
      blocked={uploads > 0 || item?.quitado}
      onClose={onClose}
      failureText={(failure) => (toFailure(failure).code === 'VERSION_CONFLICT' ? t('conflict') : errorText(failure))}
      onSend={({ contenido: content, ingles: typed, motivo, visible }) => {
        const ingles = translated ? englishFromForm(item, content, typed) : undefined;
        const body = { contenido: fromForm(section, content), ...(ingles !== undefined && { ingles }), ...(motivo && { motivo }) };
        return save<unknown>(
          () =>
            item
              ? // What stands on the screen is what is written over: who saw what another wrote meanwhile, and saves, means it.
                edit({ seccion: section, itemId: item.id, body: command(body, { ifMatch: item.version }) }).unwrap()
              : add({ seccion: section, body: { ...body, visible } }).unwrap(),
          {
            done: t(item ? 'done.saved' : 'done.added'),
            after: () => {
              form.discard();
              onClose();
            },
          },
        );
      }}
    >
      {form.restored ? <DraftNotice onDiscard={form.discard} /> : null}
      {stale || item?.quitado ? (
        <p className="site-notice" role="status">
          {t(item.quitado ? 'gone' : 'conflict')}
        </p>
      ) : null}
      {fieldsOf[section].map((spec) => (
        <ItemField
          key={spec.name}
          spec={spec}
          noted={noted(spec.name)}
          variables={variables}
          onBusy={(on) => setUploads((before) => before + (on ? 1 : -1))}
        />
      ))}
      {section === 'politicas' && draft.contenido?.['clave'] === REFUND && draft.contenido['unidad'] === 'dias' ? (
        <WhatIf rule="reembolsos" typed={draft.contenido['cantidad'] ?? ''} />
      ) : null}
      {translated ? (
        <EnglishFields
          item={item}
          content={draft.contenido as Record<string, string>}
          form={{ titulo: '', texto: '', sigue: false, ...draft.ingles }}
        />
      ) : null}
      {item ? null : <CheckField name="visible" label={t('showAtOnce')} />}
      <TextField name="motivo" label={t('reason')} optional hint={t('reasonHint')} maxLength={500} />
    </FormDialog>
  );
}

interface ItemFieldProps {
  spec: FieldSpec;
  /** What another person changed meanwhile. */
  noted: string | undefined;
  variables: ManagedSite['variables'];
  onBusy: (busy: boolean) => void;
}
function ItemField({ spec, noted, variables, onBusy }: ItemFieldProps) {
  const { t } = useTranslation('siteAdmin');
  const { getValues, setValue } = useFormContext<{ contenido: Record<string, string> }>();
  const area = useRef<HTMLTextAreaElement>(null);
  const { kind, choices, max, required, names } = spec;
  const name = `contenido.${spec.name}` as const;
  const hint =
    spec.name === 'clave' || spec.name === 'cantidad' || spec.name === 'cifra' || spec.name === 'miembros' || spec.name === 'miembros_al'
      ? t(`hint.${spec.name}`, { reembolso: '{reembolso}' })
      : null;
  const insert = (variable: string) => {
    const box = area.current;
    const value = getValues(name) ?? '';
    const at = box?.selectionStart ?? value.length;
    setValue(name, `${value.slice(0, at)}{${variable}}${value.slice(box?.selectionEnd ?? at)}`, { shouldDirty: true });
    box?.focus();
  };
  const note = noted ? <span className="site-other">{noted}</span> : undefined;
  const common = {
    name,
    label: t(`field.${spec.name}`),
    optional: !required && kind !== 'choice',
    required: required ?? kind === 'choice',
    hint:
      noted || hint ? (
        <>
          {hint}
          {note}
        </>
      ) : undefined,
  };
  if (kind === 'image')
    return (
      <ImageField
        name={name}
        label={t(`field.${spec.name}`)}
        called={t(spec.name === 'logo' ? 'image.logo' : 'image.picture')}
        onBusy={onBusy}
        hint={note}
        max={max}
      />
    );
  return (
    <>
      {kind === 'area' ? (
        <AreaField {...common} lang="es" maxLength={max} inputRef={area} />
      ) : kind === 'choice' ? (
        <ChoiceField {...common}>
          {choices?.map((one) => (
            <option key={one} value={one}>
              {t(`choice.${one}`)}
            </option>
          ))}
        </ChoiceField>
      ) : (
        <TextField
          {...common}
          lang={kind === 'text' ? 'es' : undefined}
          type={kind === 'day' ? 'date' : 'text'}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          maxLength={kind === 'number' || kind === 'day' ? undefined : max}
        />
      )}
      {names && variables.length > 0 ? (
        <details className="site-values">
          <summary>{t('variables')}</summary>
          <ul className="site-values-list">
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
