import './texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../lib/dates.ts';
import { call } from '../../lib/http.ts';
import { useResource } from '../../lib/use-resource.ts';
import { Empty } from '../../ui/empty.tsx';
import { toFailure } from '../../ui/error-text.ts';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { CardsSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import './auth.css';

/** Addresses in mails are absolute and may use another host name than the browser; only the path is used here. */
const inApp = (link: string): string => {
  if (!URL.canParse(link)) return '/';
  const { protocol, pathname, search, hash } = new URL(link);
  if (protocol !== 'https:' && protocol !== 'http:') return '/';
  return pathname.replace(/^\/+/, '/') + search + hash;
};

/** The mail as a mail program shows it: in a sandboxed frame without scripts or navigation. */
/** As the mail itself says. */
const tongueOf = ({ html }: { html?: string | undefined }): string => (html?.includes('<html lang="en"') ? 'en' : 'es');

function AsMail({ html, subject }: { html: string; subject: string }) {
  const { t } = useTranslation('auth');
  const [open, setOpen] = useState(false);
  return (
    <details className="mail-html" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('mailbox.asMail')}</summary>
      {open ? <iframe title={t('mailbox.frame', { subject })} srcDoc={html} sandbox="" referrerPolicy="no-referrer" /> : null}
    </details>
  );
}

const PAGE = 10;

export function Component() {
  const { t } = useTranslation(['auth', 'common']);
  const mails = useResource('demo/mailbox', (signal) => call(calls.demoMailbox, undefined, { signal }));
  const [shown, setShown] = useState(PAGE);
  const off = mails.error ? toFailure(mails.error).status === 404 : false;
  return (
    <Page
      title={t('auth:mailbox.title')}
      lead={t('auth:mailbox.lead')}
      width="narrow"
      actions={
        <button type="button" className="btn alt" onClick={() => mails.refetch()} disabled={mails.isFetching}>
          {t('auth:mailbox.refresh')}
        </button>
      }
    >
      {mails.data ? (
        mails.data.length > 0 ? (
          <>
            <ol className="mails">
              {mails.data.slice(0, shown).map((mail, index) => (
                <li key={`${mail.sentAt}${mail.to}${mail.subject}`}>
                  <details open={index === 0}>
                    <summary className="mail-head">
                      <h2 lang={tongueOf(mail)}>{mail.subject}</h2>
                      <span className="muted">{mail.to}</span>
                      <time className="muted" dateTime={mail.sentAt}>
                        {formatDateTime(mail.sentAt)}
                      </time>
                    </summary>
                    <div className="mail-body">
                      <p className="mail-text" lang={tongueOf(mail)}>
                        {mail.text}
                      </p>
                      {mail.links.map((link, at) => (
                        <p key={link}>
                          <Link className={at === 0 ? 'btn' : 'btn soft'} to={inApp(link)}>
                            {at === 0 ? t('auth:mailbox.open') : t('auth:mailbox.openOther', { path: inApp(link) })}
                          </Link>
                        </p>
                      ))}
                      {mail.html === undefined ? null : <AsMail html={mail.html} subject={mail.subject} />}
                    </div>
                  </details>
                </li>
              ))}
            </ol>
            {mails.data.length > shown ? (
              <p>
                <button type="button" className="btn alt" onClick={() => setShown(shown + PAGE)}>
                  {t('auth:mailbox.older')}
                </button>
              </p>
            ) : null}
          </>
        ) : (
          <Empty title={t('auth:mailbox.empty')}>{t('auth:mailbox.emptyHint')}</Empty>
        )
      ) : mails.error ? (
        off ? (
          <Empty title={t('auth:mailbox.off')} />
        ) : (
          <QueryState of={mails} failed={t('auth:mailbox.failed')} />
        )
      ) : (
        <Skeleton>
          <CardsSkeleton count={2} height={180} min={500} />
        </Skeleton>
      )}
    </Page>
  );
}
