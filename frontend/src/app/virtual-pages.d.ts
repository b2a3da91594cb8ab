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

  /** `also`: pages without an entry of their own, which this one is marked for. */
  export const menu: readonly (Pick<Page, 'path' | 'who'> & { menu: MenuText; also?: readonly string[] })[];
}
declare module 'virtual:pages/*' {
  export const loaders: Readonly<Record<string, () => Promise<{ Component: React.ComponentType }>>>;
}
