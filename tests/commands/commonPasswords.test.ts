import { expect, test } from 'vitest';
import { isCommon } from '../../backend/commands/identity/commonPasswords.ts';

test.each([
  ...['88888888', '00000000', '1111111111', 'aaaaaaaa', 'xxxxxxxx', '        ', '!!!!!!!!'],
  ...['123123123', '12341234', '12312312', 'adminadmin', 'password password'],
  ...['987654321', '87654321', 'abcdefgh', 'Qwertyuiop'],
  ...['Admin@123', 'Pass@123', 'Welcome@123', 'mexico123', 'estudiante', 'Bienvenido!'],
])('«%s» is tried among the first: a sign, word or run that goes on, or a short word dressed up', (password) => {
  expect(isCommon(password, [])).toBe(true);
});

test.each(['caballo correcto grapa', 'Jardines-de-2026!', 'Propia-2026!', 'no-es-esta-1', 'marea alta en abril'])(
  '«%s» is not',
  (password) => {
    expect(isCommon(password, [])).toBe(false);
  },
);
