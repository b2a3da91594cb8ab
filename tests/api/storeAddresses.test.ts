import { expect, test } from 'vitest';
import { databaseOf } from '../../backend/process/stores.ts';

test.each([
  ['mongodb://mongo:27017/aulaviva?replicaSet=rs0', 'aulaviva'],
  ['mongodb://a:27017,b:27017,c:27017/escuela?replicaSet=rs0', 'escuela'],
  ['mongodb://a:27017,b:27017,c:27017', 'aulaviva'],
  ['mongodb://a,b/?replicaSet=rs0', 'aulaviva'],
  ['mongodb://127.0.0.1:27017?directConnection=true', 'aulaviva'],
  ['mongodb+srv://ana:p%40ss@cluster.example.mx/escuela-1', 'escuela-1'],
  ['mongodb://ana:p%40ss@%2Ftmp%2Fmongodb.sock/escuela', 'escuela'],
])('the database that %s names', (url, name) => {
  expect(databaseOf(url)).toBe(name);
});
