import { expect, it } from 'vitest';
import account from '../features/account/account.es-MX.json';
import admin from '../features/administration/admin.es-MX.json';
import auth from '../features/auth/auth.es-MX.json';
import authoring from '../features/authoring/authoring.es-MX.json';
import quizEditor from '../features/authoring/quiz/quizEditor.es-MX.json';
import checkout from '../features/checkout/checkout.es-MX.json';
import community from '../features/community/community.es-MX.json';
import dashboard from '../features/dashboard/dashboard.es-MX.json';
import below from '../features/landing/below.es-MX.json';
import landing from '../features/landing/landing.es-MX.json';
import lesson from '../features/lesson/lesson.es-MX.json';
import myCourses from '../features/my-courses/myCourses.es-MX.json';
import notifications from '../features/notifications/notifications.es-MX.json';
import assignments from '../features/people/assignments.es-MX.json';
import people from '../features/people/people.es-MX.json';
import profile from '../features/profile/profile.es-MX.json';
import progress from '../features/progress/progress.es-MX.json';
import shop from '../features/shop/shop.es-MX.json';
import siteAdmin from '../features/site-admin/siteAdmin.es-MX.json';
import catalog from './catalog.es-MX.json';
import common from './common.es-MX.json';
import errors from './errors.es-MX.json';
import inbox from './inbox.es-MX.json';
import lost from './lost.es-MX.json';
import office from './office.es-MX.json';
import password from './password.es-MX.json';
import premium from './premium.es-MX.json';
import seo from './seo.es-MX.json';
import shell from './shell.es-MX.json';
import site from './site.es-MX.json';
import upload from './upload.es-MX.json';

