import '../../i18n/errors.ts';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { z } from 'zod';
import { createStore } from '../../api/store.ts';
import { Announce } from '../../ui/announce.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Carousel } from '../../ui/carousel.tsx';
import { Area, Bars, Spark } from '../../ui/charts.tsx';
import { ComboboxField, choiceId, DayField, DayTimeField, SelectField, TimeOfDayField } from '../../ui/choice-fields.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { ConnectionBadge, type ConnectionState, HaltedBar, StaleBar } from '../../ui/connection-badge.tsx';
import { DateField, MomentField, TimeField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Email } from '../../ui/email.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Failure, Field, PasswordField } from '../../ui/field.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Form, FormDialog, useForm } from '../../ui/form.tsx';
import { AreaField, CheckField, ChoiceField, EmailField, RadioField, SecretField, TextField } from '../../ui/form-fields.tsx';
import { Freshness } from '../../ui/freshness.tsx';
import { HeadActs } from '../../ui/head-acts.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Moment } from '../../ui/moment.tsx';
import { MoveButtons } from '../../ui/move-buttons.tsx';
import { notify } from '../../ui/notify.ts';
import { Page } from '../../ui/page.tsx';
import { Popover } from '../../ui/popover.tsx';
import { type Query, QueryState } from '../../ui/query-state.tsx';
import { RichText } from '../../ui/rich-text/rich-text.tsx';
import { RowActs } from '../../ui/row-acts.tsx';
import { SchemeSwitch } from '../../ui/scheme-switch.tsx';
import { type Choice, Combobox, Select } from '../../ui/select.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { CardsSkeleton, RowsSkeleton, TextSkeleton } from '../../ui/skeleton.tsx';
import { Grip, SortableList, SortableRow } from '../../ui/sortable/sortable.tsx';
import { Stars } from '../../ui/stars.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { DaysFilter } from '../../ui/table/days-filter.tsx';
import { CheckFilter, ChoiceFilter, Filters, SearchFilter, TextFilter } from '../../ui/table/filters.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Bead, stationsOf, Thread } from '../../ui/thread.tsx';
import { VideoFacade } from '../../ui/video-facade.tsx';
import { EdgeCases } from './edge-cases.tsx';

/**
 * Every control in every state, for developers; only in development, at /ui. controls-page.test.tsx checks that none is missing. Its words are samples,
 * not texts of the school.
 */
export function Component() {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <main style={{ padding: 'var(--s-24)', maxWidth: '70rem', marginInline: 'auto' }}>
        <Page title="Controles" lead="Cada control en cada estado. Cambia aquí el tema y el idioma.">
          <div className="row">
            <SchemeSwitch /> <LanguageSwitch whole />
          </div>
          <Buttons />
          <Fields />
          <ManyAndDays />
          <LongTexts />
          <Dialogs />
          <Tables />
          <States />
          <Figures />
          <Part name="Rechazado, en curso, sin poder y con palabras largas">
            <EdgeCases />
          </Part>
          <Rest />
        </Page>
      </main>
    </Provider>
  );
}

function Part({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <section className="stack" aria-label={name}>
      <h2>{name}</h2>
      {children}
    </section>
  );
}

