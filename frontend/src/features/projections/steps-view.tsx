import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Field } from '../../ui/field.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton, TextSkeleton } from '../../ui/skeleton.tsx';
import { DiffSamples } from './diff-view.tsx';
import './texts.ts';

/** One document of a read model, event by event: how each event changed it. The document is named in the address. */
export function StepsView({ name }: { name: string }) {
  const { t } = useTranslation('projections');
  const { get, put } = useAddress();
  const key = get('documento') ?? '';
  const [typed, setTyped] = useState(key);
  const query = api.useDocumentStepsQuery({ nombre: name, ...(key !== '' && { clave: key }) });
  const { data } = query;
  const choose = (documento: string) => {
    setTyped(documento);
    put({ documento: documento || null }, true);
  };
  return (
    <div className="projection-body">
      <div className="projection-steps-form">
        <Field
          label={t('steps.key')}
          value={typed}
          maxLength={300}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') choose(typed.trim());
          }}
        />
        <button type="button" className="btn alt" onClick={() => choose(typed.trim())}>
          {t('steps.show')}
        </button>
      </div>
      {!data ? (
        <QueryState of={query} failed={t('steps.failed')} inline>
          <TextSkeleton lines={4} />
        </QueryState>
      ) : key === '' ? (
        <div className="row">
          <span className="muted">{t('steps.examples')}</span>
          {data.ejemplos.map((example) => (
            <button key={example} type="button" className="btn soft" onClick={() => choose(example)}>
              {example}
            </button>
          ))}
        </div>
      ) : (
        <Steps key={`${name} ${key}`} name={name} document={key} />
      )}
    </div>
  );
}

function Steps({ name, document }: { name: string; document: string }) {
  const { t } = useTranslation('projections');
  const [before, setBefore] = useState<number | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const { data } = api.useDocumentStepsQuery({ nombre: name, clave: document, ...(before !== null && { antes: before }) });
  if (!data)
    return (
      <Skeleton>
        <TextSkeleton lines={4} />
      </Skeleton>
    );
  const first = data.pasos[0]?.numero ?? 0;
  const last = data.pasos.at(-1)?.numero ?? 0;
  const step = data.pasos.find(({ numero }) => numero === at) ?? data.pasos.at(-1);
  return (
    <>
      {data.detenido ? <pre className="interior-error">{t('steps.halted', data.detenido)}</pre> : null}
      {data.completo ? null : <p className="muted">{t('steps.partial')}</p>}
      {step ? (
        <>
          <div className="projection-steps-bar">
            <button type="button" className="btn alt" disabled={step.numero === first} onClick={() => setAt(step.numero - 1)}>
              {t('steps.back')}
            </button>
            <input
              type="range"
              aria-label={t('steps.bar')}
              aria-valuetext={t('steps.of', { number: formatNumber(step.numero), total: formatNumber(data.total) })}
              min={first}
              max={last}
              value={step.numero}
              onChange={(event) => setAt(Number(event.target.value))}
            />
            <button type="button" className="btn alt" disabled={step.numero === last} onClick={() => setAt(step.numero + 1)}>
              {t('steps.next')}
            </button>
          </div>
          <p>
            <strong>{t('steps.of', { number: formatNumber(step.numero), total: formatNumber(data.total) })}</strong>
            {' · '}
            <span className="mono">{step.tipo}</span>
            {` · ${formatDateTime(step.fecha)} · `}
            <span className="mono">{`${step.flujo} #${step.version}`}</span>
          </p>
          <DiffSamples
            samples={[{ clave: document, antes: step.antes, despues: step.despues }]}
            heads={[t('steps.before'), t('steps.after')]}
          />
          <div className="row">
            {first > 1 ? (
              <button
                type="button"
                className="link"
                onClick={() => {
                  setBefore(first);
                  setAt(null);
                }}
              >
                {t('steps.older')}
              </button>
            ) : null}
            {before === null ? null : (
              <button
                type="button"
                className="link"
                onClick={() => {
                  setBefore(null);
                  setAt(null);
                }}
              >
                {t('steps.newest')}
              </button>
            )}
          </div>
        </>
      ) : data.detenido ? null : (
        <p className="muted">{t('steps.none')}</p>
      )}
    </>
  );
}
