/** The school's own data, in one place until it is managed content (X-08, C-70). */
export const school = {
  name: 'Aulaviva',
  email: 'hola@aulaviva.example',
} as const;