function Buttons() {
  return (
    <Part name="Botones y menús">
      {['btn', 'btn alt', 'btn soft', 'btn ghost', 'btn danger'].map((kind) => (
        <p key={kind} className="row">
          <button type="button" className={kind}>
            {kind}
          </button>
          <button type="button" className={kind} disabled>
            {kind}, sin poder
          </button>
          <button type="button" className={kind} disabled aria-busy="true">
            {kind}, en curso
          </button>
        </p>
      ))}
      <div className="row">
        <HeadActs
          acts={[
            { id: 'ir', label: 'De la cabeza', to: '/' },
            { id: 'hacer', label: 'Con diálogo', onAct: () => notify.info('Hecho') },
          ]}
        >
          <button type="button" className="btn">
            La principal
          </button>
        </HeadActs>
        <RowActs
          label="Más de este pago"
          acts={[
            { id: 'confirmar', label: 'Confirmar', waits: true, onAct: () => notify.info('Confirmado') },
            { id: 'ver', label: 'Ver la orden', to: '/' },
          ]}
        />
        <Menu
          label="Menú"
          className="btn alt"
          button="Menú"
          acts={[
            { id: 'ir', label: 'Ir a otra página', to: '/' },
            { id: 'hacer', label: 'Hacer algo', onAct: () => notify.info('Hecho') },
            { id: 'no', label: 'No se puede', disabled: true },
          ]}
        />
        <Popover label="Panel" button="Panel" className="btn alt">
          <label className="menu-option">
            <input type="checkbox" /> Una casilla
          </label>
        </Popover>
        {(['success', 'info', 'warning', 'error'] as const).map((kind) => (
          <button key={kind} type="button" className="btn alt" onClick={() => notify[kind](`Aviso: ${kind}`)}>
            Aviso: {kind}
          </button>
        ))}
      </div>
    </Part>
  );
}

const sample = z.object({
  name: z.string().min(1, 'Completa este campo.'),
  email: z.string(),
  note: z.string(),
  level: z.enum(['a', 'b']),
  side: z.enum(['a', 'b']),
  agrees: z.boolean(),
  secret: z.string(),
});
const initial = () => ({ name: '', email: '', note: '', level: 'a' as const, side: 'a' as const, agrees: false, secret: '' });

function Fields() {
  const form = useForm({ schema: sample, initial });
  return (
    <Part name="Campos y formularios">
      <Field label="Con ayuda" hint="Siempre a la vista." />
      <Field label="Con error" error="Algo está mal." defaultValue="x" />
      <Field label="Opcional" optional type="date" />
      <Field label="Sin poder" disabled defaultValue="fijo" />
      <Failure>Lo que se acaba de intentar no salió.</Failure>
      <PasswordField label="Contraseña" />
      <PasswordField label="Contraseña con error" error="No es la tuya." defaultValue="x" />
      <Form form={form} of="controles" onSend={async () => notify.success('Enviado')}>
        <TextField name="name" label="Texto obligatorio" />
        <EmailField name="email" label="Correo electrónico" />
        <AreaField name="note" label="Texto largo" />
        <ChoiceField name="level" label="Uno de pocos">
          <option value="a">Primero</option>
          <option value="b">Segundo</option>
        </ChoiceField>
        <RadioField
          name="side"
          label="Uno de dos, a la vista"
          choices={[
            { value: 'a', label: 'Éste' },
            { value: 'b', label: 'Ése' },
          ]}
        />
        <CheckField name="agrees" label="Una casilla" />
        <SecretField name="secret" label="Secreto" />
        <button type="submit" className="btn">
          Enviar
        </button>
      </Form>
    </Part>
  );
}

const people: readonly Choice[] = ['Álvaro Núñez', 'Ñusta Quispe', 'Zoé Pérez'].map((label, at) => ({
  id: String(at),
  label,
  detail: `persona${at}@ejemplo.mx`,
}));
const roles: readonly Choice[] = [
  { id: 'a', label: 'Instructor', detail: 'Edita sus cursos.' },
  { id: 'b', label: 'Analista', detail: 'Lee las cifras.' },
];
const chosen = z.object({
  person: choiceId('Elige una persona.'),
  role: choiceId('Elige un papel.'),
  day: z.iso.date('Completa el día.'),
  moment: z.string(),
  time: z.string(),
});
function ManyAndDays() {
  const form = useForm({
    schema: chosen,
    initial: (): z.input<typeof chosen> => ({ person: null, role: null, day: '', moment: '2026-11-20T18:00', time: '' }),
  });
  const [one, setOne] = useState<Choice | null>(people[1] ?? null);
  return (
    <Part name="Uno de muchos, días y horas">
      <Form form={form} of="elegir" onSend={async (values) => notify.success(JSON.stringify(values))}>
        <ComboboxField
          name="person"
          label="Persona"
          placeholder="Elige una persona"
          choices={async (typed) => people.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))}
        />
        <SelectField name="role" label="Papel" placeholder="Elige un papel" choices={roles} />
        <DayField name="day" label="Día" hint="De la escuela." />
        <DayTimeField name="moment" label="Día y hora" />
        <TimeOfDayField name="time" label="Hora" />
        <button type="submit" className="btn">
          Enviar lo elegido
        </button>
      </Form>
      <Combobox label="Elegida, se puede quitar" value={one} onChange={setOne} choices={people} clears />
      <Combobox label="La búsqueda falla" value={null} onChange={() => undefined} choices={() => Promise.reject(new Error('sin red'))} />
      <Combobox label="Sin nada que elegir" value={null} onChange={() => undefined} choices={[]} />
      <Select label="Sin poder elegir" value={roles[0] ?? null} onChange={() => undefined} choices={roles} disabled />
      <DateField label="Día con error" error="Ese día ya pasó." value="2020-01-01" onChange={() => undefined} min="2026-01-01" />
      <DateField label="Día sin poder" value="2026-11-20" onChange={() => undefined} disabled />
      <MomentField label="Momento con error" error="Ese momento ya pasó." value="2020-01-01T09:00" onChange={() => undefined} />
      <TimeField label="Hora sin poder" value="09:30" onChange={() => undefined} disabled />
    </Part>
  );
}

