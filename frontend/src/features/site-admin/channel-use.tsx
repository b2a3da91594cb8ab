import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CommunityUse } from '../../../../backend/api/contract/community.ts';
import { api } from '../../api/api.ts';
import { formatRelative } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { paths } from '../../lib/paths.ts';
import { Moment } from '../../ui/moment.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useFlash } from '../../ui/use-flash.ts';

type Use = NonNullable<CommunityUse['servidor']>;

/** How often an invitation was opened, by how many people, and the last time; undefined: not known yet. */
export function Opened({ use }: { use: Use | null | undefined }) {
  const { t } = useTranslation('siteAdmin');
  const flash = useFlash<HTMLParagraphElement>(use?.aperturas ?? 0);
  return (
    <p ref={flash} className="muted site-when">
      {use === undefined ? (
        '\u00a0'
      ) : use === null ? (
        t('use.never')
      ) : (
        <>
          {t('use.opened', { count: use.aperturas, number: formatNumber(use.aperturas) })} ·{' '}
          {t('use.people', { count: use.personas, number: formatNumber(use.personas) })}
          {use.ultimaApertura ? (
            <>
              {' · '}
              <Moment at={use.ultimaApertura}>{t('use.last', { when: formatRelative(use.ultimaApertura) })}</Moment>
            </>
          ) : null}
        </>
      )}
    </p>
  );
}

/** The use of one channel; null: never opened; undefined: not known yet. */
export const useChannelUse = (skip: boolean): ((id: number) => Use | null | undefined) => {
  const { data } = api.useCommunityUseQuery(undefined, { skip });
  return (id) => data && (data.canales.find((one) => one.id === id) ?? null);
};

/** Above the channels: the main server that they belong to, and its own use. */
export function MainServer({ link }: { link: string | null }) {
  const { t } = useTranslation('siteAdmin');
  const query = api.useCommunityUseQuery();
  const { data } = query;
  return (
    <div className="card stack">
      <QueryState of={query} failed={t('use.failed')} inline />
      <div>
        <p>
          <strong>{t('use.server')}</strong>
        </p>
        <p className="muted">{link ?? t('use.noServer')}</p>
        {link ? <Opened use={data?.servidor} /> : null}
      </div>
      <p className="row">
        <Link to={officePaths.adminSite('escuela')}>{t('use.edit')}</Link>
        <Link to={paths.community}>{t('use.see')}</Link>
      </p>
    </div>
  );
}
