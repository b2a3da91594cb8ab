import type { ChannelCategory } from '../../../../backend/api/contract/site.ts';

/** As the specification orders them. */
export const categories = ['todos', 'general', 'trabajos', 'herramientas', 'proyectos'] as const satisfies readonly (
  | 'todos'
  | ChannelCategory
)[];
export type Category = (typeof categories)[number];

/** What the address asks for; what it says wrong is everything. */
export const categoryOf = (params: URLSearchParams): Category => categories.find((one) => one === params.get('categoria')) ?? 'todos';

export const inCategory = (category: Category, { categoria }: { categoria: ChannelCategory }): boolean =>
  category === 'todos' || categoria === category;

/** Where an invitation leads; null: to a page of the school itself. */
export const hostOf = (link: string): string | null => (/^https?:/i.test(link) && URL.canParse(link) ? new URL(link).hostname : null);

/** Names that are reserved for examples (RFC 2606) lead nowhere. */
export const isExample = (link: string | null): boolean => /\.(example|invalid|test)$/.test((link && hostOf(link)) ?? '');