const lesson = `## De un vector a otro

Un **vector** tiene *dirección*; mira [la guía](https://example.org) y \`numpy\`. Cuesta de $20 a $30, y $\\frac{a_1}{b}$ no.

> [!TIP]
> Dibuja los dos antes de sumarlos.

- Primero
- Segundo
  1. Dentro

- [x] Leer
- [ ] Practicar

\`\`\`python
def suma(a, b):
    return a + b
\`\`\`

| Nombre | Vale |
| --- | ---: |
| uno | 1 |

$$
\\sum_i p_i = 1
$$

![Dos flechas](/favicon.svg)
`;
const upload = async (_: File, { onProgress }: { onProgress: (part: number) => void }) => {
  onProgress(1);
  return '/favicon.svg';
};

function LongTexts() {
  const [text, setText] = useState(lesson);
  const [empty, setEmpty] = useState('');
  return (
    <Part name="Textos largos">
      <RichText label="Lectura" hint="Se guarda como Markdown." value={text} onChange={setText} onImage={upload} />
      <RichText label="Con error" error="El contenido no puede estar vacío" value={empty} onChange={setEmpty} onImage={upload} />
      <RichText label="Casi llena" max={200} value={'palabra '.repeat(23)} onChange={() => undefined} onImage={upload} />
      <RichText label="Sin poder" disabled value={'Un texto **fijo**.'} onChange={() => undefined} />
      <details>
        <summary>El Markdown de la lectura</summary>
        <pre data-testid="markdown">{text}</pre>
      </details>
    </Part>
  );
}

function Dialogs() {
  const form = useForm({ schema: sample, initial });
  const [open, setOpen] = useState<'confirm' | 'form' | null>(null);
  const close = () => setOpen(null);
  return (
    <Part name="Diálogos">
      <div className="row">
        <DialogButton
          className="btn alt"
          dialog={(shown, onClose) => (
            <Dialog open={shown} onClose={onClose} title="Un diálogo">
              <p>Al centro.</p>
            </Dialog>
          )}
        >
          Al centro
        </DialogButton>
        <DialogButton
          className="btn alt"
          dialog={(shown, onClose) => (
            <Dialog open={shown} onClose={onClose} title="Un detalle" side="right">
              <p>Desde la derecha; en el teléfono, desde abajo.</p>
            </Dialog>
          )}
        >
          De lado
        </DialogButton>
        <button type="button" className="btn alt" onClick={() => setOpen('confirm')}>
          Confirmar con motivo
        </button>
        <button type="button" className="btn alt" onClick={() => setOpen('form')}>
          Con formulario
        </button>
      </div>
      <Confirm
        open={open === 'confirm'}
        onClose={close}
        title="¿Seguro?"
        confirmLabel="Hacerlo"
        danger
        reason={{ label: 'Motivo', required: true }}
        onConfirm={() => undefined}
      >
        <p>Dice qué pasará.</p>
      </Confirm>
      <FormDialog
        form={form}
        open={open === 'form'}
        onClose={close}
        title="Un formulario"
        send="Guardar"
        sending="Guardando…"
        onSend={async () => close()}
      >
        <TextField name="name" label="Nombre" />
        <Combobox label="Una persona" value={null} onChange={() => undefined} choices={people} />
        <DateField label="Un día" value="" onChange={() => undefined} />
      </FormDialog>
    </Part>
  );
}

