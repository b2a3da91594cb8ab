import { agent } from './films/agent.ts';
import { neuron } from './films/neuron.ts';
import { plug } from './films/plug.ts';
import { retrieval } from './films/retrieval.ts';
import { tokens } from './films/tokens.ts';
import type { Film } from './stage.ts';

/** The school's own films, for the lessons of its demo. */
export const films: readonly Film[] = [agent, tokens, retrieval, neuron, plug];
