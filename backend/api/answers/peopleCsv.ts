import type { Reads } from '../../projections/reading/reads.ts';
import { users } from '../../projections/users.ts';
import { BOM, csvRow } from '../contract/csv.ts';
import { momentCell, momentHead } from './csvMoments.ts';

const AT_ONCE = 250;
const roles = {
  student: 'estudiante',
  instructor: 'instructor',
  administrator: 'administrador',
  analyst: 'analista',
  auditor: 'auditor',
} as const;

/** These people as CSV, in their order, read while it is sent. People erased meanwhile are left out. */
export async function* peopleCsv(ids: readonly number[], reads: Pick<Reads, 'getMany'>): AsyncGenerator<string> {
  yield BOM +
    csvRow([
      'id',
      'usuario',
      'nombre',
      'apellido',
      'correo',
      'correo_confirmado',
      'telefono',
      'pais',
      'rol',
      'plan',
      'estado',
      momentHead('registro'),
    ]);
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const keys = ids.slice(from, from + AT_ONCE).map(String);
    const docs = await reads.getMany(users, keys);
    let part = '';
    for (const key of keys) {
      const doc = docs.get(key);
      if (!doc || doc.erased) continue;
      part += csvRow([
        ...[doc.userId, doc.username, doc.firstName, doc.lastName, doc.email, doc.verified ? 'sí' : 'no', doc.phone],
        doc.visibility.country === 'private' ? null : doc.country,
        ...[roles[doc.role], doc.plan === 'premium' ? 'premium' : 'básico'],
        doc.active ? (doc.invitedAt === null ? 'activo' : 'invitado') : 'inactivo',
        momentCell(doc.registeredAt),
      ]);
    }
    yield part;
  }
}
