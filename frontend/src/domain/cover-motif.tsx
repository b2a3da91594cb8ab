import motifs from './motifs.svg?no-inline';

/** The figure drawn on a course's cover, one for each subject. */
export type Motif = 'loop' | 'plug' | 'terminal' | 'code' | 'neuron' | 'chat' | 'blocks';

/** Words that select a figure; the most specific words come first. */
const subjects: readonly (readonly [RegExp, Motif])[] = [
  [/agent/, 'loop'],
  [/mcp|conector|conexion|integracion|servers?\b|\bapis?\b/, 'plug'],
  [/no[ -]?code|sin codigo|automatiz|flujos?/, 'blocks'],
  [/fine[ -]?tun|modelo|\bllms?\b|redes|neuron|entren|vision/, 'neuron'],
  [/chat|asistente|prompt|instruccion|lenguaje/, 'chat'],
  [/vibe|terminal|consola|web|desarroll/, 'terminal'],
  [/python|programa|codigo|javascript|datos/, 'code'],
];
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Chosen by the course's name, then by its category; null: only the route is drawn. */
export const motifOf = ({ nombre, categoria }: { nombre: string; categoria: string }): Motif | null => {
  for (const text of [nombre, categoria]) {
    const found = subjects.find(([words]) => words.test(plain(text)));
    if (found) return found[1];
  }
  return null;
};

/** A subject's figure in the middle of a cover, on a disc that keeps the lines of the map away from it. It takes its colours from the page. */
export const CoverMotif = ({ motif, line, soft }: { motif: Motif; line: string; soft: string }) => (
  <g transform="translate(160 90)" fill="none" strokeWidth="7" strokeLinecap="round" strokeLinejoin="round">
    <circle r="68" fill={soft} stroke={line} strokeWidth="3" strokeOpacity=".35" />
    <use href={`${motifs}#${motif}`} stroke={line} />
  </g>
);
