import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { formatDate } from '../../lib/dates.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useSave } from '../../ui/use-save.ts';
import { NotAllowed, useDevice } from './use-device.ts';
import './preferences.css';
import './texts.ts';

const channels = ['correo', 'dispositivos'] as const;

/** Which notifications a person gets where: on the site all of them; by mail at most once a day; as push messages at once. */
export function Component() {
  const { t } = useTranslation('preferences');
  const user = useSessionUser();
  const query = api.useNotificationPreferencesQuery(user.id);
  const { data } = query;
  const [set] = api.useSetNotificationPreferenceMutation();
  const { act, busy } = useSave();
  return (
    <Page title={t('title')} lead={t('lead')} width="narrow">
      {data ? (
        <>
          <div className="card preferences-card">
            <table className="preferences-table">
              <caption className="sr">{t('title')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('type')}</th>
                  <th scope="col">{t('channel.pagina')}</th>
                  {channels.map((channel) => (
                    <th key={channel} scope="col">
                      {t(`channel.${channel}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.tipos.map((row) => (
                  <tr key={row.tipo}>
                    <th scope="row">
                      {t(`types.${row.tipo}`)}
                      <span className="muted">{t(`typesHint.${row.tipo}`)}</span>
                    </th>
                    <td>
                      <input
                        type="checkbox"
                        checked
                        disabled
                        aria-label={t('cell', { type: t(`types.${row.tipo}`), channel: t('channel.pagina') })}
                      />
                    </td>
                    {channels.map((channel) => (
                      <td key={channel}>
                        <input
                          type="checkbox"
                          checked={row[channel]}
                          aria-disabled={busy}
                          aria-label={t('cell', { type: t(`types.${row.tipo}`), channel: t(`channel.${channel}`) })}
                          onChange={({ target }) => {
                            const activo = target.checked;
                            if (!busy)
                              void act(() => set({ userId: user.id, body: { tipo: row.tipo, canal: channel, activo } }).unwrap(), {
                                done: t('saved'),
                              });
                          }}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="muted">{t('mailHint')}</p>
          </div>
          <Devices userId={user.id} devices={data.dispositivos} publicKey={data.clave} />
        </>
      ) : (
        <QueryState of={query} failed={t('loadError')} rows={4} />
      )}
    </Page>
  );
}

interface Device {
  id: string;
  nombre: string | null;
  desde: string;
}
function Devices({ userId, devices, publicKey }: { userId: number; devices: readonly Device[]; publicKey: string }) {
  const { t } = useTranslation('preferences');
  const { state, turnOn, turnOff } = useDevice(userId, publicKey, devices);
  const [remove] = api.useRemovePushDeviceMutation();
  const { act, busy } = useSave();
  const errorText = useErrorText();
  return (
    <section className="card stack" aria-labelledby="dispositivos">
      <h2 id="dispositivos">{t('devices')}</h2>
      <p className="muted">{t(`device.${state}`)}</p>
      {state === 'off' ? (
        <div>
          <button
            type="button"
            className="btn"
            disabled={busy}
            onClick={() =>
              void act(turnOn, {
                done: t('turnedOn'),
                failureText: (failure) => (failure instanceof NotAllowed ? t('notAllowed') : errorText(failure)),
              })
            }
          >
            {t('turnOn')}
          </button>
        </div>
      ) : null}
      {state === 'on' ? (
        <div>
          <button type="button" className="btn alt" disabled={busy} onClick={() => void act(turnOff, { done: t('turnedOff') })}>
            {t('turnOff')}
          </button>
        </div>
      ) : null}
      {devices.length > 0 ? (
        <ul className="preferences-devices">
          {devices.map(({ id, nombre, desde }) => (
            <li key={id} className="row">
              <span>
                {nombre ?? t('unknown')} <span className="muted">{t('since', { date: formatDate(desde) })}</span>
              </span>
              <button
                type="button"
                className="btn alt"
                disabled={busy}
                aria-label={t('removeOf', { name: nombre ?? t('unknown') })}
                onClick={() => void act(() => remove({ userId, placeId: id }).unwrap(), { done: t('removed') })}
              >
                {t('remove')}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
