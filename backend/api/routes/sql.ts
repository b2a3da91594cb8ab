import { uuid5 } from '../../../events/ids.ts';
import { type CardView, queries as decider } from '../../commands/operations/queries.ts';
import { folded } from '../../projections/catalogue/catalogueWords.ts';
import { queries } from '../../projections/queries.ts';
import { createLiveAnswers } from '../answers/sql/liveAnswers.ts';
import { type Asked, createQuestions } from '../answers/sql/questions.ts';
import { type Call, type Implement, signedIn } from '../calls/implement.ts';
import type { cardViews } from '../contract/choices.ts';
import { sqlCalls as contract } from '../contract/sql.ts';
import type { Deps } from '../deps.ts';

const QUESTIONS_PER_HOUR = 300;
const HOUR = 60 * 60_000;
/** The id of the stream of all kept questions. */
const KEPT = 'log';

const views: Readonly<Record<(typeof cardViews)[number], CardView>> = { tabla: 'table', barras: 'bars', linea: 'line' };
const named: Readonly<Record<CardView, (typeof cardViews)[number]>> = { table: 'tabla', bars: 'barras', line: 'linea' };

const answerRecord = (answer: Asked['answer']) => {
  if (answer === null) return null;
  const { milliseconds: milisegundos, ...rows } = answer;
  return { ...rows, milisegundos };
};

/** Who keeps or forgets a question; administrators do so with those of others, too. */
const doer = (call: Call) => {
  const { userId, role } = signedIn(call);
  return { by: userId, all: role === 'administrator' };
};

/** Questions that still have their text, by name. */
const keptQueries = async ({ reads }: Call) =>
  (await reads.find(queries, { sort: ['name'] })).docs.flatMap(({ doc: { name, sql, ...query } }) =>
    name === null || sql === null ? [] : [{ ...query, name, sql }],
  );

/** Questions of SQL about the log, those that are kept, and those that are pinned as live cards. */
export function sqlRoutes(implement: Implement, { commands, config, clock, logger, logFile, limits }: Deps): { close(): Promise<void> } {
  const questions = createQuestions(commands.log.store, config.dataDir, {
    log: logFile,
    failed: (error) => logger.warn({ err: error }, 'the copy for questions of SQL failed, and is made anew'),
  });
  implement(contract.askSql, {
    async handle({ query: { sql } }, call) {
      const { identity } = call;
      // Questions by a key use up nothing of its owner's limit.
      await limits.count('sql', identity?.key ? `key ${identity.key.id}` : String(identity?.userId), QUESTIONS_PER_HOUR, HOUR);
      const { events, answer, behind } = await questions.ask(sql, call.gone);
      return { eventos: events, tabla: behind && { nombre: behind.name, faltan: behind.behind }, respuesta: answerRecord(answer) };
    },
  });
  implement(contract.listQueries, {
    async handle(_, call) {
      const { by, all } = doer(call);
      return (await keptQueries(call)).map(({ queryId, by: owner, name, sql, at, card }) => ({
        ...{ id: queryId, nombre: name, sql, fecha: at, suya: all || owner === by },
        tarjeta: card && { vista: named[card.view] },
      }));
    },
  });
  const live = createLiveAnswers(questions.ask, () => commands.log.store.head(), {
    now: () => clock().getTime(),
    failed: (error) => logger.warn({ err: error }, 'the question of a live card could not be asked'),
  });
  implement(contract.liveCards, {
    async handle(_, call) {
      const cards = (await keptQueries(call))
        .flatMap(({ card, ...query }) => (card ? [{ ...query, ...card }] : []))
        .sort((a, b) => a.place - b.place || a.name.localeCompare(b.name));
      const answers = await live.of(cards.map(({ sql }) => sql));
      return cards.map(({ queryId, name, sql, view }, index) => {
        const { answer = null, events = 0, at = null, failed = null } = answers[index] ?? {};
        return {
          ...{ id: queryId, nombre: name, sql, vista: named[view], eventos: events, hecha: at, fallo: failed },
          respuesta: answerRecord(answer),
        };
      });
    },
  });
  implement(contract.pinQuery, {
    async handle({ params, body }, call) {
      const command = { type: 'pin', queryId: params.consulta, view: views[body.vista] } as const;
      call.wrote((await commands.handle(decider, KEPT, command, call.context())).position);
      return { message: 'Tarjeta fijada' };
    },
  });
  implement(contract.unpinQuery, {
    async handle({ params }, call) {
      call.wrote((await commands.handle(decider, KEPT, { type: 'unpin', queryId: params.consulta }, call.context())).position);
      return { message: 'Tarjeta quitada' };
    },
  });
  implement(contract.orderCards, {
    async handle({ body }, call) {
      call.wrote((await commands.handle(decider, KEPT, { type: 'order', queryIds: body.orden }, call.context())).position);
      return { message: 'Orden guardado' };
    },
  });
  implement(contract.saveQuery, {
    async handle({ body: { nombre, sql } }, call) {
      const queryId = uuid5('query', folded(nombre));
      call.wrote(
        (await commands.handle(decider, KEPT, { type: 'save', queryId, ...doer(call), name: nombre, sql }, call.context())).position,
      );
      return { message: 'Consulta guardada', id: queryId };
    },
  });
  implement(contract.removeQuery, {
    async handle({ params }, call) {
      call.wrote(
        (await commands.handle(decider, KEPT, { type: 'remove', queryId: params.consulta, ...doer(call) }, call.context())).position,
      );
      return { message: 'Consulta quitada' };
    },
  });
  return live;
}
