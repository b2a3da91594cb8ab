import { IconExternalLink, IconFileText, IconPlayerPlay, IconTool } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { GoneVideo, LinkChecked, ManagedResource } from '../../../../backend/api/contract/resources.ts';
import { api } from '../../api/api.ts';
import { formatDateTime, formatRelative } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { Moment } from '../../ui/moment.tsx';
import { notify } from '../../ui/notify.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useFlash } from '../../ui/use-flash.ts';
import { useSave } from '../../ui/use-save.ts';

interface Props {
  course: { id: number; nombre: string };
  onClose: () => void;
}

/** The resources of a course's classes: how learners use them, and whether their links work. */
export function ResourcesPanel({ course, onClose }: Props) {
  const { t } = useTranslation('admin');
  return (
    <Dialog open onClose={onClose} side="right" title={t('resources.title', { course: course.nombre })}>
      <List courseId={course.id} />
    </Dialog>
  );
}

function List({ courseId }: { courseId: number }) {
  const { t } = useTranslation('admin');
  const query = api.useCourseResourcesQuery(courseId);
  const { data } = query;
  if (!data) return <QueryState of={query} failed={t('resources.loadError')} inline rows={5} />;
  if (data.recursos.length + data.videos.length === 0) return <Empty title={t('resources.none')}>{t('resources.noneText')}</Empty>;
  return (
    <>
      <p className="muted">
        {t('resources.lead')} {t(data.comprueba ? 'resources.on' : 'resources.off')}
      </p>
      <ul className="use">
        {[...data.recursos]
          .sort((a, b) => Number(b.roto !== null) - Number(a.roto !== null))
          .map((resource) => (
            <Row key={resource.id_recurso} resource={resource} checks={data.comprueba} />
          ))}
      </ul>
      {data.videos.length > 0 ? (
        <section aria-labelledby="gone-videos">
          <h3 id="gone-videos">{t('resources.videos')}</h3>
          <p className="muted">{t('resources.videosText')}</p>
          <ul className="use">
            {data.videos.map((video) => (
              <GoneRow
                key={`${video.id_modulo} ${video.id_sesion} ${video.id_subtema}`}
                courseId={courseId}
                video={video}
                checks={data.comprueba}
              />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

const kinds = {
  1: { key: 'document', Icon: IconFileText },
  2: { key: 'video', Icon: IconPlayerPlay },
  3: { key: 'tool', Icon: IconTool },
} as const;
const leads = (link: string) => /^(https?:|mailto:|\/)/i.test(link);

/** The HTTP status of the check that found the link dead. */
function Broken({ broken: { desde, motivo } }: { broken: NonNullable<ManagedResource['roto']> }) {
  const { t } = useTranslation('admin');
  return (
    <div role="status">
      <StatusTag tone="error">
        <Moment at={desde}>{t('resources.brokenSince', { when: formatDateTime(desde) })}</Moment>
      </StatusTag>
      <p>{t(`resources.reasons.${motivo}`)}</p>
    </div>
  );
}

function Address({ link }: { link: string }) {
  const { t } = useTranslation('admin');
  if (!leads(link)) return <span className="use-link">{link}</span>;
  return (
    <a className="use-link" href={link} target="_blank" rel="noopener noreferrer">
      {link}
      <span className="sr"> {t('resources.newTab')}</span>
      <IconExternalLink size={14} stroke={1.8} aria-hidden="true" />
    </a>
  );
}

/** A dead video link. It is replaced in the course's editor, which the row links to. */
function GoneRow({ courseId, video, checks }: { courseId: number; video: GoneVideo; checks: boolean }) {
  const { t } = useTranslation('admin');
  const [check] = api.useCheckVideoMutation();
  const link = video.link_video;
  const looks = useLook(link, async () => {
    const found = await check({ courseId, body: { enlace: link } }).unwrap();
    // The row disappears with the next read, so a notice says that the link works.
    if (found.estado === 'funciona') notify.success(t('resources.states.funciona'));
    return found;
  });
  const name = video.subtema ?? video.clase ?? video.modulo;
  return (
    <li>
      <IconPlayerPlay size={20} stroke={1.7} role="img" aria-label={t('resources.kinds.video')} />
      <div className="use-what">
        <strong lang="es">{name}</strong>
        {video.clase === null ? null : (
          <span className="muted table-note" lang="es">
            {video.subtema === null ? video.modulo : `${video.modulo} › ${video.clase}`}
          </span>
        )}
        <Address link={video.link_video} />
        <Broken broken={video.roto} />
        {looks.said}
        {checks ? (
          <div className="row use-action">
            <LookButton looks={looks} name={name} />
          </div>
        ) : null}
      </div>
    </li>
  );
}

function Row({ resource, checks }: { resource: ManagedResource; checks: boolean }) {
  const { t } = useTranslation('admin');
  const flash = useFlash<HTMLLIElement>(resource.aperturas);
  const { key, Icon } = kinds[resource.tipo_recurso as keyof typeof kinds] ?? kinds[3];
  return (
    <li ref={flash}>
      <Icon size={20} stroke={1.7} role="img" aria-label={t(`resources.kinds.${key}`)} />
      <div className="use-what">
        <strong lang="es">{resource.titulo}</strong>
        <span className="muted table-note" lang="es">
          {resource.modulo} › {resource.clase}
        </span>
        <Address link={resource.link_recurso} />
        <p>
          {resource.ultimaApertura === null ? (
            t('resources.never')
          ) : (
            <>
              {t('resources.opened', { count: resource.aperturas, number: formatNumber(resource.aperturas) })} ·{' '}
              {t('resources.people', { count: resource.personas, number: formatNumber(resource.personas) })} ·{' '}
              <Moment at={resource.ultimaApertura}>{t('resources.last', { when: formatRelative(resource.ultimaApertura) })}</Moment>
            </>
          )}
        </p>
        {resource.roto ? <Broken broken={resource.roto} /> : null}
        <Acts resource={resource} checks={checks} />
      </div>
    </li>
  );
}

const ok = (link: string) => /^(https?:\/\/[^\s/]|\/[^/\\])/i.test(link) && URL.canParse(link, location.origin);

function LinkForm({ resource, onDone }: { resource: ManagedResource; onDone: () => void }) {
  const { t } = useTranslation('admin');
  const [update] = api.useUpdateResourceMutation();
  const { save, busy } = useSave();
  const schema = useMemo(() => z.object({ link_recurso: z.string().trim().refine(ok, t('resources.invalid')) }), [t]);
  const form = useForm({ schema, initial: () => ({ link_recurso: resource.link_recurso }) });
  return (
    <Form
      form={form}
      of={`recurso.${resource.id_recurso}`}
      className=""
      onSend={(body) =>
        save(() => update({ id: resource.id_recurso, body }).unwrap(), {
          done: t('resources.changed', { resource: resource.titulo }),
          after: onDone,
        })
      }
    >
      <TextField name="link_recurso" label={t('resources.link')} type="url" maxLength={2_000} autoFocus />
      <div className="row use-action">
        <button type="submit" className="btn" disabled={busy} aria-busy={busy}>
          {t(busy ? 'resources.saving' : 'resources.save')}
        </button>
        <button type="button" className="btn alt" disabled={busy} onClick={onDone}>
          {t('resources.cancel')}
        </button>
      </div>
    </Form>
  );
}

/** Checks a link now, and shows the result. */
function useLook(link: string, check: () => Promise<LinkChecked>) {
  const { t } = useTranslation('admin');
  const errorText = useErrorText();
  const { busy, run } = useBusy();
  const [found, setFound] = useState<(LinkChecked & { link: string }) | null>(null);
  const look = () =>
    run(async () => setFound({ ...(await check()), link })).catch((failure) =>
      notify.error(`${t('resources.checkFailed')} ${errorText(failure)}`),
    );
  // The result is for another address, so it is outdated.
  const said = (
    <p role="status" hidden={found?.link !== link}>
      {found?.link === link ? (
        <>
          {t(`resources.states.${found.estado}`)} {found.motivo ? t(`resources.reasons.${found.motivo}`) : null}
        </>
      ) : null}
    </p>
  );
  return { look, busy, said };
}

function LookButton({ looks: { look, busy }, name }: { looks: ReturnType<typeof useLook>; name: string }) {
  const { t } = useTranslation('admin');
  return (
    <button
      data-writes
      type="button"
      className="btn alt"
      aria-label={t('resources.checkOf', { resource: name })}
      disabled={busy}
      aria-busy={busy}
      onClick={() => void look()}
    >
      {t(busy ? 'resources.checking' : 'resources.check')}
    </button>
  );
}

/** Check the link now, or replace it. */
function Acts({ resource, checks }: { resource: ManagedResource; checks: boolean }) {
  const { t } = useTranslation('admin');
  const [check] = api.useCheckLinkMutation();
  const looks = useLook(resource.link_recurso, () => check(resource.id_recurso).unwrap());
  const [editing, setEditing] = useState(false);
  const before = useRef(editing);
  const edit = useRef<HTMLButtonElement>(null);
  // The focus returns to where it was before editing.
  useEffect(() => {
    if (before.current && !editing) edit.current?.focus();
    before.current = editing;
  }, [editing]);

  if (editing) return <LinkForm resource={resource} onDone={() => setEditing(false)} />;
  return (
    <>
      {looks.said}
      <div className="row use-action">
        {checks && resource.externo ? <LookButton looks={looks} name={resource.titulo} /> : null}
        <button
          data-writes
          ref={edit}
          type="button"
          className="btn alt"
          aria-label={t('resources.editOf', { resource: resource.titulo })}
          onClick={() => setEditing(true)}
        >
          {t('resources.edit')}
        </button>
      </div>
    </>
  );
}
