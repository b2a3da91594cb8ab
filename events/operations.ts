import { z } from 'zod';
import { type DefinedEvent, defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { type Sentence, said } from './sentences.ts';
import { id } from './types.ts';

export const numberKind = z.enum([
  ...(['user', 'course', 'module', 'class', 'subtopic', 'resource', 'objective'] as const),
  ...(['question', 'option', 'comment', 'report', 'notification', 'webinar'] as const),
]);
export type NumberKind = z.output<typeof numberKind>;

/** The number is the version of this event in `numbers-<kind>`, plus 1. It names its ancestors, so that the course of any part can be found by its id. */
export const NumberTaken = defineEvent('NumberTaken', {
  category: 'numbers',
  // Since the second, more kinds of things have numbers.
  version: 2,
  schema: z.object({
    kind: numberKind,
    ...{ courseId: id.nullable(), moduleId: id.nullable(), classId: id.nullable() },
    /** Of questions and their options: the quiz. */
    subtopicId: id.optional(),
  }),
  summary: 'Se asignó el siguiente número de una clase de cosas.',
  sentence: said('asignó un número', 'assigned a number'),
});

const run = { projection: z.string(), generation: z.number().int().min(1) };
const define = <const T extends string, S extends z.ZodObject>(type: T, schema: S, summary: string, sentence: Sentence) =>
  defineEvent(type, { category: 'operations', schema, summary, sentence });

export const ReplayStarted = define(
  'ReplayStarted',
  z.object({ ...run, codeVersion: z.number().int() }),
  'Empezó a reconstruirse una vista de los datos.',
  said('empezó a reconstruir la vista {projection}', 'began to rebuild the view {projection}'),
);
export const ReplayFinished = define(
  'ReplayFinished',
  z.object({
    ...run,
    events: z.number().int(),
    milliseconds: z.number().int(),
    position: z.string(),
    added: z.number().int(),
    changed: z.number().int(),
    removed: z.number().int(),
    unchanged: z.number().int(),
  }),
  'Terminó de reconstruirse una vista, con su comparación contra la actual.',
  said('terminó de reconstruir la vista {projection}', 'finished rebuilding the view {projection}'),
);
export const ReplayCancelled = define(
  'ReplayCancelled',
  z.object(run),
  'Se canceló una reconstrucción.',
  said('canceló la reconstrucción de {projection}', 'cancelled the rebuild of {projection}'),
);
export const ReplayFailed = define(
  'ReplayFailed',
  z.object({ ...run, error: z.string().max(500) }),
  'Falló una reconstrucción.',
  said('no pudo reconstruir la vista {projection}', 'could not rebuild the view {projection}'),
);
export const GenerationSwitched = define(
  'GenerationSwitched',
  z.object(run),
  'Una vista reconstruida pasó a servirse.',
  said('empezó a servir la vista {projection} reconstruida', 'began to serve the rebuilt view {projection}'),
);
export const GenerationReturned = define(
  'GenerationReturned',
  z.object(run),
  'Se volvió a la versión anterior de una vista.',
  said('volvió a la versión anterior de {projection}', 'went back to the earlier version of {projection}'),
);
export const ProjectionPaused = defineEvent('ProjectionPaused', {
  category: 'operations',
  // Since the second, a pause may end by itself.
  version: 2,
  schema: z.object({
    projection: z.string(),
    /** When the projector goes on by itself; absent: it stands still until somebody resumes it. */
    until: z.iso.datetime().optional(),
  }),
  summary: 'Se pausó una proyección, por un tiempo o hasta nuevo aviso.',
  sentence: said('pausó la vista {projection}', 'paused the view {projection}'),
});
export const ProjectionResumed = define(
  'ProjectionResumed',
  z.object({ projection: z.string() }),
  'Se reanudó una proyección.',
  said('reanudó la vista {projection}', 'resumed the view {projection}'),
);
export const PoisonEventSkipped = define(
  'PoisonEventSkipped',
  z.object({ projection: z.string(), position: z.string(), eventType: z.string() }),
  'Se saltó un evento que detenía una proyección.',
  said('saltó un evento que detenía {projection}', 'skipped an event that stopped {projection}'),
);
/** Documents of one read model; no keys: a sample of all read models. */
const targets = z.array(z.object({ projection: z.string().max(80), keys: z.array(z.string().max(300)).max(500) })).max(100);
/** Somebody asked to compare what is served with the log, and to write what differs where `mend` says so; stream `operations-documents`. */
export const DocumentsCheckRequested = define(
  'DocumentsCheckRequested',
  z.object({ targets, mend: z.boolean() }),
  'Alguien pidió comparar lo que se muestra con la historia, o rehacerlo desde ella.',
  said('pidió comparar lo que se muestra con la historia', 'asked to compare what is shown with the history'),
);
export const DocumentsChecked = define(
  'DocumentsChecked',
  z.object({
    /** Id of the request. */
    request: z.string().max(60),
    documents: z.number().int().min(0),
    count: z.number().int().min(0),
    /** The first of those that differed. */
    different: targets,
    mended: z.boolean(),
  }),
  'Se comparó lo que se muestra con la historia.',
  said('comparó lo que se muestra con la historia: {documents} datos', 'compared what is shown with the history: {documents} items'),
);
export const documentEvents = [DocumentsCheckRequested, DocumentsChecked] as const;
export type DocumentEvent = DefinedEvent<(typeof documentEvents)[number]>;
/** How the school watches its read models; stream `operations-settings`. */
export const operationSettings = z.object({
  /** A rebuilt read model that differs in more than this share of its documents, in percent, is not switched to without a person's word. */
  differencePercent: z.number().min(0).max(100),
  /** How many days a replaced generation is kept, so that one can return to it. */
  keepDays: z.number().int().min(1).max(90),
  /** A read model is late once it has lagged by at least so many seconds for so many minutes. */
  lagSeconds: z.number().int().min(1).max(86_400),
  lagMinutes: z.number().int().min(0).max(1_440),
});
export type OperationSettings = z.output<typeof operationSettings>;
export const OperationSettingsChanged = define(
  'OperationSettingsChanged',
  operationSettings,
  'Cambió cómo se vigilan las vistas de los datos: límite de diferencia, días que se guardan y alarmas de retraso.',
  said('cambió cómo se vigilan las vistas de los datos', 'changed how the views of the data are watched'),
);
/** A read model has lagged by too much for too long (`OperationSettingsChanged` says how much), or does no longer; stream `operations-alarms`. */
export const LagAlarmRaised = define(
  'LagAlarmRaised',
  z.object({ projection: z.string(), seconds: z.number().int().min(0), events: z.number().int().min(0).nullable() }),
  'Una vista de los datos lleva demasiado tiempo atrasada.',
  said('avisó que la vista {projection} va atrasada', 'told that the view {projection} is late'),
);
export const LagAlarmCleared = define(
  'LagAlarmCleared',
  z.object({ projection: z.string() }),
  'Una vista de los datos que iba atrasada se puso al día.',
  said('avisó que la vista {projection} ya está al día', 'told that the view {projection} is up to date again'),
);
/** `mailId` is the outbox's id, made of time and event: it contains no address. */
export const MailRetryRequested = define(
  'MailRetryRequested',
  z.object({ mailId: z.string().max(160) }),
  'Alguien pidió enviar otra vez un correo que no había podido salir.',
  said('pidió enviar otra vez un correo', 'asked to send an email again'),
);
const givenUp = z.object({
  reactor: z.string().max(40),
  position: z.string().max(60),
  eventId: z.string().max(60),
  eventType: z.string().max(60),
});
/** A person asked to repeat an event that a reactor had given up. */
export const ReactionRetryRequested = define(
  'ReactionRetryRequested',
  givenUp,
  'Alguien pidió repetir lo que debía seguir de un evento y no se había podido hacer.',
  said('pidió repetir lo que seguía de un evento', 'asked to repeat what follows from an event'),
);
/** A person decided that what a reactor had given up is not to be done any more. */
export const ReactionSkipped = define(
  'ReactionSkipped',
  givenUp,
  'Alguien decidió que ya no se haga lo que debía seguir de un evento y no se había podido hacer.',
  said('descartó lo que seguía de un evento: {eventType}', 'discarded what followed from an event: {eventType}'),
);

/** An export of receipts. The actor is who downloaded it. */
export const ReceiptsExported = define(
  'ReceiptsExported',
  z.object({ month: z.string().max(20), rows: z.number().int().min(0) }),
  'Alguien descargó los recibos de un mes, con datos fiscales.',
  said('descargó {rows} recibos de {month}', 'downloaded {rows} receipts of {month}'),
);
/** The provider's report against the school's payments. The actor is who compared; of the report its days and its hash are kept, and nobody's data. */
export const PaymentsCompared = define(
  'PaymentsCompared',
  z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    /** SHA-256 of the file, in hexadecimal. */
    file: z.string().max(64),
    rows: z.number().int().min(0),
    matched: z.number().int().min(0),
    differences: z.number().int().min(0),
    /** In the minor unit; of what was taken and given back, by the report and by the school. */
    sums: z.array(
      z.object({
        currency: z.string().max(30),
        reportTaken: z.number().int(),
        schoolTaken: z.number().int(),
        reportReturned: z.number().int(),
        schoolReturned: z.number().int(),
      }),
    ),
  }),
  'Alguien comparó los pagos de la escuela con el reporte del proveedor de pagos.',
  said(
    'comparó los pagos del {from} al {to} con el reporte del proveedor: {differences} diferencias en {rows} renglones',
    'compared the payments from {from} to {to} with the provider’s report: {differences} differences in {rows} lines',
  ),
);
/** An export of people. The actor is who downloaded it; the searched text is left out because it may be somebody's name. */
export const PeopleExported = define(
  'PeopleExported',
  z.object({
    rows: z.number().int().min(0),
    /** The filters as the call has them; null where there are none. */
    role: z.number().int().nullable(),
    plan: z.number().int().nullable(),
    state: z.string().max(20).nullable(),
    searched: z.boolean(),
  }),
  'Alguien descargó un archivo con datos de usuarios.',
  said('descargó un archivo con los datos de {rows} usuarios', 'downloaded a file with the data of {rows} people'),
);
/** Whose words an event has: its actor; null: an older release's, which no account had written. */
const by = id.nullable();
/** What an export of events holds, as the call has it; the value that a field was to have is left out, for it may be somebody's name. */
const exportedEvents = z.object({
  format: growing(['ndjson', 'csv', 'parquet'], 'ndjson'),
  stream: z.string().max(240).nullable(),
  category: z.string().max(60).nullable(),
  eventType: z.string().max(100).nullable(),
  author: z.number().int().nullable(),
  act: z.string().max(60).nullable(),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  field: z.string().max(100).nullable(),
  valued: z.boolean(),
  /** After this position of the log (null: from its beginning), up to and with this one (null: the log was empty). */
  after: z.string().max(60).nullable(),
  until: z.string().max(60).nullable(),
});
/** Recorded before the first event is sent; `by`, the actor, is who downloaded them. */
export const EventsExported = defineEvent('EventsExported', {
  category: 'operations',
  // Since the second, what was typed to filter them is sealed.
  version: 2,
  schema: exportedEvents.extend({ exportId: z.string().max(60), by }),
  personal: { of: 'by', fields: ['stream', 'category', 'eventType', 'act', 'field'] },
  summary: 'Alguien empezó a descargar eventos del registro.',
  sentence: said('empezó a descargar eventos del registro', 'began to download events of the log'),
});
/** `sha256` is that of the bytes sent; without `complete`, the download was broken off. */
export const EventsExportEnded = define(
  'EventsExportEnded',
  z.object({
    exportId: z.string().max(60),
    rows: z.number().int().min(0),
    bytes: z.number().int().min(0),
    sha256: z.string().max(64),
    complete: z.boolean(),
  }),
  'Terminó la descarga de eventos del registro.',
  said('terminó de descargar {rows} eventos del registro', 'finished downloading {rows} events of the log'),
);
/** An export of events that the school makes by itself; `by`, the actor, is whose it is. Stream `operations-plans`. */
export const ExportPlanned = defineEvent('ExportPlanned', {
  category: 'operations',
  // Since the second, it may be of those events that have a field, or a number in it; since the third, what was typed is sealed.
  version: 3,
  schema: z.object({
    planId: z.string().max(60),
    by,
    name: z.string().max(60).nullable(),
    format: growing(['ndjson', 'csv', 'parquet'], 'ndjson'),
    stream: z.string().max(240).nullable(),
    category: z.string().max(60).nullable(),
    eventType: z.string().max(100).nullable(),
    author: z.number().int().nullable(),
    field: z.string().max(100).nullable(),
    /** A number, or `true` or `false`: no word, which may be somebody's name. null: whatever the field has. */
    value: z.string().max(30).nullable(),
    every: growing(['day', 'week'], 'day'),
    /** 0: Monday; null: every day. */
    weekday: z.number().int().min(0).max(6).nullable(),
    /** Of the school's clock. */
    hour: z.number().int().min(0).max(23),
    /** Only what came since the one before; else all up to then. */
    fresh: z.boolean(),
  }),
  personal: { of: 'by', fields: ['name', 'stream', 'category', 'eventType', 'field', 'value'] },
  summary: 'Alguien planeó una exportación de eventos que la escuela hace sola.',
  sentence: said('planeó la exportación «{name}»', 'planned the export “{name}”'),
});
export const ExportPlanEnded = define(
  'ExportPlanEnded',
  z.object({ planId: z.string().max(60), cause: growing(['person', 'account'], 'person') }),
  'Terminó una exportación planeada: alguien la quitó, o quien la planeó ya no puede descargar eventos.',
  said('terminó una exportación planeada', 'ended a planned export'),
);
/** What an export that was due then holds: events after a position up to another one, and the hash of its bytes. */
export const PlannedExportMade = define(
  'PlannedExportMade',
  z.object({
    planId: z.string().max(60),
    due: z.iso.datetime(),
    after: z.string().max(60).nullable(),
    until: z.string().max(60).nullable(),
    rows: z.number().int().min(0),
    bytes: z.number().int().min(0),
    sha256: z.string().max(64),
  }),
  'La escuela hizo una exportación de eventos que estaba planeada.',
  said('hizo una exportación planeada de {rows} eventos', 'made a planned export of {rows} events'),
);
export const exportPlanEvents = [ExportPlanned, ExportPlanEnded, PlannedExportMade] as const;
export type ExportPlanEvent = DefinedEvent<(typeof exportPlanEvents)[number]>;

