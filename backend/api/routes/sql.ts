import { uuid5 } from '../../../events/ids.ts';
import { queries as decider } from '../../commands/operations/queries.ts';
import { folded } from '../../projections/catalogueWords.ts';
import { queries } from '../../projections/queries.ts';
import { createQuestions } from '../answers/sql/questions.ts';
import { sqlCalls as contract } from '../contract/sql.ts';
import type { Deps } from '../deps.ts';
import type { Implement } from '../implement.ts';
import { createLimits } from '../plugins/limits.ts';

const QUESTIONS_PER_HOUR = 300;
const HOUR = 60 * 60_000;
/** Of the stream of all kept questions. */
const KEPT = 'log';

/** Questions of SQL about the log, and those that are kept. */
export function sqlRoutes(implement: Implement, { commands, vault, config, clock }: Deps): void {
  const questions = createQuestions(commands.log.store, config.dataDir);
  const limits = createLimits(vault, config.sessionSecret, () => clock().getTime());
  implement(contract.askSql, {
    async handle({ query: { sql } }, call) {
      const { identity } = call;
      // A key uses up nothing of its owner's.
      await limits.count('sql', identity?.key ? `key ${identity.key.id}` : String(identity?.userId), QUESTIONS_PER_HOUR, HOUR);
      const { events, answer } = await questions.ask(sql, call.gone);
      const { milliseconds: milisegundos = 0, ...rows } = answer ?? {};
      return { eventos: events, respuesta: answer && { ...(rows as Omit<typeof answer, 'milliseconds'>), milisegundos } };
    },
  });
  implement(contract.listQueries, {
    async handle(_, call) {
      const { docs } = await call.reads.find(queries, { sort: ['name'] });
      return docs.map(({ doc: { queryId, name, sql, at } }) => ({ id: queryId, nombre: name, sql, fecha: at }));
    },
  });
  implement(contract.saveQuery, {
    async handle({ body: { nombre, sql } }, call) {
      const queryId = uuid5('query', folded(nombre));
      call.wrote((await commands.handle(decider, KEPT, { type: 'save', queryId, name: nombre, sql }, call.context())).position);
      return { message: 'Consulta guardada', id: queryId };
    },
  });
  implement(contract.removeQuery, {
    async handle({ params }, call) {
      call.wrote((await commands.handle(decider, KEPT, { type: 'remove', queryId: params.consulta }, call.context())).position);
      return { message: 'Consulta quitada' };
    },
  });
}