/** Texts of the specification, letter by letter, where they stand. */
// rows: N01
it.each([
  [landing.hero.start, 'Comienza tu aprendizaje'],
  [landing.hero.explore, 'Explorar cursos'],
  [landing.resources.heading, 'Recursos de Aprendizaje'],
  // rows: H11, H12, H14
  [authoring.page.edit, 'Editar Curso'],
  [authoring.page.loading, 'Cargando curso...'],
  [authoring.page.notFound, 'No se encontró el curso'],
  [authoring.outline.info, 'Información del Curso'],
  [authoring.outline.add, 'Añadir'],
  [authoring.info.providerNone, 'No configurado'],
  // rows: F01, F08
  [inbox.empty, 'No tienes notificaciones'],
  [inbox.loadError, 'Error al obtener notificaciones'],
  [notifications.deleteError, 'Error al eliminar notificación'],
  [notifications.createError, 'Error al crear la notificación'],
  [notifications.loadError, 'Error al obtener notificaciones'],
  // rows: H15, H16
  [authoring.field.nothing, 'No hay cambios para guardar'],
  [authoring.empty.title, 'El título no puede estar vacío'],
  [authoring.empty.description, 'La descripción no puede estar vacía'],
  [authoring.empty.content, 'El contenido no puede estar vacío'],
  [authoring.empty.instructor, 'Por favor, selecciona un maestro.'],
  [authoring.info.saved, 'Curso actualizado correctamente'],
  [authoring.info.failed, 'No se pudo actualizar el curso: {{detail}}'],
  [authoring.cover.done, 'Imagen subida correctamente'],
  // rows: H19, H20
  [authoring.help.module.title, 'Editor de Módulo'],
  [authoring.module.info, 'Información del Módulo'],
  [authoring.module.titleSaved, '¡Título actualizado!'],
  [authoring.module.descriptionSaved, '¡Descripción actualizada!'],
  [authoring.module.contentSaved, '¡Contenido actualizado!'],
  [authoring.module.original.now, 'Última modificación: Ahora'],
  // rows: H21, H22, H23
  [authoring.module.new, 'Nuevo módulo'],
  [authoring.class.new, 'Nueva Clase'],
  [authoring.module.createFailed, 'No se pudo crear el módulo: {{detail}}'],
  [authoring.module.archiveFailed, 'No se pudo eliminar el módulo: {{detail}}'],
  [authoring.module.archiveText, 'El módulo se archivará con sus clases y recursos. Puedes restaurarlo desde el historial.'],
  [authoring.module.original.noId, 'No se puede actualizar un módulo sin ID...'],
  [authoring.module.original.badId, 'El backend devolvió un módulo con ID inválido (0 o nulo)'],
  // rows: H24, H25
  [authoring.classes.title, 'Clases del Módulo'],
  [authoring.subtopic.title, 'Subtemas'],
  [authoring.resource.title, 'Recursos'],
  [authoring.class.created, '¡Sesión creada exitosamente!'],
  [authoring.class.saved, 'Sesión editada correctamente'],
  [authoring.class.createFailed, 'No se pudo crear la sesión'],
  [authoring.class.failed, 'No se pudo crear/editar la sesión'],
  [authoring.class.archiveFailed, 'No se pudo eliminar la sesión'],
  // rows: H25
  [seo.original.parts, 'Sesión creada, pero hubo errores al crear subtemas y recursos.'],
  [seo.original.subtopics, 'Sesión creada, pero hubo errores al crear subtemas.'],
  [seo.original.resources, 'Sesión creada, pero hubo errores al crear recursos.'],
  // rows: H02
  [seo.original.create, 'Crear Cuverso'],
  // rows: H04, H12, H41
  [authoring.page.failed, 'Error: no se pudo cargar el curso'],
  [authoring.info.instructorsFailed, 'Error: {{message}}'],
  [admin.create.instructorsError, 'Error: {{message}}'],
  // rows: H29, H30
  [quizEditor.title, 'Preguntas asociadas ({{count}})'],
  [quizEditor.form.addOption, 'Agregar opción'],
  [quizEditor.wrong.question, 'El enunciado de la pregunta no puede estar vacío.'],
  [quizEditor.wrong.few, 'Debes agregar al menos dos opciones.'],
  [quizEditor.wrong.option, 'Todas las opciones deben tener texto.'],
  [quizEditor.wrong.right, 'Debes marcar al menos una opción como correcta.'],
  // rows: H27, H28
  [authoring.subtopic.removeText, '¿Seguro que deseas eliminar este subtema?'],
  [authoring.resource.removeText, '¿Seguro que deseas eliminar este recurso?'],
  // rows: A13
  [landing.offer.free, 'SIN COSTO'],
  [landing.offer.now, 'INMEDIATO'],
  [landing.offer.action, 'Realiza tu registro'],
  [landing.closing.action, 'Crear Cuenta Gratis'],
  [below.press.heading, 'Presencia en Medios'],
  [below.press.more, 'Leer más'],
  [site.grants.heading, 'Becas para organizaciones'],
  [site.grants.register, 'Realiza tu registro'],
  [site.lead.thanks, '¡Gracias por tu interés!'],
  [site.lead.failed, 'Ocurrió un error al enviar los datos. Intenta más tarde.'],
  [site.lead.required, 'Por favor, completa todos los campos obligatorios.'],
  [site.lead.invalidEmail, 'Ingresa un correo válido.'],
  [site.pricing.single, 'Pago único'],
  [site.pricing.buy, 'Comprar Curso'],
  [site.pricing.have, 'Ya eres premium!'],
  [checkout.back, 'Volver atrás'],
  // rows: B17
  [auth.login.notice.checkout, 'Debes iniciar sesión para suscribirte.'],
  [checkout.courseFailed, 'No se pudo cargar la información del curso. Por favor, inténtalo de nuevo.'],
  // rows: A18
  [seo.original.rights, 'all rights reserved'],
  [common.nav.courses, 'Cursos'],
  [common.nav.community, 'Comunidad'],
  [common.nav.testimonials, 'Testimonios'],
  [common.nav.contact, 'Contáctanos'],
  [common.nav.costs, 'Costos y servicios'],
  [landing.featured.free, 'Comenzar Gratis'],
  [landing.featured.failed, 'No se pudieron cargar los cursos'],
  [landing.featured.empty, 'No hay cursos disponibles'],
  [common.course.moreInfo, 'Más información'],
  [common.course.noModules, 'Este curso no tiene módulos configurados'],
  // rows: B04
  [common.course.noReviews, 'Sin reseñas'],
  [community.filter.todos, 'Todos'],
  [community.filter.general, 'General'],
  [community.filter.trabajos, 'Trabajos'],
  [community.filter.herramientas, 'Herramientas'],
  [community.filter.proyectos, 'Proyectos'],
  [common.nav.start, 'Comenzar'],
  [common.nav.home, 'Inicio'],
  [common.nav.myCourses, 'Mis Cursos'],
  [common.nav.progress, 'Mi Progreso'],
  [common.nav.profile, 'Perfil'],
  [office.nav.overview, 'Resumen'],
  [common.action.logout, 'Salir'],
  // rows: B05
  [common.level.principiante, 'Principiante'],
  [common.level.intermedio, 'Intermedio'],
  [common.level.avanzado, 'Avanzado'],
  [lost.unauthorized.title, 'Acceso denegado'],
  [lost.unauthorized.text, 'No tienes permisos para ver esta página.'],
  [lost.notFound.title, '¡Ups! Página no encontrada.'],
  [seo.original.crash, 'Unexpected Application Error!'],
  // rows: A19
  [seo.original.mission, 'Our mission is to help people become the next leaders in artificial intelligence'],
  [catalog.sort.mejor, 'Mejor coincidencia'],
  [catalog.sort.reciente, 'Más reciente'],
  [catalog.sort.valorados, 'Más valorados'],
  [catalog.noMatch, 'No se encontraron cursos'],
  [catalog.empty, 'No hay cursos disponibles'],
  [catalog.loadFailed, 'No se pudieron cargar los cursos'],
  [catalog.loadError, 'Error al cargar los cursos'],
  [myCourses.loadErrorAvailable, 'No se pudieron cargar los cursos disponibles'],
  [myCourses.none, 'No se encontraron cursos'],
  [myCourses.noneAvailable, 'No hay cursos disponibles'],
  // rows: B31
  [shop.failed, 'No se pudieron cargar los cursos premium. Intente más tarde.'],
  [shop.user, 'Usuario Premium'],
  [shop.begin, 'Iniciar curso'],
  [shop.already, 'Ya eres premium!'],
  [shop.upgrade, 'Mejorar Plan'],
  [admin.courses.durationExample, '20 horas'],
  // rows: B02
  [admin.courses.instructorOriginal, 'Maestro #{{id}}'],
  [siteAdmin.image.done, 'Imagen subida correctamente'],
  [upload.failedWith, 'Error al subir la imagen: {{detail}}'],
  [upload.noAddress, 'No se recibió URL de la imagen subida'],
  [common.course.buy, 'Comprar Curso'],
  [lost.notFound.explore, 'Explorar cursos'],
  [premium.title, 'Contenido Premium'],
  [assignments.title, 'Cursos por Usuario'],
  // rows: I14
  [assignments.unknown, 'El usuario con ID {{id}} no existe o no se pudo cargar.'],
  [assignments.noResults, 'Sin resultados'],
  [assignments.nobody, 'Ninguno'],
  // rows: I15
  [assignments.assigned, 'Cursos asignados'],
  [assignments.choosePerson, 'Selecciona un usuario para ver sus cursos.'],
  [assignments.empty, 'Este usuario aún no tiene cursos.'],
  // rows: I16
  [assignments.add, 'Agregar cursos'],
  [assignments.choosePersonFirst, 'Selecciona primero un usuario.'],
  [assignments.nothingToAdd, 'No hay cursos disponibles para agregar.'],
  [assignments.added_other, 'Se han agregado {{count}} cursos al usuario'],
  // rows: I17
  [assignments.usersFailed, 'No se pudieron cargar los usuarios'],
  [assignments.coursesFailed, 'No se pudieron cargar los cursos'],
  [assignments.theirsFailed, 'No se pudieron cargar los cursos del usuario'],
  [assignments.addFailed, 'No se pudieron agregar los cursos al usuario'],
  [assignments.removeFailed, 'No se pudo eliminar el curso del usuario'],
  [assignments.removed, 'Curso eliminado del usuario correctamente'],
  [people.title, 'Gestión de Usuarios'],
  [people.list, 'Lista de Usuarios'],
  [people.active, 'Activo'],
  [people.inactive, 'Inactivo'],
  [people.since, 'Desde {{date}}'],
  [people.unavailable, 'No disponible'],
  [people.edit.title, 'Editar Rol de Usuario'],
  [people.add.required, 'Por favor completa todos los campos requeridos.'],
  [people.delete.title, '¿Estás seguro de que deseas eliminar este usuario?'],
  // rows: I12
  [people.failed, 'No se pudieron cargar los usuarios'],
  [people.edit.failed, 'Error al actualizar: {{message}}'],
  [people.edit.offline, 'Error de red al actualizar el usuario'],
  [people.edit.done, 'Cambios guardados correctamente'],
  [people.add.failed, 'Error al crear usuario: {{message}}'],
  [people.add.offline, 'Error de red al crear usuario'],
  [people.add.done, 'Usuario creado correctamente'],
  [people.delete.failed, 'Error al eliminar usuario: {{message}}'],
  [people.delete.offline, 'Error de red al eliminar usuario'],
  [people.delete.done, 'Usuario eliminado correctamente'],
  [premium.text, 'Cambia tu plan para acceder a este contenido.'],
  [catalog.action.continue, 'Continuar'],
  [catalog.action.preview, 'Ver curso'],
  [catalog.enrol.already, 'Ya tienes este curso en tu lista.'],
  [catalog.enrol.done, '¡Curso y sesiones añadidos a tu lista!'],
  [catalog.enrol.failed, 'No se pudo inscribir el curso y sus sesiones.'],
  [catalog.enrol.checkFailed, 'Error al verificar o registrar el curso.'],
  [auth.login.forgot, '¿Olvidaste tu contraseña?'],
  [auth.login.submit, 'Iniciar Sesión'],
  [auth.login.busy, 'Cargando...'],
  [auth.login.demo, 'Demo Usuario'],
  [auth.login.wrongPassword, 'Contraseña incorrecta.'],
  [auth.login.unknownUser, 'Usuario no encontrado.'],
  [auth.login.failure, 'Error al iniciar sesión: {{detail}}'],
  [auth.login.network, 'Error de red o del servidor'],
  [auth.login.enrolFailed, 'No se pudo inscribir el curso y sus sesiones tras login.'],
  // rows: B24
  [auth.login.enrolError, 'Error al registrar el curso y sesiones tras login.'],
  [auth.field.invalidEmail, 'Ingresa un correo válido.'],
  [auth.field.shortPassword, 'La contraseña debe tener al menos 3 caracteres.'],
  [auth.field.mismatch, '¡Las contraseñas no coinciden!'],
  [auth.field.weak, 'La contraseña no cumple con los requisitos de seguridad.'],
  [auth.panel.welcome, 'Bienvenido'],
  [auth.register.submit, 'Crear Cuenta'],
  [auth.register.busy, 'Registrando...'],
  [auth.register.required, 'Por favor, completa todos los campos obligatorios.'],
  [auth.register.success, 'Cuenta creada con éxito. Redirigiendo...'],
  [auth.register.failure, 'Error en el registro'],
  [password.length, 'Mínimo 8 caracteres'],
  [password.uppercase, 'Al menos una letra mayúscula'],
  [password.symbol, 'Al menos un símbolo especial (!@#$%^&*)'],
  [auth.reset.sent, 'Si el correo existe, recibirás un enlace para restablecer tu contraseña.'],
  [auth.reset.failed, 'Error al procesar la solicitud'],
  [auth.reset.offline, 'Error de conexión. Inténtalo más tarde.'],
  [auth.reset.weak, 'La contraseña no cumple con los requisitos.'],
  [auth.reset.done, 'Contraseña actualizada correctamente. Redirigiendo al inicio de sesión...'],
  [auth.reset.newFailed, 'Error al restablecer la contraseña.'],
  [auth.notice.noEmail, 'No hay correo electrónico para reenviar la verificación'],
  [auth.notice.sent, 'Correo de verificación reenviado'],
  [auth.notice.sentGeneric, 'Si el correo existe, te reenviamos el enlace de verificación'],
  [auth.notice.failed, 'Error al reenviar el correo de verificación.'],
  [auth.verify.noToken, 'Token de verificación no encontrado'],
  [auth.verify.done, 'Email verificado correctamente'],
  [auth.verify.failed, 'Error al verificar el email'],
  [auth.verify.offline, 'Error de conexión al verificar el email'],
  [auth.google.failure.GOOGLE_TOKEN_MISSING, 'No se recibió el token de Google'],
  [auth.google.failure.GOOGLE_TOKEN_INVALID, 'Error de autenticación con Google'],
  [auth.google.requestFailed, 'Error en la solicitud de login con Google'],
  [auth.google.failure.GOOGLE_STATE, 'Error al iniciar sesión con Google'],
  [auth.google.failure.GOOGLE_CANCELLED, 'Error al iniciar sesión con Google. Intenta de nuevo.'],
  [auth.google.failure.GOOGLE_UNAVAILABLE, 'Error con Google'],
  // rows: A28
  [auth.google.failure.GOOGLE_OAUTH, 'Error al procesar Google OAuth'],
  [auth.google.created, 'Cuenta creada con Google. Redirigiendo...'],
  [auth.login.enrolAlready, 'Ya tienes este curso en tu lista.'],
  [auth.login.enrolDone, '¡Curso y sesiones añadidos a tu lista!'],
  [account.password.mismatch, '¡Las contraseñas no coinciden!'],
  [errors.AUTH_REQUIRED, 'No se encontró el usuario autenticado.'],
  [errors.UPLOAD_FAILED, 'Error al subir la imagen'],
  [dashboard.noUser, 'No se encontró el usuario autenticado'],
  // rows: D06
  [dashboard.loadError, 'Error al cargar los datos del dashboard'],
  // rows: D03
  [dashboard.continue.title, 'Continuar Aprendiendo'],
  [dashboard.continue.action, 'Continuar'],
  [dashboard.banner.explore, 'Explorar cursos'],
  [myCourses.tabs.todos, 'Todos'],
  [myCourses.tabs.basico, 'Básico'],
  [myCourses.tabs.premium, 'Premium'],
  [myCourses.already, 'Ya tienes este curso en tu lista.'],
  [myCourses.enrolled, '¡Curso añadido a tu lista!'],
  [myCourses.enrolFailed, 'No se pudo inscribir el curso.'],
  [myCourses.enrolError, 'Error al inscribir el curso.'],
  [myCourses.unauthenticated, 'Error: Usuario no autenticado.'],
  [lesson.noModules, 'Este curso no tiene módulos configurados'],
  [progress.course.noModules, 'Este curso no tiene módulos configurados'],
  [profile.planBasic, 'Básico'],
  [profile.planPremium, 'Premium'],
  // rows: D12
  [profile.planUnknown, 'Desconocido'],
  [profile.failed, 'No se pudo actualizar el perfil'],
  // rows: D15
  [profile.networkFailed, 'Error de red al actualizar el perfil'],
  [profile.picture.failed, 'Error al subir la imagen'],
  [profile.picture.failedWith, 'Error al subir la imagen: {{detail}}'],
  [profile.picture.noAddress, 'No se recibió URL de la imagen subida'],
  [profile.picture.saved, 'Imagen de perfil actualizada correctamente'],
  [profile.phone.updated, '¡Teléfono actualizado!'],
  [profile.phone.failed, 'Error al actualizar teléfono'],
  [profile.phone.network, 'Error de red'],
  [shell.phoneReminder.title, '¡Verifica tu teléfono!'],
  [shell.phoneReminder.text, 'Debes verificar tu número para acceder a todas las funciones.'],
  [common.nav.shop, 'Tienda'],
  [common.role.student, 'Estudiante'],
  [common.role.instructor, 'Instructor'],
  [common.role.admin, 'Administrador'],
  // rows: I18
  [common.role.analyst, 'Analista'],
])('«%s»', (is, specified) => {
  expect(is).toBe(specified);
});
