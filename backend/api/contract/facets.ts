/** Filters and orders of the catalogue. Apart from the schemas, so that the light public pages can use them without loading those. */
export const facetValues = {
  dificultad: ['principiante', 'intermedio', 'avanzado'],
  ruta: ['no-code', 'code'],
  tipo: ['Básico', 'Premium'],
  precio: ['gratis', 'pagado'],
} as const;
export const catalogueOrders = ['mejor', 'reciente', 'valorados'] as const;
