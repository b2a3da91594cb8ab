import { z } from 'zod';
import { DateField, MomentField, TimeField } from '../../ui/date-field.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { AreaField, CheckField, ChoiceField, RadioField, TextField } from '../../ui/form-fields.tsx';
import { Menu } from '../../ui/menu.tsx';
import { type Choice, Combobox, Select } from '../../ui/select.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const LONG = 'Otorrinolaringología de electroencefalografistas hispanoamericanos';
const UNBROKEN = 'https://escuela.ejemplo.mx/una-direccion-sin-espacios-que-no-cabe-en-ninguna-columna-de-ningun-telefono';
const nothing = () => undefined;

/** The values of two sample forms: one whose every field was refused, and one that is being sent. */
const sample = z.object({
  name: z.string().min(1, 'Completa este campo.'),
  note: z.string().min(1, 'Completa este campo.'),
  level: z.enum(['', 'a']).refine((value) => value !== '', 'Elige uno.'),
  side: z.enum(['a', 'b']),
  agrees: z.literal(true, 'Acepta para continuar.'),
});
type Sample = z.input<typeof sample>;
const initial = (): Sample => ({ name: '', note: '', level: '', side: 'a', agrees: false as true });
const complete = (): Sample => ({ name: 'Ana', note: 'Hola', level: 'a', side: 'b', agrees: true });

function Sends({ of, values, button, onSend }: { of: string; values: () => Sample; button: string; onSend: () => Promise<unknown> }) {
  const form = useForm({ schema: sample, initial: values });
  return (
    <Form form={form} of={of} onSend={onSend}>
      <TextField name="name" label="Texto" />
      <AreaField name="note" label="Texto largo" />
      <ChoiceField name="level" label="Uno de pocos">
        <option value="">Elige</option>
        <option value="a">Primero</option>
      </ChoiceField>
      <RadioField
        name="side"
        label="Uno de dos"
        choices={[
          { value: 'a', label: 'Éste' },
          { value: 'b', label: LONG },
        ]}
      />
      <CheckField name="agrees" label="Una casilla" />
      <button type="submit" className="btn">
        {button}
      </button>
    </Form>
  );
}

const choices: readonly Choice[] = [{ id: 'a', label: LONG, detail: UNBROKEN }];
const columns: readonly Column<{ id: number; name: string }>[] = [{ id: 'name', label: LONG, head: true, cell: ({ name }) => name }];

/** Controls that are refused, busy or disabled, and labels that are longer than their space. */
export function EdgeCases() {
  return (
    <>
      <Sends of="rechazado" values={initial} button="Enviar incompleto" onSend={async () => undefined} />
      <Sends of="en-curso" values={complete} button="Enviar y no terminar" onSend={() => new Promise(nothing)} />
      <Sends
        of="fallido"
        values={complete}
        button="Enviar y fallar"
        onSend={() => Promise.reject({ status: 500, code: 'UNEXPECTED', message: '' })}
      />
      <Combobox label="Con error" error="Elige una persona." value={null} onChange={nothing} choices={choices} />
      <Combobox label="Sin poder buscar" value={choices[0] ?? null} onChange={nothing} choices={choices} disabled />
      <Combobox label="Todavía busca" value={null} onChange={nothing} choices={() => new Promise(nothing)} />
      <Select label="Papel con error" error="Elige un papel." value={null} onChange={nothing} choices={choices} />
      <TimeField label="Hora con error" error="A esa hora está cerrado." value="03:00" onChange={nothing} />
      <MomentField label="Momento sin poder" value="2026-11-20T18:00" onChange={nothing} disabled />
      <PasswordField label="Contraseña sin poder" disabled defaultValue="fija" />
      <Field label={LONG} hint={LONG} error={UNBROKEN} defaultValue={UNBROKEN} />
      <Select label="Valor largo" value={choices[0] ?? null} onChange={nothing} choices={choices} />
      <DateField label={LONG} value="" onChange={nothing} error={LONG} />
      <p className="row">
        <button type="button" className="btn">
          {LONG}
        </button>
        <Menu label={LONG} className="btn alt" button={LONG} acts={[{ id: 'a', label: UNBROKEN, onAct: nothing }]} />
        <StatusTag tone="urgent">{LONG}</StatusTag>
      </p>
      <Tabs
        label="Pestañas largas"
        value="a"
        onChange={nothing}
        tabs={[
          { id: 'a', label: LONG, count: 12_345 },
          { id: 'b', label: UNBROKEN },
        ]}
      >
        <p>{UNBROKEN}</p>
      </Tabs>
      <StatGrid label="Cifras largas">
        <StatCard label={LONG} value="1,234,567,890" unit={LONG} definition={LONG} note={UNBROKEN} />
      </StatGrid>
      <DataTable
        name="larga"
        caption={LONG}
        columns={columns}
        rows={[{ id: 1, name: UNBROKEN }]}
        rowId={({ id }) => String(id)}
        query={{ isFetching: false, refetch: nothing }}
        failed="No se pudo cargar"
        empty={<Empty title={LONG} />}
      />
      <Empty title={LONG}>{UNBROKEN}</Empty>
    </>
  );
}