interface Row {
  id: number;
  name: string;
  points: number | null;
}
const rows: readonly Row[] = [
  { id: 1, name: 'Álvaro', points: 12 },
  { id: 2, name: 'Ñusta', points: null },
  { id: 3, name: 'Zoé', points: 3 },
];
const columns: readonly Column<Row>[] = [
  { id: 'name', label: 'Nombre', head: true, sort: ({ name }) => name, cell: ({ name }) => name },
  { id: 'points', label: 'Puntos', numeric: true, sort: ({ points }) => points, cell: ({ points }) => points ?? '—' },
];
const query = { isFetching: false, refetch: () => undefined };
const failing = { ...query, error: { status: 500, code: 'UNEXPECTED', message: '' } };
const tables: readonly [name: string, rows: readonly Row[] | undefined, query: Query, dense?: boolean][] = [
  ['completa', rows, query],
  ['densa', rows, query, true],
  ['vacía', [], query],
  ['cargando', undefined, { ...query, isFetching: true }],
  ['fallida', undefined, failing],
  ['vieja', rows, failing],
];
function Tables() {
  return (
    <Part name="Tablas">
      <Filters label="Filtros">
        <SearchFilter label="Buscar" placeholder="Buscar" />
        <ChoiceFilter name="estado" label="Estado" all="Todos" choices={[{ value: 'a', label: 'Abierto' }]} />
        <TextFilter name="folio" label="Folio" hint="Exacto." />
        <CheckFilter name="solo" label="Sólo los míos" />
        <DaysFilter />
      </Filters>
      {tables.map(([name, shown, asked, dense = false]) => (
        <div key={name} className="stack">
          <h3>Tabla {name}</h3>
          <DataTable
            name={name}
            caption={`Tabla ${name}`}
            columns={columns}
            rows={shown}
            rowId={({ id }) => String(id)}
            query={asked}
            failed="No se pudo cargar"
            empty={<Empty title="Nada aquí" />}
            pageSize={2}
            dense={dense}
            batch={{
              nameOf: (row) => row.name,
              acts: (_, done) => (
                <button type="button" className="btn alt" onClick={done}>
                  Hacer con todos
                </button>
              ),
            }}
          />
        </div>
      ))}
    </Part>
  );
}

const fruits = ['Mango', 'Guayaba', 'Tuna'];
function Ordered() {
  const [order, setOrder] = useState<readonly number[]>([0, 1, 2]);
  const nameOf = (id: number) => fruits[id] ?? '';
  return (
    <SortableList name="frutas" label="Frutas" order={order} nameOf={nameOf} onOrder={setOrder}>
      {order.map((id) => (
        <SortableRow key={id} id={id} className="row">
          <Grip />
          {nameOf(id)}
        </SortableRow>
      ))}
    </SortableList>
  );
}

