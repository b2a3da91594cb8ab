/** Generated from the table of pages by frontend/pages-plugin.ts. */
declare module 'virtual:pages' {
  import type { MenuText, Page } from '../../../backend/api/contract/pages.ts';

  type Routed = Pick<Page, 'path' | 'who' | 'shell'> & {
    load?: () => Promise<{ Component: React.ComponentType }>;
    menu?: MenuText;
    to?: string;
  };
  export const pages: readonly Routed[];
  export type { Routed };
}
declare module 'virtual:pages/menu' {
  import type { MenuText, Page } from '../../../backend/api/contract/pages.ts';

  export const menu: readonly (Pick<Page, 'path' | 'who'> & { menu: MenuText })[];
}
declare module 'virtual:pages/*' {
  export const loaders: Readonly<Record<string, () => Promise<{ Component: React.ComponentType }>>>;
}
