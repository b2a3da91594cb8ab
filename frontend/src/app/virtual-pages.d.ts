/**
 * Generated from the table of pages by frontend/pages-plugin.ts. Each type says its module in place: an `import` with a relative address stands for
 * `any` inside of a declared module.
 */
declare module 'virtual:pages' {
  type Page = import('../../../backend/api/contract/pages.ts').Page;
  type Routed = Pick<Page, 'path' | 'who' | 'shell'> & {
    load?: () => Promise<{ Component: React.ComponentType }>;
    menu?: import('../../../backend/api/contract/pages.ts').SiteMenuText;
    to?: string;
  };
  export const pages: readonly Routed[];
  export type { Routed };
}
declare module 'virtual:pages/office-menu' {
  /** `also`: pages without an entry of their own, which this one is marked for. */
  export const menu: readonly {
    path: string;
    who: readonly import('../../../backend/api/contract/roles.ts').RoleCode[];
    menu: import('../../../backend/api/contract/pages.ts').OfficeMenuText;
    also?: readonly string[];
  }[];
}
declare module 'virtual:pages/student-menu' {
  type StudentMenuText = import('../../../backend/api/contract/pages.ts').StudentMenuText;
  type Named<Text extends string> = Text extends `${infer Namespace}:${string}` ? Namespace : never;

  /** In the order of the table of pages. */
  export const studentMenu: readonly {
    path: string;
    text: StudentMenuText;
    short?: import('../../../backend/api/contract/pages.ts').ShortMenuText;
    only?: 'wide' | 'account';
    Icon: import('@tabler/icons-react').Icon;
  }[];
  /** Of the texts that name its entries, which it brings. */
  export const namespaces: readonly ['common', 'shell', ...Named<StudentMenuText>[]];
}
declare module 'virtual:pages/*' {
  export const loaders: Readonly<Record<string, () => Promise<{ Component: React.ComponentType }>>>;
}
