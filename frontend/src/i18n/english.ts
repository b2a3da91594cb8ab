/** The English texts of the public pages come in one file; those of any other namespace, and of errors, in files of their own. */
const together = import.meta.glob<object>(['./{catalog,common}.en.json', '../features/landing/landing.en.json'], {
  import: 'default',
  eager: true,
});
const apart = import.meta.glob<object>(['../**/*.en.json', '!./{catalog,common,offer}.en.json', '!../features/landing/landing.en.json'], {
  import: 'default',
});
const byNamespace = <T>(files: Record<string, T>): Map<string, T> =>
  new Map(Object.entries(files).map(([file, value]) => [file.replace(/^.*\/|\.en\.json$/g, ''), value]));
const here = byNamespace(together);
const others = byNamespace(apart);

/** The English texts of a namespace; undefined where it has none, and is shown in Spanish. */
export const englishOf = async (namespace: string): Promise<object | undefined> => here.get(namespace) ?? others.get(namespace)?.();
