/** What audiences are made of, as the calls name it. */
export const learnersOf = ['todos', 'sin-terminar', 'terminaron', 'sin-actividad'] as const;
export const roles = [1, 2, 3, 4] as const;
