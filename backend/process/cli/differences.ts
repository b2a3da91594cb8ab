/** How commands tell the progress of a replay and what it would change. */

export const bar = (share: number): string =>
  `[${'█'.repeat(Math.round(share * 30)).padEnd(30, '░')}] ${String(Math.floor(share * 100)).padStart(3)} %`;

export interface Differences {
  agregados: number;
  cambiados: number;
  eliminados: number;
  iguales: number;
  muestras: readonly { clave: string; antes: unknown; despues: unknown }[];
}

export function printDifferences({ agregados, cambiados, eliminados, iguales, muestras }: Differences): void {
  process.stdout.write(`\n${agregados} added, ${cambiados} changed, ${eliminados} removed, ${iguales} equal\n`);
  for (const { clave, antes, despues } of muestras)
    process.stdout.write(`  ${clave}\n    - ${JSON.stringify(antes)}\n    + ${JSON.stringify(despues)}\n`);
}
