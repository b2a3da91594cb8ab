/** Every error the API answers: a stable English code, its HTTP status and its Spanish message. `{detail}` is filled in where a meaning has one. */
export const errorCatalogue = {
  MALFORMED: [400, 'La solicitud no tiene la forma esperada.'],
  REQUIRED_FIELDS: [400, 'Por favor, completa todos los campos obligatorios.'],
  INVALID_EMAIL: [400, 'Ingresa un correo válido.'],
  PASSWORD_TOO_SHORT: [400, 'La contraseña debe tener al menos 3 caracteres.'],
  WEAK_PASSWORD: [400, 'La contraseña no cumple con los requisitos de seguridad.'],
  TERMS_REQUIRED: [400, 'Acepta los términos para crear tu cuenta.'],
  TOKEN_MISSING: [400, 'Token de verificación no encontrado'],
  IDEMPOTENCY_KEY_INVALID: [400, 'La clave de idempotencia no es válida.'],

  AUTH_REQUIRED: [401, 'No se encontró el usuario autenticado.'],
  SESSION_ENDED: [401, 'Tu sesión terminó. Inicia sesión de nuevo.'],
  WRONG_PASSWORD: [401, 'Contraseña incorrecta.'],
  LOGIN_FAILED: [401, 'El correo o la contraseña no son correctos.'],

  FORBIDDEN: [403, 'No tienes permisos para ver esta página.'],
  ORIGIN_NOT_ALLOWED: [403, 'La solicitud viene de un sitio que no está permitido.'],
  ACCOUNT_INACTIVE: [403, 'Tu cuenta está inactiva. Escribe a la escuela para reactivarla.'],
  EMAIL_NOT_VERIFIED: [403, 'Confirma tu correo para continuar.'],
  PREMIUM_CONTENT: [403, 'Cambia tu plan para acceder a este contenido.'],
  NOT_ENROLLED: [403, 'Inscríbete en el curso para continuar.'],
  MODULE_LOCKED: [403, 'Completa el módulo anterior para abrir este.'],

  NOT_FOUND: [404, 'No se encontró lo que buscas.'],
  USER_NOT_FOUND: [404, 'Usuario no encontrado.'],
  COURSE_NOT_FOUND: [404, 'No se encontró el curso'],
  MODULE_NOT_FOUND: [404, 'No se encontró el módulo.'],
  CLASS_NOT_FOUND: [404, 'No se encontró la clase.'],
  SUBTOPIC_NOT_FOUND: [404, 'No se encontró el subtema o el comentario asociado.'],
  RESOURCE_NOT_FOUND: [404, 'No se encontró el recurso.'],
  ENROLMENT_NOT_FOUND: [404, 'No se encontró la inscripción.'],
  PROJECTION_NOT_FOUND: [404, 'No existe una proyección con ese nombre.'],

  EMAIL_TAKEN: [409, 'Ya existe una cuenta con ese correo.'],
  USERNAME_TAKEN: [409, 'Ese nombre de usuario ya está en uso.'],
  VERSION_CONFLICT: [409, 'Otra persona cambió esto mientras lo editabas.'],
  CONFLICT: [409, 'No se pudo guardar porque alguien más escribió al mismo tiempo. Intenta de nuevo.'],
  IDEMPOTENCY_CONFLICT: [409, 'Esa clave de idempotencia ya se usó con otra solicitud.'],
  REPLAY_RUNNING: [409, 'Ya hay una reconstrucción en curso de esta proyección.'],

  TOO_LARGE: [413, 'El contenido es demasiado grande.'],
  UNSUPPORTED_TYPE: [415, 'Ese tipo de contenido no se acepta.'],

  TITLE_EMPTY: [422, 'El título no puede estar vacío'],
  DESCRIPTION_EMPTY: [422, 'La descripción no puede estar vacía'],
  CONTENT_EMPTY: [422, 'El contenido no puede estar vacío'],
  INSTRUCTOR_REQUIRED: [422, 'Por favor, selecciona un maestro.'],
  COURSE_WITHOUT_CLASSES: [422, 'El curso necesita al menos una clase para publicarse.'],
  COURSE_ARCHIVED: [422, 'El curso está archivado. Restáuralo para cambiarlo.'],
  COURSE_NOT_PUBLISHED: [422, 'Este curso no está publicado.'],
  COURSE_NOT_FREE: [422, 'Este curso se debe comprar antes de inscribirse.'],
  ORDER_MISMATCH: [422, 'El orden enviado no coincide con los elementos actuales.'],
  TOO_MANY_MODULES: [422, 'Un curso puede tener hasta 200 módulos.'],
  LAST_ADMINISTRATOR: [422, 'La escuela necesita al menos un administrador activo.'],
  SELF_CHANGE: [422, 'No puedes cambiar tu propio rol ni desactivar tu cuenta.'],
  USER_ERASED: [422, 'Los datos de esta persona fueron borrados.'],
  TOKEN_INVALID: [422, 'El enlace no es válido o ya se usó.'],
  TOKEN_EXPIRED: [422, 'El enlace caducó. Pide uno nuevo.'],
  ALREADY_VERIFIED: [422, 'Este correo ya está confirmado.'],
  NOTHING_TO_SWITCH: [422, 'No hay una reconstrucción lista para esta proyección.'],
  NOT_HALTED: [422, 'La proyección no está detenida.'],
  NO_PREVIOUS: [422, 'No hay una versión anterior a la cual volver.'],

  TOO_MANY_REQUESTS: [429, 'Demasiados intentos. Espera unos minutos e inténtalo de nuevo.'],
  INTERNAL: [500, 'Algo salió mal de nuestro lado. Tus datos están a salvo; inténtalo de nuevo.'],
  NOT_CAUGHT_UP: [503, 'La vista se está actualizando. Inténtalo en un momento.'],
  NOT_READY: [503, 'El servicio se está iniciando. Inténtalo en un momento.'],
  STORE_UNAVAILABLE: [503, 'No podemos guardar en este momento. No se perdió nada; inténtalo de nuevo.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Any call may answer these. */
export const commonErrors = [
  'MALFORMED',
  'AUTH_REQUIRED',
  'FORBIDDEN',
  'TOO_MANY_REQUESTS',
  'NOT_CAUGHT_UP',
  'STORE_UNAVAILABLE',
  'INTERNAL',
] as const satisfies readonly ErrorCode[];
