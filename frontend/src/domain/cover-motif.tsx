/** What stands on a course's cover, one for each subject. */
export type Motif = 'loop' | 'plug' | 'terminal' | 'code' | 'neuron' | 'chat' | 'blocks';

/** From the most particular word to the most general one. */
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

/** By the course's name, then by its category; null: its route alone. */
export const motifOf = ({ nombre, categoria }: { nombre: string; categoria: string }): Motif | null => {
  for (const text of [nombre, categoria]) {
    const found = subjects.find(([words]) => words.test(plain(text)));
    if (found) return found[1];
  }
  return null;
};

interface Tones {
  line: string;
  soft: string;
}

const figures: Record<Motif, (tones: Tones) => React.ReactNode> = {
  loop: ({ line }) => (
    <>
      <path d="M-26 -22A34 34 0 0 1 33 -8M34 8A34 34 0 0 1 -14 31M-30 17A34 34 0 0 1 -33 -8" stroke={line} />
      <path d="m22 -10 12 4 4 -13M-3 39l-11 -8 6 -11M-43 -3l10 -8 9 9" stroke={line} />
      <circle r="11" fill="var(--cempasuchil)" stroke="none" />
    </>
  ),
  plug: ({ line }) => (
    <>
      <path d="M-50 0h22M10 -9h13M10 9h13" stroke={line} />
      <path d="M-28 -19h22a16 16 0 0 1 16 16v6a16 16 0 0 1 -16 16h-22z" fill="var(--sheet)" stroke={line} />
      <path d="M50 0H44M44 -20a22 22 0 0 0 0 40" stroke="var(--cempasuchil-series)" />
    </>
  ),
  terminal: ({ line }) => (
    <>
      <rect x="-46" y="-33" width="92" height="66" rx="12" fill="var(--sheet)" stroke={line} />
      <path d="m-28 -13 14 13 -14 13" stroke={line} />
      <path d="M-2 14h26" stroke="var(--cempasuchil-series)" />
    </>
  ),
  code: ({ line }) => (
    <>
      <path d="M-24 -34c-13 0 -11 10 -11 19s-4 15 -12 15c8 0 12 6 12 15s-2 19 11 19" stroke={line} />
      <path d="M24 -34c13 0 11 10 11 19s4 15 12 15c-8 0 -12 6 -12 15s2 19 -11 19" stroke={line} />
      <circle cx="-16" r="6" fill={line} stroke="none" />
      <circle r="6" fill="var(--cempasuchil)" stroke="none" />
      <circle cx="16" r="6" fill={line} stroke="none" />
    </>
  ),
  neuron: ({ line }) => (
    <>
      <path d="M-38 -26 0 -13 38 0M-38 0 0 -13M-38 26 0 15 38 0M-38 0 0 15M-38 -26 0 15M-38 26 0 -13" stroke={line} strokeWidth="4" />
      {[
        [-38, -26],
        [-38, 0],
        [-38, 26],
        [0, -13],
        [0, 15],
      ].map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="8" fill="var(--sheet)" stroke={line} strokeWidth="5" />
      ))}
      <circle cx="38" r="12" fill="var(--cempasuchil)" stroke={line} strokeWidth="5" />
    </>
  ),
  chat: ({ line }) => (
    <>
      <path
        d="M-34 -34h48a12 12 0 0 1 12 12v16a12 12 0 0 1 -12 12h-30l-14 13v-13h-4a12 12 0 0 1 -12 -12v-16a12 12 0 0 1 12 -12z"
        fill="var(--sheet)"
        stroke={line}
      />
      <path d="M-26 -20h32M-26 -8h18" stroke={line} strokeWidth="5" />
      <path d="M18 16h16a10 10 0 0 1 10 10v4a10 10 0 0 1 -10 10H4" stroke="var(--cempasuchil-series)" />
    </>
  ),
  blocks: ({ line }) => (
    <>
      <path d="M-12 -20H12M-27 -6v16M27 -6v16" stroke={line} />
      <rect x="-46" y="-36" width="36" height="30" rx="8" fill="var(--sheet)" stroke={line} />
      <rect x="10" y="-36" width="36" height="30" rx="8" fill="var(--sheet)" stroke={line} />
      <rect x="-46" y="10" width="92" height="26" rx="8" fill="var(--cempasuchil)" stroke={line} />
    </>
  ),
};

/** A subject's figure in the middle of a cover, on a disc that keeps the lines of the map away from it. */
export function CoverMotif({ motif, line, soft }: { motif: Motif } & Tones) {
  return (
    <g transform="translate(160 90)" fill="none" strokeWidth="7" strokeLinecap="round" strokeLinejoin="round">
      <circle r="68" fill={soft} stroke={line} strokeWidth="3" strokeOpacity=".35" />
      {figures[motif]({ line, soft })}
    </g>
  );
}
