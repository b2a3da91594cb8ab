import type { CollectionInfo, Db } from 'mongodb';
import { MongoServerError } from 'mongodb';
import { asFailure } from '../../integrations/mongo/client.ts';
import { encoded } from './mongoDocuments.ts';
import type { MongoState } from './mongoState.ts';
import { AWAY, isCode } from './mongoWrites.ts';

/** The generation that a view shows. */
export const SHOWN = [{ $match: { '_meta.t': false } }, { $unset: '_meta' }] as const;
/** Names of our own collections; a projection cannot have one of them. */
const viewOf = (projection: string): string =>
  projection === 'state' || projection === 'changes' ? `${projection}_` : encoded(projection);
/** Also those of an earlier format, whose documents were text. */
const ofGeneration = /_v\d+_g(en)?\d+$/;

const NO_COLLECTION = 26;

/** A view by the plain name of each projection, of the generation that serves: for mongosh and reports. The school does not read them. */
export class MongoViews {
  readonly #db: Db;
  readonly #state: MongoState;
  /** What each view shows, as far as this process knows. */
  #shown: Map<string, string | undefined> | null = null;

  constructor(db: Db, state: MongoState) {
    this.#db = db;
    this.#state = state;
  }

  /** Whether `show` has looked once. */
  get looked(): boolean {
    return this.#shown !== null;
  }

  /** Collections without an entry. Listed before the state is read: an entry is always older than its collection. */
  async dropLeftovers(): Promise<void> {
    const names = (await this.#db.listCollections({}, { nameOnly: true }).toArray())
      .map((one) => one.name)
      .filter((one) => ofGeneration.test(one));
    const { generations } = await this.#state.made();
    for (const left of names.filter((one) => !Object.hasOwn(generations, one))) {
      await this.#db.dropCollection(left).catch((error: unknown) => {
        if (!isCode(error, NO_COLLECTION)) throw error;
      });
    }
  }

  async #there(): Promise<CollectionInfo[]> {
    // Not every server that speaks the protocol supports the filter.
    return (await this.#db.listCollections().toArray()).filter((one): one is CollectionInfo => one.type === 'view');
  }

  /** Brings the views to the generations that serve. */
  async show(): Promise<void> {
    const { generations } = await this.#state.made();
    if (!this.#shown) {
      await this.dropLeftovers();
      this.#shown = new Map((await this.#there()).map(({ name, options }) => [name, options?.viewOn]));
    }
    for (const [viewOn, { projection, role }] of Object.entries(generations)) {
      const view = viewOf(projection);
      if (role !== 'serving' || this.#shown.get(view) === viewOn) continue;
      const shown = { viewOn, pipeline: [...SHOWN] };
      try {
        if (this.#shown.has(view)) await this.#db.command({ collMod: view, ...shown });
        else await this.#db.createCollection(view, shown);
        this.#shown.set(view, viewOn);
        if ((await this.#there()).some(({ name }) => name === view)) continue;
        // A server without views has created a collection instead.
        await this.#db.dropCollection(view);
      } catch (error) {
        // Without views, or without the permission to create them, everything else works.
        if (!(error instanceof MongoServerError) || asFailure(error, AWAY) !== error) throw error;
      }
      return;
    }
  }
}
