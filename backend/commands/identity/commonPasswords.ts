import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The demo accounts' password, shown publicly: no other account may use it. */
export const DEMO_PASSWORD = 'Demo-2026!';

/** The minimum length of a password; shorter words of the list are not loaded. */
const LONG = 8;
/** The most frequent passwords of published lists, without those that are too short. Loaded on first use. */
let list: ReadonlySet<string> | undefined;
const common = (): ReadonlySet<string> => {
  if (list) return list;
  const file = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json');
  list = new Set((JSON.parse(readFileSync(file, 'utf8')) as string[]).filter((word) => word.length >= LONG).map(plain));
  return list;
};

/** Case, accents and full-width letters make no difference. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const bare = (text: string): string => plain(text).replace(/[^\p{L}\p{N}]/gu, '');

/** Words too short for the list, which people extend: `Admin@123`, `mexico2026`. */
const CORES: ReadonlySet<string> = new Set([
  ...[
    'admin',
    'administrador',
    'alumno',
    'amor',
    'bienvenida',
    'bienvenido',
    'contrasena',
    'curso',
    'cursos',
    'escuela',
    'estudiante',
    'hola',
  ],
  ...['login', 'maestro', 'mexico', 'pass', 'profesor', 'root', 'teamo', 'test', 'user', 'usuario', 'welcome'],
]);
/** Runs on the keyboard and in the alphabet. */
const ROWS = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'];
const RUNS = ROWS.flatMap((row) => [row, [...row].reverse().join('')]);
const isRun = (text: string): boolean => text.length > 4 && RUNS.some((run) => run.includes(text));

/** The same one to four characters, or the same word of those above, repeated. */
const isRepeated = (text: string): boolean => {
  for (let length = 1; length <= text.length / 2; length++) {
    const unit = text.slice(0, length);
    if (length > 4 && !CORES.has(unit) && !common().has(unit)) continue;
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
};

/**
 * Whether an attacker would try this password early: one of the most used, the demo's, a run, a repetition, or a word about the
 * person or the school; also with digits and signs before and after, such as `Aulaviva2026!`.
 */
export function isCommon(password: string, words: readonly (string | null | undefined)[]): boolean {
  const whole = plain(password);
  const tried = [whole, whole.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''), whole.replace(/^\P{L}+|\P{L}+$/gu, '')];
  const own = new Set([DEMO_PASSWORD, ...words].flatMap((word) => bare(word ?? '') || []));
  if (isRepeated(whole) || isRepeated(bare(whole))) return true;
  return tried.some((one) => common().has(one) || CORES.has(one) || isRun(one) || own.has(bare(one)));
}