const tones: readonly Tone[] = ['ok', 'now', 'urgent', 'error', 'info', 'neutral', 'empty'];
const connections: readonly ConnectionState[] = ['connecting', 'live', 'reconnecting', 'offline'];
function States() {
  return (
    <Part name="Estados">
      <Meter label="Lugares tomados" value={5} max={12} />
      <div className="row">
        {tones.map((tone) => (
          <StatusTag key={tone} tone={tone}>
            {tone}
          </StatusTag>
        ))}
      </div>
      <div className="row">
        {connections.map((state) => (
          <ConnectionBadge key={state} state={state} lastBeat={() => Date.now()} waiting={state === 'offline' ? 2 : 0} />
        ))}
      </div>
      <StaleBar state="offline" updatedAt={Date.now()} />
      <HaltedBar position="000120" since={new Date().toISOString()} />
      <Empty title="Nada aquí todavía">Aparecerá cuando algo ocurra.</Empty>
      <ErrorState title="No se pudo cargar" error={failing.error} onRetry={() => undefined} />
      <ErrorState title="No se pudo cargar" error={failing.error} inline />
      <QueryState of={failing} failed="No se pudo cargar" inline />
      <QueryState of={{ ...query, isFetching: true }} failed="No se pudo cargar" rows={2} />
      <TextSkeleton />
      <RowsSkeleton rows={2} />
      <CardsSkeleton count={2} height={80} />
      <p>
        <Freshness at={Date.now() - 90_000} /> · <Moment at={Date.now()}>ahora</Moment> ·{' '}
        <Email address="una.direccion.larga@escuela.ejemplo.mx" />
      </p>
      <Announce>Se dice en voz alta</Announce>
    </Part>
  );
}

const data = Array.from({ length: 7 }, (_, day) => ({ x: `Día ${day + 1}`, tick: String(day + 1), y: (day * 7) % 11 }));
function Figures() {
  return (
    <Part name="Cifras">
      <StatGrid label="Varias cifras" fresh={<Freshness at={Date.now()} />}>
        <StatCard label="Cifra" value="1,234" unit="clases" definition="Qué cuenta." note="de 2,000">
          <Spark title="Siete días" values={data.map(({ y }) => y)} />
        </StatCard>
        <StatCard label="Por llegar" value={undefined} tone="blue" />
      </StatGrid>
      <Bars title="Barras" data={data} heading />
      <Area title="Área" data={data} heading />
    </Part>
  );
}

function Rest() {
  const [tab, setTab] = useState('uno');
  return (
    <Part name="Lo demás">
      <Tabs
        label="Pestañas"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'uno', label: 'Una', count: 3 },
          { id: 'dos', label: 'Otra' },
        ]}
      >
        <p>Lo de la pestaña {tab}</p>
      </Tabs>
      <div className="row">
        <Logo /> <Avatar name="Ana Ríos" picture={null} /> <Avatar name="Ana Ríos" picture="/favicon.svg" />{' '}
        <Stars value={3.5} label="3.5 de 5" />{' '}
        <FileButton label="Archivo" accept={['.csv']} onChoose={({ name }) => notify.success(name)}>
          Elegir un archivo
        </FileButton>
        <FileButton label="Otro archivo" accept={['.csv']} onChoose={() => undefined} disabled>
          Elegir un archivo
        </FileButton>
        <MoveButtons id={1} index={0} total={2} labelOf={(by) => (by < 0 ? 'Subir' : 'Bajar')} onMove={() => undefined} />
      </div>
      <Ordered />
      <Sheet title="Hoja" lead="Una página que es una sola tarjeta.">
        <p>{'Un paso de un formulario, o una confirmación.'}</p>
      </Sheet>
      <p className="row">
        {(['done', 'now', 'todo'] as const).map((station) => (
          <Bead key={station} station={station} />
        ))}
      </p>
      <Thread stations={stationsOf(3, 8)} />
      <Thread stations={stationsOf(0, 8)} size="small" />
      <Carousel
        label="Carrusel"
        interval={8_000}
        slides={[
          { key: 1, content: <p>Primera</p> },
          { key: 2, content: <p>Segunda</p> },
        ]}
      />
      <Markdown>{'Un **texto** con `código`, una [liga](/) y:\n\n1. lista\n2. numerada'}</Markdown>
      <VideoFacade
        link="https://www.youtube.com/watch?v=aqz-KE-bpKQ"
        title="Un video"
        art={null}
        texts={{
          label: 'Video',
          play: 'Ver el video:',
          consent: 'Se ve en YouTube.',
          blocked: '¿No carga?',
          openYoutube: 'Ábrelo en YouTube',
          openLink: (host) => `Ábrelo en ${host}`,
        }}
      />
    </Part>
  );
}
