import { describe, expect, it } from 'vitest';
import type { Course } from '../../lib/course.ts';
import { chosenCount, find, plain, readFilters, writeFilters } from './search.ts';

const course = (id: number, over: Partial<Course>): Course => ({
  id,
  id_curso: id,
  nombre: `Curso ${id}`,
  descripcion: '',
  img_curso: null,
  imagen: null,
  tipo: 'Básico',
  categoria: '',
  dificultad: 'principiante',
  level: 'code',
  duracion: null,
  duration: null,
  precio: 0,
  price: null,
  moneda: 'MXN',
  stripe_price_id: null,
  id_maestro: null,
  instructor: null,
  estado: 1,
  archivado: false,
  destacado: false,
  desbloqueo: 'secuencial',
  rating: null,
  reviews: 0,
  students: 0,
  totalModulos: 1,
  totalSesiones: 1,
  totalRecursos: 0,
  created_at: `2026-01-0${id}T00:00:00Z`,
  createdDate: '',
  actualizado: '',
  version: 1,
  ...over,
});
const courses = [
  course(1, { nombre: 'Curso de Python', descripcion: 'Programación desde cero', students: 60, rating: 4.5, reviews: 12 }),
  course(2, {
    nombre: 'Agentes de IA',
    descripcion: 'Con Python y herramientas',
    tipo: 'Premium',
    precio: null,
    dificultad: 'intermedio',
    students: 10,
    rating: 4.9,
    reviews: 2,
    instructor: 'Sofía Núñez',
  }),
  course(3, { nombre: 'IA No-Code', level: 'no-code', students: 40, destacado: true, categoria: 'Automatización' }),
  course(4, { nombre: 'Fine Tuning', tipo: 'Premium', precio: 199, dificultad: 'avanzado', rating: 4.5, reviews: 30 }),
];
const ids = (query: string) => find(courses, readFilters(new URLSearchParams(query))).map((one) => one.id);

describe('search', () => {
  it('does not mind accents, case or ñ', () => {
    expect(plain('PROGRAMACIÓN Núñez')).toBe('programacion nunez');
    expect(ids('buscar=programacion')).toEqual([1]);
    expect(ids('buscar=AUTOMATIZACIÓN')).toEqual([3]);
    expect(ids('buscar=sofia nunez')).toEqual([2]);
  });
  it('puts what is in the title before what is in the text', () => {
    expect(ids('buscar=python')).toEqual([1, 2]);
  });
  it('wants every word somewhere', () => {
    expect(ids('buscar=agentes python')).toEqual([2]);
    expect(ids('buscar=agentes cocina')).toEqual([]);
  });
  it('without words puts the marked ones first, then the most studied', () => {
    expect(ids('')).toEqual([3, 1, 2, 4]);
  });
});

describe('order and facets', () => {
  it('sorts by newest and by best rated, unrated last', () => {
    expect(ids('orden=reciente')).toEqual([4, 3, 2, 1]);
    expect(ids('orden=valorados')).toEqual([2, 4, 1, 3]);
  });
  it('adds within a facet and narrows between facets', () => {
    expect(ids('nivel=intermedio,avanzado')).toEqual([2, 4]);
    expect(ids('nivel=intermedio,avanzado&precio=pago')).toEqual([4]);
    expect(ids('ruta=no-code')).toEqual([3]);
    expect(ids('tipo=Premium')).toEqual([2, 4]);
    expect(ids('precio=gratis')).toEqual([3, 1]);
  });
  it('keeps its state in the URL and ignores what it does not know', () => {
    const query = 'buscar=ia&orden=valorados&nivel=intermedio%2Cavanzado';
    expect(writeFilters(readFilters(new URLSearchParams(query))).toString()).toBe(query);
    const strange = readFilters(new URLSearchParams('orden=azar&nivel=experto,avanzado&tipo='));
    expect(strange).toEqual({ search: '', order: 'mejor', chosen: { nivel: ['avanzado'], ruta: [], tipo: [], precio: [] } });
    expect(chosenCount(strange)).toBe(1);
    expect(writeFilters(readFilters(new URLSearchParams(''))).toString()).toBe('');
  });
});
