import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { HistoryButton } from '../../domain/history/history-button.tsx';
import { WhatIf } from '../../domain/what-if/what-if.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Failure, Field } from '../../ui/field.tsx';
import { useSave } from '../../ui/use-save.ts';

const names = ['urgente_desde', 'espera_segundos', 'editar_minutos'] as const;
const most = { urgente_desde: 100, espera_segundos: 3_600, editar_minutos: 1_440 } as const;

/** The school's rules for comments, in a dialog. */
export function RulesButton() {
  const { t } = useTranslation(['reports', 'common']);
  const errorText = useErrorText();
  const [open, setOpen] = useState(false);
  const { data } = api.useCommentRulesQuery(undefined, { skip: !open });
  const [changed, setChanged] = useState<Partial<Record<(typeof names)[number], string>>>({});
  const [set] = api.useSetCommentRulesMutation();
  const { save, busy } = useSave();
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setChanged({});
    setReason('');
    setFailure(null);
  };
  const send = async () => {
    setFailure(null);
    try {
      const rules = Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, Number(value)]));
      await save(() => set({ ...rules, motivo: reason.trim() }).unwrap(), { done: t('rules.done'), after: close });
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  return (
    <>
      <button type="button" className="btn alt" onClick={() => setOpen(true)}>
        {t('rules.action')}
      </button>
      <Dialog
        open={open}
        onClose={close}
        title={t('rules.title')}
        toField={data !== undefined}
        footer={
          <>
            <button type="button" className="btn alt" onClick={close}>
              {t('common:action.cancel')}
            </button>
            <button
              data-writes
              type="button"
              className="btn"
              disabled={busy || !data || reason.trim() === ''}
              aria-busy={busy}
              onClick={() => void send()}
            >
              {t('rules.save')}
            </button>
          </>
        }
      >
        {data
          ? names.map((name) => (
              <Fragment key={name}>
                <Field
                  label={t(`rules.${name}.label`)}
                  hint={t(`rules.${name}.hint`)}
                  type="number"
                  min={0}
                  max={most[name]}
                  value={changed[name] ?? String(data[name])}
                  onChange={({ target }) => setChanged({ ...changed, [name]: target.value })}
                />
                {name === 'urgente_desde' ? <WhatIf rule="reportes" typed={changed[name] ?? String(data[name])} /> : null}
              </Fragment>
            ))
          : null}
        <Field label={t('rules.reason')} required maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
        <p className="row">
          <HistoryButton of={{ of: 'commentRules' }} name={t('rules.title')} />
        </p>
        <Failure>{failure}</Failure>
      </Dialog>
    </>
  );
}
