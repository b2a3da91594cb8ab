import './texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { Confirm } from '../../ui/confirm.tsx';

/** The encrypted fields of an event. Revealing one requires a reason, which is recorded. Revealed values are forgotten when the view is closed. */
export function SealedValues({ flujo, numero, fields }: { flujo: string; numero: number; fields: readonly string[] }) {
  const { t } = useTranslation('history');
  const [reveal] = api.useRevealValueMutation();
  const [asking, setAsking] = useState<string | null>(null);
  const [shown, setShown] = useState<Readonly<Record<string, unknown>>>({});
  if (fields.length === 0) return null;
  return (
    <section className="sealed" aria-label={t('sealed.title')}>
      <h4>{t('sealed.title')}</h4>
      <dl className="event-facts">
        {fields.map((field) => (
          <div key={field}>
            <dt className="mono">{field}</dt>
            <dd lang="es">
              {field in shown ? (
                typeof shown[field] === 'string' ? (
                  shown[field]
                ) : (
                  <code>{JSON.stringify(shown[field])}</code>
                )
              ) : (
                <button
                  data-writes
                  type="button"
                  className="link"
                  aria-haspopup="dialog"
                  aria-label={t('sealed.revealOf', { field })}
                  onClick={() => setAsking(field)}
                >
                  {t('sealed.reveal')}
                </button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <Confirm
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={t('sealed.ask')}
        confirmLabel={t('sealed.reveal')}
        reason={{ label: t('sealed.reason'), required: true, of: `revelar.${flujo}.${numero}.${asking}` }}
        onConfirm={async (motivo) => {
          if (asking === null) return;
          const { valor } = await reveal({ flujo, numero, campo: asking, motivo }).unwrap();
          setShown((before) => ({ ...before, [asking]: valor }));
        }}
      >
        <p>{t('sealed.text', { field: asking ?? '' })}</p>
      </Confirm>
    </section>
  );
}
