import type { Role } from '../../events/define.ts';
import type { Plan } from '../../events/types.ts';

export { DEMO_PASSWORD } from '../commands/identity/commonPasswords.ts';

export interface DemoPerson {
  email: string;
  username: string;
  firstName: string;
  lastName: string;
  role: Role;
  plan: Plan;
  /** What they say of themselves to everybody. */
  bio?: string;
}

const account = (email: string, firstName: string, lastName: string, role: Role, plan: Plan = 'basic'): DemoPerson => ({
  email,
  username: email.slice(0, email.indexOf('@')),
  firstName,
  lastName,
  role,
  plan,
});

/** The accounts that anyone may try; the administrator comes first, because that account does the setup. */
export const demoAccounts: readonly DemoPerson[] = [
  account('admin@demo.mx', 'Renata', 'Arriaga', 'administrator'),
  {
    ...account('instructor@demo.mx', 'Julián', 'Ocampo', 'instructor'),
    bio: 'Llevo quince años automatizando talleres, clínicas y despachos en Tijuana. Enseño con los mismos casos con los que trabajo: primero el problema en papel, después la herramienta.',
  },
  account('analista@demo.mx', 'Ximena', 'Duarte', 'analyst'),
  account('estudiante@demo.mx', 'Ana', 'Villaseñor', 'student'),
  {
    ...account('premium@demo.mx', 'Mateo', 'Ibarra', 'student', 'premium'),
    bio: 'Atiendo una refaccionaria en Mexicali y estudio de noche. Ya automaticé los pedidos a proveedores; ahora quiero que el inventario se cuente solo.',
  },
];

export const otherInstructors: readonly DemoPerson[] = [
  {
    ...account('lucia.fonseca@ejemplo.mx', 'Lucía', 'Fonseca', 'instructor'),
    bio: 'Programo desde la prepa y doy clases desde hace ocho años. Me gusta que cada sesión termine con algo que corre, aunque sea pequeño, y que nadie se quede con una duda por pena.',
  },
  {
    ...account('hector.zamora@ejemplo.mx', 'Héctor', 'Zamora', 'instructor'),
    bio: 'Ingeniero de datos. He puesto modelos en producción en bancos y en empresas de logística; aquí cuento también lo que salió mal y cuánto costó.',
  },
];

const firstNames = [
  'Sofía',
  'Diego',
  'Valentina',
  'Emiliano',
  'Camila',
  'Leonardo',
  'Regina',
  'Santiago',
  'Fernanda',
  'Iker',
  'Daniela',
  'Rodrigo',
  'Mariana',
  'Andrés',
  'Paola',
  'Gael',
  'Natalia',
  'Óscar',
  'Itzel',
  'Ricardo',
  'Alondra',
  'Bruno',
  'Citlali',
  'Tomás',
  'Jimena',
  'Ángel',
  'Karla',
];
const lastNames = [
  'Hernández',
  'García',
  'Martínez',
  'López',
  'González',
  'Ramírez',
  'Torres',
  'Flores',
  'Rivera',
  'Gómez',
  'Díaz',
  'Cruz',
  'Morales',
  'Reyes',
  'Gutiérrez',
  'Ortiz',
  'Chávez',
  'Ruiz',
  'Álvarez',
  'Mendoza',
];

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The `index`-th student of the demo school; every fourth has the Premium plan. */
export function demoStudent(index: number): DemoPerson {
  const firstName = firstNames[index % firstNames.length] ?? 'Alex';
  const lastName = lastNames[(index * 7 + 3) % lastNames.length] ?? 'Pérez';
  const username = `${plain(firstName)}.${plain(lastName)}${index >= firstNames.length ? index : ''}`;
  return { email: `${username}@ejemplo.mx`, username, firstName, lastName, role: 'student', plan: index % 4 === 1 ? 'premium' : 'basic' };
}