/** Enrolments for research, in which nobody is to be found; the actor is who downloaded them. `sha256` is that of the table. */
export const ResearchDatasetExported = define(
  'ResearchDatasetExported',
  z.object({
    rows: z.number().int().min(0),
    leftOut: z.number().int().min(0),
    /** In each group of those who look alike there are at least so many people. */
    k: z.number().int().min(1),
    sha256: z.string().max(64),
  }),
  'Alguien descargó datos anónimos de inscripciones para investigación.',
  said('descargó datos anónimos de {rows} inscripciones para investigación', 'downloaded anonymous data of {rows} enrolments for research'),
);
/** A copy of the school in which nobody is to be found. Recorded before anything is copied; the actor is who asked for it. */
export const TestCopyAsked = define(
  'TestCopyAsked',
  z.object({
    copyId: z.string().max(60),
    /** Up to and with this event of the log; null: by the moment. */
    position: z.string().max(60).nullable(),
    moment: z.iso.datetime().nullable(),
    readOnly: z.boolean(),
    /** Made by a command of the machine, into a folder elsewhere. */
    elsewhere: z.boolean(),
  }),
  'Alguien pidió una copia de prueba de la escuela, con las personas enmascaradas.',
  said('pidió una copia de prueba de la escuela', 'asked for a test copy of the school'),
);
/** The folded states that a process kept in memory were dropped; stream `operations-states`. The actor is who asked for it. */
export const KeptStatesDropped = define(
  'KeptStatesDropped',
  z.object({ entries: z.number().int().min(0), bytes: z.number().int().min(0) }),
  'Alguien soltó los estados que la escuela guardaba en memoria; se leen otra vez de la historia.',
  said('soltó {entries} estados guardados en memoria', 'dropped {entries} states kept in memory'),
);
/** The actor is who says so, the reason what was done. */
export const DifferencesSettled = define(
  'DifferencesSettled',
  z.object({ from: z.iso.date(), to: z.iso.date() }),
  'Las diferencias entre los pagos de unos días y el reporte del proveedor quedaron resueltas.',
  said('dio por resueltas las diferencias de los pagos del {from} al {to}', 'settled the differences of the payments from {from} to {to}'),
);
/** Of the streams `operations-exports`, `operations-comparisons` and `operations-states`. */
export const recordedOperationEvents = [
  ...([PeopleExported, ReceiptsExported, PaymentsCompared, DifferencesSettled, EventsExported, EventsExportEnded] as const),
  ...([ResearchDatasetExported, TestCopyAsked, KeptStatesDropped] as const),
] as const;
export type RecordedOperation = DefinedEvent<(typeof recordedOperationEvents)[number]>;

/** Of the stream `operations-<projection>`. */
export const projectionEvents = [
  ReplayStarted,
  ReplayFinished,
  ReplayCancelled,
  ReplayFailed,
  GenerationSwitched,
  GenerationReturned,
  ProjectionPaused,
  ProjectionResumed,
  PoisonEventSkipped,
] as const;
export const operationsEvents = [
  NumberTaken,
  ...projectionEvents,
  ...documentEvents,
  OperationSettingsChanged,
  LagAlarmRaised,
  LagAlarmCleared,
  MailRetryRequested,
  ReactionRetryRequested,
  ReactionSkipped,
  ...recordedOperationEvents,
  ...exportPlanEvents,
] as const;
/** The events of `operations-<projection>`. */
export type ProjectionEvent = DefinedEvent<(typeof projectionEvents)[number]>;
