/** What the catalogue can be narrowed by and ordered in. Apart from the schemas, so that the light pages can name them without loading those. */
export const facetValues = {
  dificultad: ['principiante', 'intermedio', 'avanzado'],
  ruta: ['no-code', 'code'],
  tipo: ['Básico', 'Premium'],
  precio: ['gratis', 'pagado'],
} as const;
export const catalogueOrders = ['mejor', 'reciente', 'valorados'] as const;
