/** «Nuevo módulo», and where that is taken «Nuevo módulo 2». */
export const freeName = (name: string, taken: readonly string[]): string => {
  if (!taken.includes(name)) return name;
  let number = 2;
  while (taken.includes(`${name} ${number}`)) number++;
  return `${name} ${number}`;
};
