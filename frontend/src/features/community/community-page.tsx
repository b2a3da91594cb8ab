import { IconExternalLink, IconMessages, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { CommunityChannel } from '../../../../backend/api/contract/community.ts';
import { api } from '../../api/api.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Bone, CardsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFlash } from '../../ui/use-flash.ts';
import { type Category, categories, categoryOf, hostOf, inCategory, isExample } from './channels.ts';
import './community.css';
import './texts.ts';

type Note = (canal: 'principal' | number) => void;

/** The community's chat: the main server, and its channels by category. */
export function Component() {
  const { t } = useTranslation('community');
  const user = useSessionUser();
  const [params, setParams] = useSearchParams();
  const { data, error, isFetching, refetch } = api.useCommunityQuery();
  const [open] = api.useOpenChannelMutation();
  // Reported beside the browser's own navigation, which does not wait for it.
  const note: Note = (canal) => void open(canal);
  const category = categoryOf(params);
  const manages = user.user_role === role.admin;
  // Each choice is a history entry.
  const choose = (next: Category) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === 'todos') after.delete('categoria');
        else after.set('categoria', next);
        return after;
      },
      { preventScrollReset: true },
    );
  const channels = data?.canales ?? [];
  const shown = channels.filter((channel) => inCategory(category, channel));
  const counts = new Set(channels.flatMap(({ miembros, ...channel }) => (miembros === null ? [] : [JSON.stringify(countOf(channel))])));
  const sample = data && [data.servidor, ...channels.map(({ enlace }) => enlace)].some(isExample);

  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        manages ? (
          <Link className="btn alt" to={officePaths.adminSite('canales')}>
            <IconPencil size={18} aria-hidden="true" />
            {t('manage')}
          </Link>
        ) : null
      }
    >
      {error ? (
        <ErrorState
          title={t(data ? 'stale' : 'failed')}
          error={error}
          inline={Boolean(data)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : null}
      <section className="card row community-forum" aria-labelledby="foros">
        <div>
          <h2 id="foros">{t('forum.title')}</h2>
          <p className="muted">{t('forum.text')}</p>
        </div>
        <Link className="btn" to={paths.forum()}>
          {t('forum.open')}
        </Link>
      </section>
      {data?.servidor ? <Server link={data.servidor} note={note} /> : null}
      {sample ? <p className="muted community-sample">{t('example')}</p> : null}
      {data ? (
        channels.length > 0 ? (
          <section className="stack" aria-labelledby="canales">
            <h2 id="canales">{t('channels')}</h2>
            <Tabs
              label={t('filter.label')}
              value={category}
              tabs={categories.map((id) => ({
                id,
                label: t(`filter.${id}`),
                count: channels.filter((channel) => inCategory(id, channel)).length,
              }))}
              onChange={(next) => next !== category && choose(next)}
            >
              <p className="sr" role="status">
                {t('found', { count: shown.length })}
              </p>
              {shown.length > 0 ? (
                <ul className="community-channels">
                  {shown.map((channel) => (
                    <Channel key={channel.id} channel={channel} alone={counts.size > 1} note={note} />
                  ))}
                </ul>
              ) : (
                <Empty
                  title={t('none', { category: t(`filter.${category}`) })}
                  action={
                    <button type="button" className="btn alt" onClick={() => choose('todos')}>
                      {t('showAll')}
                    </button>
                  }
                >
                  {t('noneText')}
                </Empty>
              )}
            </Tabs>
            {counts.size === 1 ? <Counted channel={channels.find(({ miembros }) => miembros !== null)} /> : null}
          </section>
        ) : (
          <Empty
            title={t('empty')}
            action={
              <Link className="btn" to={manages ? officePaths.adminSite('canales') : paths.myCourses}>
                {t(manages ? 'emptyActionAdmin' : 'emptyAction')}
              </Link>
            }
          >
            {t(manages ? 'emptyTextAdmin' : 'emptyText')}
          </Empty>
        )
      ) : error ? null : (
        <Skeleton>
          <div className="stack">
            <Bone height={140} radius="var(--radius)" />
            <CardsSkeleton count={6} height={230} min={280} />
          </div>
        </Skeleton>
      )}
    </Page>
  );
}

interface InviteProps {
  link: string;
  className: string;
  onOpen: () => void;
  children: React.ReactNode;
}
function Invite({ link, className, onOpen, children }: InviteProps) {
  const { t } = useTranslation('community');
  return (
    <a
      className={className}
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onOpen}
      onAuxClick={(event) => event.button === 1 && onOpen()}
    >
      {children}
      <span className="sr"> {t('newTab')}</span>
      <IconExternalLink size={17} stroke={1.8} aria-hidden="true" />
    </a>
  );
}

function Server({ link, note }: { link: string; note: Note }) {
  const { t } = useTranslation('community');
  const host = hostOf(link);
  return (
    <section className="community-server" aria-labelledby="servidor">
      <IconMessages size={44} stroke={1.4} aria-hidden="true" />
      <div>
        <h2 id="servidor">{t('server.title')}</h2>
        <p>{t('server.text')}</p>
        {host ? <p className="community-site">{t('leadsTo', { host })}</p> : null}
      </div>
      <Invite link={link} className="btn alt large" onOpen={() => note('principal')}>
        {t('server.join')}
      </Invite>
    </section>
  );
}

/** The source and the day of a channel's member count. */
const countOf = ({ miembros_al, miembros_fuente }: Pick<CommunityChannel, 'miembros_al' | 'miembros_fuente'>) => [
  miembros_al,
  miembros_fuente,
];

function Counted({ channel }: { channel: CommunityChannel | undefined }) {
  const { t } = useTranslation('community');
  return channel?.miembros_al ? (
    <p className="muted community-members">
      {t('counted', { date: formatDay(channel.miembros_al, 'full') })}{' '}
      <span lang="es">{channel.miembros_fuente?.replace(/\.?$/, '.')}</span>
    </p>
  ) : null;
}

/** `alone`: this channel's count is of another day or source than the others', so the channel says which. */
function Channel({ channel, alone, note }: { channel: CommunityChannel; alone: boolean; note: Note }) {
  const { t } = useTranslation('community');
  const { id, nombre, descripcion, categoria, enlace, miembros, miembros_al, miembros_fuente } = channel;
  const flash = useFlash<HTMLLIElement>(JSON.stringify(channel));
  return (
    <li ref={flash} className="card community-channel" data-category={categoria}>
      <p className="community-badge">{t(`filter.${categoria}`)}</p>
      <h3 lang="es">{nombre}</h3>
      <p lang="es">{descripcion}</p>
      {miembros !== null && miembros_al && miembros_fuente ? (
        <p className="muted community-members">{t('members', { count: miembros, number: formatNumber(miembros) })}</p>
      ) : null}
      {alone && miembros !== null ? <Counted channel={channel} /> : null}
      {enlace ? (
        <Invite link={enlace} className="btn soft" onOpen={() => note(id)}>
          {t('open', { channel: nombre })}
        </Invite>
      ) : (
        <p className="muted">{t('closed')}</p>
      )}
    </li>
  );
}
