/** Codes of roles in the API. */
export const roleCodes = { student: 1, administrator: 2, instructor: 3, analyst: 4, auditor: 5 } as const;
export type RoleName = keyof typeof roleCodes;
export type RoleCode = (typeof roleCodes)[RoleName];
export const rolesByCode = Object.fromEntries(Object.entries(roleCodes).map(([name, code]) => [code, name])) as Readonly<
  Record<number, RoleName>
>;
