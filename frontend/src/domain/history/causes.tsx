import '../mails/texts.ts';
import './texts.ts';
import { useTranslation } from 'react-i18next';
import { Link, type LinkProps } from 'react-router-dom';
import { api } from '../../api/api.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { formatClock, formatDateTime } from '../../lib/dates.ts';
import { formatNumber, formatRate } from '../../lib/format.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { toFailure } from '../../ui/error-text.ts';
import { Moment } from '../../ui/moment.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import './history.css';

type Causes = AnswerOf<'causes'>;
type Cause = Causes['nodos'][number];
type Place = { flujo: string; numero: number };
type LinkTo = (fact: Place) => Pick<LinkProps, 'to' | 'state'>;
interface Branch {
  cause: Cause;
  below: Branch[];
}

/** The lines of a tree, each with what it led to. */
export function branchesOf(nodes: readonly Cause[]): Branch[] {
  const roots: Branch[] = [];
  const path: Branch[] = [];
  for (const cause of nodes) {
    const branch: Branch = { cause, below: [] };
    path.length = Math.min(path.length, cause.nivel - 1);
    (path.at(-1)?.below ?? roots).push(branch);
    path.push(branch);
  }
  return roots;
}

const isThis = ({ hecho }: Cause, { flujo, numero }: Place): boolean => hecho?.flujo === flujo && hecho.numero === numero;

/** What caused an event, and everything that followed from the same request, with the time that each step took. */
export function CausesPart({ of, linkTo = factLink }: { of: Place; linkTo?: LinkTo }) {
  const { t, i18n } = useTranslation('history');
  const query = api.useCausesQuery({ ...of, idioma: i18n.language === 'en' ? 'en' : 'es' });
  const { data, error } = query;
  // The causes of an event that cannot be read are unknown.
  if (error && toFailure(error).code === 'EVENT_NOT_FOUND') return null;
  return (
    <section className="stack causes-part" aria-label={t('causes.title')}>
      <h3>{t('causes.title')}</h3>
      {data ? <CauseTree data={data} of={of} linkTo={linkTo} /> : <QueryState of={query} failed={t('causes.failed')} inline rows={3} />}
    </section>
  );
}
const factLink: LinkTo = ({ flujo, numero }) => ({ to: officePaths.wholeHistory({ hecho: `${flujo}@${numero}` }) });

function CauseTree({ data, of, linkTo }: { data: Causes; of: Place; linkTo: LinkTo }) {
  const { t } = useTranslation('history');
  const { pidio, cliente, nodos, mas, deshace, deshecho } = data;
  const request = () => {
    if (!pidio?.quien) return t(pidio?.rol === 'visitor' ? 'causes.somebody' : 'causes.byItself');
    return t(cliente?.startsWith('web/') ? 'causes.requestFrom' : 'causes.request', { who: pidio.quien.nombre });
  };
  const linked = (fact: typeof deshace, text: string) =>
    fact ? (
      <p>
        {text} <Link {...linkTo(fact)}>{fact.frase}</Link>
      </p>
    ) : null;
  return (
    <>
      {linked(deshace, t('causes.undoes'))}
      {linked(deshecho, t('causes.undone'))}
      <ul className="causes">
        <li>
          <p>
            <strong>{request()}</strong>{' '}
            {pidio ? (
              <Moment at={pidio.fecha} className="muted">
                {formatDateTime(pidio.fecha)}
              </Moment>
            ) : null}
          </p>
          <Branches branches={branchesOf(nodos)} of={of} began={pidio?.fecha ?? null} linkTo={linkTo} />
        </li>
      </ul>
      {mas > 0 ? <p className="muted">{t('causes.more', { count: mas })}</p> : null}
      {nodos.length === 1 ? <p className="muted">{t('causes.alone')}</p> : null}
    </>
  );
}

function Branches({ branches, ...more }: { branches: readonly Branch[]; of: Place; began: string | null; linkTo: LinkTo }) {
  if (branches.length === 0) return null;
  return (
    <ul>
      {branches.map(({ cause, below }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the tree is replaced as a whole
        <li key={index}>
          <Line cause={cause} {...more} />
          <Branches branches={below} {...more} />
        </li>
      ))}
    </ul>
  );
}

function Line({ cause, of, began, linkTo }: { cause: Cause; of: Place; began: string | null; linkTo: LinkTo }) {
  const { t } = useTranslation(['history', 'mails']);
  const { hecho, correo, push, veces, fecha } = cause;
  const here = isThis(cause, of);
  const about = hecho?.sobre.flatMap(({ nombre }) => nombre ?? []) ?? [];
  const ms = began === null ? null : Date.parse(fecha) - Date.parse(began);
  return (
    <p aria-current={here || undefined}>
      {correo
        ? t('causes.mail', { count: veces, purpose: t(`mails:purpose.${correo.asunto}`), state: t(`causes.mailState.${correo.estado}`) })
        : null}
      {push && push.enviados > 0 ? t('causes.push', { count: push.enviados }) : null}
      {push && push.enviados > 0 && push.perdidos > 0 ? ' · ' : null}
      {push && push.perdidos > 0 ? t('causes.pushGone', { count: push.perdidos }) : null}
      {hecho ? here ? <strong>{hecho.frase}</strong> : <Link {...linkTo(hecho)}>{hecho.frase}</Link> : null}
      {about.length > 0 ? <span className="muted"> · {about.join(' · ')}</span> : null}
      {hecho && veces > 1 ? <span className="muted"> · {t('causes.times', { count: veces })}</span> : null}
      {here ? <span className="causes-here">{t('causes.here')}</span> : null}
      <span className="muted"> · </span>
      <Moment at={fecha} className="muted causes-when">
        {ms === null ? formatClock(fecha) : ms <= 0 ? t('causes.same') : t('causes.after', { time: spanOf(ms) })}
      </Moment>
    </p>
  );
}

/** «340 ms», «1.2 s», «3 min», «2 h», «4 d»: units are the same in both languages. */
export const spanOf = (ms: number): string => {
  if (ms < 1_000) return `${formatNumber(ms)} ms`;
  if (ms < 60_000) return `${formatRate(ms / 1_000)} s`;
  if (ms < 3_600_000) return `${formatNumber(Math.round(ms / 60_000))} min`;
  return ms < 86_400_000 ? `${formatNumber(Math.round(ms / 3_600_000))} h` : `${formatNumber(Math.round(ms / 86_400_000))} d`;
};
