/** The shape in which the demo school's courses are written. Texts are Markdown in Spanish (es-MX); durations are minutes; prices are MXN with decimals. */
export interface DemoCourse {
  slug: string;
  nombre: string;
  descripcion: string;
  tipo: 'Básico' | 'Premium';
  categoria: string;
  dificultad: 'principiante' | 'intermedio' | 'avanzado';
  ruta: 'no-code' | 'code';
  /** Length as the catalogue shows it, e.g. "8 semanas". */
  duracion: string;
  /** null = not for sale, 0 = free. */
  precio: number | null;
  modulos: DemoModule[];
}

export interface DemoModule {
  nombre: string;
  /** One or two sentences for the outline. */
  descripcion: string;
  /** Markdown introduction that opens the module, 80 to 200 words. */
  contenido: string;
  objetivos: string[];
  clases: DemoClass[];
}

export interface DemoClass {
  titulo: string;
  descripcion: string;
  subtemas: DemoSubtopic[];
  recursos: DemoResource[];
}

export type DemoSubtopic =
  | { tipo: 'lectura' | 'ejercicio'; titulo: string; descripcion: string; texto: string; duracion: number }
  | { tipo: 'video'; titulo: string; descripcion: string; texto: string; duracion: number; video: string; subtitulos: boolean }
  | { tipo: 'evaluacion'; titulo: string; descripcion: string; preguntas: DemoQuestion[] };

export interface DemoQuestion {
  pregunta: string;
  puntos: number;
  /** `porque`: told with the result. */
  opciones: { texto: string; correcta: boolean; porque?: string }[];
}

/** tipo: 1 document, 2 video, 3 tool or other. */
export interface DemoResource {
  titulo: string;
  enlace: string;
  tipo: 1 | 2 | 3;
}
