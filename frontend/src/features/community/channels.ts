import type { ChannelCategory } from '../../../../backend/api/contract/site.ts';

/** In the order of the specification. */
export const categories = ['todos', 'general', 'trabajos', 'herramientas', 'proyectos'] as const satisfies readonly (
  | 'todos'
  | ChannelCategory
)[];
export type Category = (typeof categories)[number];

/** The filter in the address; an invalid one means all. */
export const categoryOf = (params: URLSearchParams): Category => categories.find((one) => one === params.get('categoria')) ?? 'todos';

export const inCategory = (category: Category, { categoria }: { categoria: ChannelCategory }): boolean =>
  category === 'todos' || categoria === category;

/** The target of an invitation; null: a page of the school itself. */
export const hostOf = (link: string): string | null => (/^https?:/i.test(link) && URL.canParse(link) ? new URL(link).hostname : null);

/** Names reserved for examples (RFC 2606) do not exist. */
export const isExample = (link: string | null): boolean => /\.(example|invalid|test)$/.test((link && hostOf(link)) ?? '');
