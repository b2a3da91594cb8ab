import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { PasskeyRow } from '../../../../backend/api/contract/account.ts';
import { api } from '../../api/api.ts';
import { formatDateTime, formatLongDate } from '../../lib/dates.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Failure } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { notify } from '../../ui/notify.ts';

/** Adds, names and removes passkeys. */
export function PasskeysCard({ keys }: { keys: readonly PasskeyRow[] }) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const [begin] = api.usePasskeyOptionsMutation();
  const [add] = api.useAddPasskeyMutation();
  const [remove] = api.useRemovePasskeyMutation();
  const [adding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [removing, setRemoving] = useState<PasskeyRow | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const supported = typeof PublicKeyCredential !== 'undefined';

  const addOne = async () => {
    setAdding(true);
    setFailure(null);
    try {
      const { opciones } = await begin().unwrap();
      // The library is loaded only when a key is added.
      const { startRegistration } = await import('@simplewebauthn/browser');
      const answer = await startRegistration({ optionsJSON: opciones as never });
      const made = await add({ nombre: t('passkeys.defaultName'), respuesta: { ...answer } }).unwrap();
      notify.success(t('passkeys.added'));
      // The name can be changed at once.
      setRenaming(made.id);
    } catch (error) {
      const name = error instanceof Error ? error.name : '';
      if (name === 'InvalidStateError') setFailure(t('passkeys.already'));
      else if (name === 'NotAllowedError' || name === 'AbortError') setFailure(t('passkeys.cancelled'));
      else setFailure(error instanceof Error ? t('passkeys.failed') : `${t('passkeys.failed')}. ${errorText(error)}`);
    } finally {
      setAdding(false);
    }
  };
  return (
    <section className="card stack" aria-labelledby="llaves">
      <div>
        <h2 id="llaves">{t('passkeys.title')}</h2>
        <p className="muted">{t('passkeys.hint')}</p>
      </div>
      {keys.length > 0 ? (
        <ul className="account-list">
          {keys.map((key) => (
            <li key={key.id} className="account-row">
              {renaming === key.id ? (
                <Rename row={key} onDone={() => setRenaming(null)} />
              ) : (
                <>
                  <div className="account-row-text">
                    <strong>{key.nombre}</strong>
                    <span className="muted">{t('passkeys.created', { date: formatLongDate(key.creada) })}</span>
                    <span className="muted">
                      {key.usada ? t('passkeys.used', { date: formatDateTime(key.usada) }) : t('passkeys.neverUsed')}
                    </span>
                  </div>
                  <div className="row">
                    <button
                      type="button"
                      className="btn icon ghost"
                      aria-label={t('passkeys.rename', { name: key.nombre })}
                      onClick={() => setRenaming(key.id)}
                    >
                      <IconPencil size={20} stroke={1.7} aria-hidden="true" />
                    </button>
                    <button
                      type="button"
                      className="btn icon ghost"
                      aria-label={t('passkeys.remove', { name: key.nombre })}
                      onClick={() => setRemoving(key)}
                    >
                      <IconTrash size={20} stroke={1.7} aria-hidden="true" />
                    </button>
                  </div>
                </>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">{t('passkeys.none')}</p>
      )}
      <Failure>{failure}</Failure>
      {supported ? (
        <div className="row">
          <button type="button" className="btn alt" onClick={() => void addOne()} disabled={adding} aria-busy={adding}>
            {t(adding ? 'passkeys.adding' : 'passkeys.add')}
          </button>
        </div>
      ) : (
        <p>{t('passkeys.unsupported')}</p>
      )}
      <Confirm
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('passkeys.removeTitle', { name: removing?.nombre ?? '' })}
        confirmLabel={t('passkeys.removeLabel')}
        danger
        onConfirm={async () => {
          if (!removing) return;
          await remove(removing.id).unwrap();
          notify.success(t('passkeys.removed'));
        }}
      >
        {t('passkeys.removeText')}
      </Confirm>
    </section>
  );
}

function Rename({ row, onDone }: { row: PasskeyRow; onDone: () => void }) {
  const { t } = useTranslation('account');
  const [rename, { isLoading }] = api.useRenamePasskeyMutation();
  const schema = useMemo(() => z.object({ nombre: z.string().trim().min(1, t('complete.required')).max(80) }), [t]);
  const form = useForm({ schema, initial: () => ({ nombre: row.nombre }) });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.select(), []);
  return (
    <div ref={box}>
      <Form
        form={form}
        onCancel={onDone}
        of={`llave.${row.id}`}
        onSend={async ({ nombre }) => {
          if (nombre !== row.nombre) {
            await rename({ passkeyId: row.id, body: { nombre } }).unwrap();
            notify.success(t('passkeys.renamed'));
          }
          onDone();
        }}
      >
        <TextField name="nombre" label={t('passkeys.name')} hint={t('passkeys.nameHint')} maxLength={80} autoComplete="off" />
        <div className="row">
          <button type="submit" className="btn" disabled={isLoading} aria-busy={isLoading}>
            {t('passkeys.save')}
          </button>
          <button type="button" className="btn alt" onClick={onDone} disabled={isLoading}>
            {t('passkeys.cancel')}
          </button>
        </div>
      </Form>
    </div>
  );
}
