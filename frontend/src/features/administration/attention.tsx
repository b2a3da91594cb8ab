import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AttentionKind } from '../../../../backend/api/contract/attention.ts';
import { api } from '../../api/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { paths } from '../../lib/paths.ts';
import { Announce } from '../../ui/announce.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';

/** By kind, the list with exactly the counted items, and how it is marked. */
const kinds: Readonly<Record<AttentionKind, readonly [to: string, tone: Tone]>> = {
  derechosPorResponder: [officePaths.dataRequests, 'urgent'],
  promesasVencidas: [`${officePaths.adminLeads}?promesa=vencida`, 'urgent'],
  soporteVencido: [`${officePaths.adminSupport}?promesa=vencida`, 'urgent'],
  soporteEnRiesgo: [`${officePaths.adminSupport}?promesa=en-riesgo`, 'now'],
  soportePorResponder: [officePaths.adminSupport, 'now'],
  promesasEnRiesgo: [`${officePaths.adminLeads}?promesa=en-riesgo`, 'now'],
  correosFallidos: [`${officePaths.projections}?panel=pendientes#correo-saliente`, 'error'],
  tareasFallidas: [`${officePaths.projections}?panel=pendientes#reacciones`, 'error'],
  vistasDetenidas: [`${officePaths.projections}?estado=detenidas`, 'error'],
  vistasRetrasadas: [`${officePaths.projections}?estado=retrasadas`, 'urgent'],
  datosDistintos: [`${officePaths.projections}?panel=comprobacion`, 'error'],
  historiaAlterada: [`${paths.wholeHistory}?vista=integridad`, 'error'],
  archivosPerdidos: [`${officePaths.projections}?panel=pendientes#reacciones`, 'error'],
  basesDanadas: [`${officePaths.projections}?panel=pendientes#reacciones`, 'error'],
  respaldoViejo: [`${officePaths.projections}?panel=almacen`, 'urgent'],
  simulacroFallido: [`${officePaths.projections}?panel=almacen`, 'error'],
  webhooksDetenidos: [`${officePaths.webhooks}&detenidos=1`, 'error'],
  devolucionesFallidas: [`${officePaths.adminPayments}?estado=devoluciones`, 'error'],
  transferenciasPorRevisar: [`${officePaths.adminPayments}?estado=transferencias`, 'urgent'],
  diferenciasDePagos: [`${officePaths.adminPayments}?vista=comparacion`, 'urgent'],
  contactosNuevos: [`${officePaths.adminLeads}?estado=nuevo`, 'now'],
  contactosSinEntregar: [`${officePaths.adminLeads}?entrega=fallida`, 'error'],
  reportesPorAtender: [`${officePaths.adminComments}?estado=abierto`, 'now'],
  resenasPorRevisar: [`${officePaths.adminReviews}?estado=por-revisar`, 'now'],
  codigosPorVencer: [`${officePaths.adminScholarships}?codigos=por-vencer#becas-codigos`, 'now'],
  estudiantesSinActividad: [officePaths.quietLearners, 'now'],
  enlacesRotos: [`${paths.adminCourses}?enlaces=1`, 'error'],
  invitacionesPendientes: [`${officePaths.adminPeople}?estado=invitado`, 'info'],
  borradores: [`${paths.adminCourses}?estado=borrador`, 'info'],
};

/** What needs attention, the most urgent first; each line leads to its list. */
export function Attention() {
  const { t } = useTranslation('admin');
  // Mails, tasks and views are outside the log: no topic reports them, so they are polled.
  const query = api.useAttentionQuery(undefined, { pollingInterval: 15_000, skipPollingIfUnfocused: true });
  const { data } = query;
  const waiting = data?.pendientes.filter(({ cantidad }) => cantidad > 0);
  return (
    <section className="card stack" aria-labelledby="por-atender">
      <h2 id="por-atender">{t('attention.title')}</h2>
      <Announce>{waiting ? t('attention.announce', { count: waiting.length }) : ''}</Announce>
      {data ? null : (
        <QueryState of={query} failed={t('attention.loadError')}>
          <div className="attention-waiting">
            <Bone height="100%" radius="var(--radius)" />
          </div>
        </QueryState>
      )}
      {waiting?.length === 0 ? <p className="muted">{t('attention.none')}</p> : null}
      {waiting && waiting.length > 0 ? (
        <ul className="attention">
          {waiting.map(({ id, cantidad }) => {
            const [to, tone] = kinds[id];
            return (
              <li key={id}>
                <Link to={to}>
                  <StatusTag tone={tone}>{formatNumber(cantidad)}</StatusTag>
                  <span className="attention-what">{t(`attention.kinds.${id}`, { count: cantidad })}</span>
                  <span className="muted attention-hint">{t(`attention.hints.${id}`)}</span>
                </Link>
              </li>
            );
          })}
        </ul>
      ) : null}
    </section>
  );
}
