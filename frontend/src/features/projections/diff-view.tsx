import { useTranslation } from 'react-i18next';
import type { ProjectionRow } from '../../../../backend/api/contract/records/operations.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { changedFields, writtenValue } from './diff.ts';

type Diff = NonNullable<NonNullable<ProjectionRow['reconstruccion']>['diferencia']>;

/** What a switch would change: how many documents, with samples side by side. `limit`: the share, in percent, above which it is blocked. */
export function DiffView({ diff, limit }: { diff: Diff; limit: number | undefined }) {
  const { t } = useTranslation('projections');
  const { agregados, cambiados, eliminados, iguales, muestras = [] } = diff;
  const share = diff.proporcion;
  const counts = [
    ['added', agregados, '+'],
    ['changed', cambiados, '≠'],
    ['removed', eliminados, '−'],
    ['same', iguales, '='],
  ] as const;
  return (
    <div className="difference">
      <h4>{t('diff.title')}</h4>
      <dl className="difference-counts">
        {counts.map(([key, count, sign]) => (
          <div key={key} data-class={key}>
            <dt>
              <span aria-hidden="true">{sign} </span>
              {t(`diff.${key}`)}
            </dt>
            <dd className="mono">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {share === 0 ? <p>{t('diff.none')}</p> : null}
      {limit !== undefined && share * 100 > limit ? (
        <p className="difference-large">
          {t('diff.large', { percent: formatPercent(Math.ceil(share * 100)), limit: formatPercent(limit) })}
        </p>
      ) : null}
      {share > 0 ? (
        <>
          <h4>{t('diff.samples')}</h4>
          {muestras.length === 0 ? <p className="muted">{t('diff.noSamples')}</p> : null}
          <DiffSamples samples={muestras} />
        </>
      ) : null}
    </div>
  );
}

/** Documents side by side. */
export function DiffSamples({
  samples,
  heads,
}: {
  samples: readonly { clave: string; antes?: unknown; despues?: unknown }[];
  /** Over the two columns; default: as served now, and as the rebuilt one has it. */
  heads?: readonly [string, string];
}) {
  const { t } = useTranslation('projections');
  const [before, after] = heads ?? [t('diff.before'), t('diff.after')];
  return samples.map((sample) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div key={sample.clave} className="comparison" tabIndex={0}>
      <table>
        <caption>{t('diff.sample', { key: sample.clave })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('diff.field')}</th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        <tbody>
          {changedFields((sample.antes ?? {}) as object, (sample.despues ?? {}) as object).map((change) => (
            <tr key={change.field}>
              <th scope="row">{change.field}</th>
              <td data-side="antes">
                {change.before === undefined || change.before === null ? (
                  <em>{t('diff.absent')}</em>
                ) : (
                  <pre>{writtenValue(change.before)}</pre>
                )}
              </td>
              <td data-side="despues">
                {change.after === undefined || change.after === null ? (
                  <em>{t('diff.absent')}</em>
                ) : (
                  <pre>{writtenValue(change.after)}</pre>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  ));
}
