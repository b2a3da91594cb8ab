import { baseApi as api } from './base.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<LoginApiResponse, LoginApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/login`,
        method: "POST",
        body: queryArg,
      }),
    }),
    demoLogin: build.mutation<DemoLoginApiResponse, DemoLoginApiArg>({
      query: () => ({ url: `/api/auth/demo`, method: "POST" }),
    }),
    logout: build.mutation<LogoutApiResponse, LogoutApiArg>({
      query: () => ({ url: `/api/auth/logout`, method: "POST" }),
    }),
    me: build.query<MeApiResponse, MeApiArg>({
      query: () => ({ url: `/api/auth/sesion` }),
    }),
    register: build.mutation<RegisterApiResponse, RegisterApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/register`,
        method: "POST",
        body: queryArg,
      }),
    }),
    available: build.query<AvailableApiResponse, AvailableApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/disponible`,
        params: {
          username: queryArg.username,
          email: queryArg.email,
        },
      }),
    }),
    verifyEmail: build.query<VerifyEmailApiResponse, VerifyEmailApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/verify-email`,
        params: {
          token: queryArg,
        },
      }),
    }),
    resendVerification: build.mutation<
      ResendVerificationApiResponse,
      ResendVerificationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/resend-verification`,
        method: "POST",
        body: queryArg,
      }),
    }),
    forgotPassword: build.mutation<
      ForgotPasswordApiResponse,
      ForgotPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/forgot-password`,
        method: "POST",
        body: queryArg,
      }),
    }),
    resetPassword: build.mutation<
      ResetPasswordApiResponse,
      ResetPasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/reset-password`,
        method: "POST",
        body: queryArg,
      }),
    }),
    listUsers: build.query<ListUsersApiResponse, ListUsersApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/users/`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          search: queryArg.search,
          user_role: queryArg.userRole,
        },
      }),
    }),
    instructors: build.query<InstructorsApiResponse, InstructorsApiArg>({
      query: () => ({ url: `/api/auth/users/role/3` }),
    }),
    getUser: build.query<GetUserApiResponse, GetUserApiArg>({
      query: (queryArg) => ({ url: `/api/auth/users/${queryArg}` }),
    }),
    updateUser: build.mutation<UpdateUserApiResponse, UpdateUserApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/users/${queryArg.id}`,
        method: "PUT",
        body: queryArg.body,
      }),
    }),
    deleteUser: build.mutation<DeleteUserApiResponse, DeleteUserApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/users/${queryArg.id}`,
        method: "DELETE",
        params: {
          motivo: queryArg.motivo,
        },
      }),
    }),
    demoMailbox: build.query<DemoMailboxApiResponse, DemoMailboxApiArg>({
      query: () => ({ url: `/api/demo/mailbox` }),
    }),
    listCourses: build.query<ListCoursesApiResponse, ListCoursesApiArg>({
      query: (queryArg) => ({
        url: `/api/cursos/cursos`,
        params: {
          search: queryArg.search,
          todos: queryArg.todos,
        },
      }),
    }),
    listCoursesByTier: build.query<
      ListCoursesByTierApiResponse,
      ListCoursesByTierApiArg
    >({
      query: (queryArg) => ({ url: `/api/cursos/cursos/tipo/${queryArg}` }),
    }),
    getCourse: build.query<GetCourseApiResponse, GetCourseApiArg>({
      query: (queryArg) => ({ url: `/api/cursos/cursos/${queryArg}` }),
    }),
    updateCourse: build.mutation<UpdateCourseApiResponse, UpdateCourseApiArg>({
      query: (queryArg) => ({
        url: `/api/cursos/cursos/${queryArg.id}`,
        method: "PUT",
        body: queryArg.body,
      }),
    }),
    archiveCourse: build.mutation<
      ArchiveCourseApiResponse,
      ArchiveCourseApiArg
    >({
      query: (queryArg) => ({
        url: `/api/cursos/cursos/${queryArg.id}`,
        method: "DELETE",
        params: {
          motivo: queryArg.motivo,
        },
      }),
    }),
    getCourseWrapped: build.query<
      GetCourseWrappedApiResponse,
      GetCourseWrappedApiArg
    >({
      query: (queryArg) => ({ url: `/api/cursos/curso/${queryArg}` }),
    }),
    getOutline: build.query<GetOutlineApiResponse, GetOutlineApiArg>({
      query: (queryArg) => ({ url: `/api/cursos/esquema/${queryArg}` }),
    }),
    createCourse: build.mutation<CreateCourseApiResponse, CreateCourseApiArg>({
      query: (queryArg) => ({
        url: `/api/cursos/create`,
        method: "POST",
        body: queryArg,
      }),
    }),
    setCourseStatus: build.mutation<
      SetCourseStatusApiResponse,
      SetCourseStatusApiArg
    >({
      query: (queryArg) => ({
        url: `/api/cursos/cursos/${queryArg.id}/estado`,
        method: "PATCH",
        body: queryArg.body,
      }),
    }),
    restoreCourse: build.mutation<
      RestoreCourseApiResponse,
      RestoreCourseApiArg
    >({
      query: (queryArg) => ({
        url: `/api/cursos/cursos/${queryArg}/restaurar`,
        method: "POST",
      }),
    }),
    listModules: build.query<ListModulesApiResponse, ListModulesApiArg>({
      query: (queryArg) => ({ url: `/api/modulos/modulos/curso/${queryArg}` }),
    }),
    listModulesWrapped: build.query<
      ListModulesWrappedApiResponse,
      ListModulesWrappedApiArg
    >({
      query: (queryArg) => ({ url: `/api/modulos/curso/${queryArg}` }),
    }),
    createModule: build.mutation<CreateModuleApiResponse, CreateModuleApiArg>({
      query: (queryArg) => ({
        url: `/api/modulos/create`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateModule: build.mutation<UpdateModuleApiResponse, UpdateModuleApiArg>({
      query: (queryArg) => ({
        url: `/api/modulos/modulos/${queryArg.id}`,
        method: "PUT",
        body: queryArg.body,
      }),
    }),
    removeModule: build.mutation<RemoveModuleApiResponse, RemoveModuleApiArg>({
      query: (queryArg) => ({
        url: `/api/modulos/modulos/${queryArg}`,
        method: "DELETE",
      }),
    }),
    restoreModule: build.mutation<
      RestoreModuleApiResponse,
      RestoreModuleApiArg
    >({
      query: (queryArg) => ({
        url: `/api/modulos/modulos/${queryArg}/restaurar`,
        method: "POST",
      }),
    }),
    reorderModules: build.mutation<
      ReorderModulesApiResponse,
      ReorderModulesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/modulos/orden/${queryArg.courseId}`,
        method: "PUT",
        body: queryArg.body,
      }),
    }),
    listObjectives: build.query<
      ListObjectivesApiResponse,
      ListObjectivesApiArg
    >({
      query: (queryArg) => ({ url: `/api/objetivos/modulo/${queryArg}` }),
    }),
    setObjectives: build.mutation<
      SetObjectivesApiResponse,
      SetObjectivesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/objetivos/modulo/${queryArg.moduleId}`,
        method: "PUT",
        body: queryArg.body,
      }),
    }),
    listClasses: build.query<ListClassesApiResponse, ListClassesApiArg>({
      query: (queryArg) => ({ url: `/api/sesiones/modulo/${queryArg}` }),
    }),
    createClass: build.mutation<CreateClassApiResponse, CreateClassApiArg>({
      query: (queryArg) => ({
        url: `/api/sesiones/createSesion`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateClass: build.mutation<UpdateClassApiResponse, UpdateClassApiArg>({
      query: (queryArg) => ({
        url: `/api/sesiones/updateSesion/${queryArg.id}`,
        method: "PUT",
        body: queryArg.body,
      }),
    }),
    removeClass: build.mutation<RemoveClassApiResponse, RemoveClassApiArg>({
      query: (queryArg) => ({
        url: `/api/sesiones/deleteSesion/${queryArg}`,
        method: "DELETE",
      }),
    }),
    restoreClass: build.mutation<RestoreClassApiResponse, RestoreClassApiArg>({
      query: (queryArg) => ({
        url: `/api/sesiones/${queryArg}/restaurar`,
        method: "POST",
      }),
    }),
    reorderClasses: build.mutation<
      ReorderClassesApiResponse,
      ReorderClassesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/sesiones/orden/${queryArg.moduleId}`,
        method: "PUT",
        body: queryArg.body,
      }),
    }),
    listSubtopics: build.query<ListSubtopicsApiResponse, ListSubtopicsApiArg>({
      query: (queryArg) => ({ url: `/api/subtema/bySesion/${queryArg}` }),
    }),
    createSubtopic: build.mutation<
      CreateSubtopicApiResponse,
      CreateSubtopicApiArg
    >({
      query: (queryArg) => ({
        url: `/api/subtema/crearSubtema`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateSubtopic: build.mutation<
      UpdateSubtopicApiResponse,
      UpdateSubtopicApiArg
    >({
      query: (queryArg) => ({
        url: `/api/subtema/${queryArg.id}`,
        method: "PUT",
        body: queryArg.body,
      }),
    }),
    removeSubtopic: build.mutation<
      RemoveSubtopicApiResponse,
      RemoveSubtopicApiArg
    >({
      query: (queryArg) => ({
        url: `/api/subtema/${queryArg}`,
        method: "DELETE",
      }),
    }),
    reorderSubtopics: build.mutation<
      ReorderSubtopicsApiResponse,
      ReorderSubtopicsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/subtema/orden/${queryArg.sessionId}`,
        method: "PUT",
        body: queryArg.body,
      }),
    }),
    listResources: build.query<ListResourcesApiResponse, ListResourcesApiArg>({
      query: (queryArg) => ({ url: `/api/recursos/bySesion/${queryArg}` }),
    }),
    createResource: build.mutation<
      CreateResourceApiResponse,
      CreateResourceApiArg
    >({
      query: (queryArg) => ({
        url: `/api/recursos/crearRecurso`,
        method: "POST",
        body: queryArg,
      }),
    }),
    updateResource: build.mutation<
      UpdateResourceApiResponse,
      UpdateResourceApiArg
    >({
      query: (queryArg) => ({
        url: `/api/recursos/${queryArg.id}`,
        method: "PUT",
        body: queryArg.body,
      }),
    }),
    removeResource: build.mutation<
      RemoveResourceApiResponse,
      RemoveResourceApiArg
    >({
      query: (queryArg) => ({
        url: `/api/recursos/${queryArg}`,
        method: "DELETE",
      }),
    }),
    enrol: build.mutation<EnrolApiResponse, EnrolApiArg>({
      query: (queryArg) => ({
        url: `/api/inscripciones/inscribir`,
        method: "POST",
        body: queryArg,
      }),
    }),
    listEnrolments: build.query<
      ListEnrolmentsApiResponse,
      ListEnrolmentsApiArg
    >({
      query: (queryArg) => ({ url: `/api/usuariocurso/cursos/${queryArg}` }),
    }),
    getEnrolment: build.query<GetEnrolmentApiResponse, GetEnrolmentApiArg>({
      query: (queryArg) => ({
        url: `/api/usuariocurso/usuario-curso/${queryArg.userId}/${queryArg.courseId}`,
      }),
    }),
    updateEnrolment: build.mutation<
      UpdateEnrolmentApiResponse,
      UpdateEnrolmentApiArg
    >({
      query: (queryArg) => ({
        url: `/api/usuariocurso/update-usuario-curso/${queryArg.userId}/${queryArg.courseId}`,
        method: "PUT",
        body: queryArg.body,
      }),
    }),
    assignCourse: build.mutation<AssignCourseApiResponse, AssignCourseApiArg>({
      query: (queryArg) => ({
        url: `/api/usuariocurso/create-usuario-curso`,
        method: "POST",
        body: queryArg,
      }),
    }),
    unassignCourse: build.mutation<
      UnassignCourseApiResponse,
      UnassignCourseApiArg
    >({
      query: (queryArg) => ({
        url: `/api/usuariocurso/delete-usuario-curso/${queryArg.userId}/${queryArg.courseId}`,
        method: "DELETE",
        params: {
          motivo: queryArg.motivo,
        },
      }),
    }),
    verifyEntitlement: build.query<
      VerifyEntitlementApiResponse,
      VerifyEntitlementApiArg
    >({
      query: (queryArg) => ({
        url: `/api/usuarios-cursos-comprados/verificar/${queryArg.userId}/${queryArg.courseId}`,
      }),
    }),
    getClassCompletion: build.query<
      GetClassCompletionApiResponse,
      GetClassCompletionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/usuario-sesion/get/${queryArg.userId}/${queryArg.sessionId}`,
      }),
    }),
    completedClasses: build.query<
      CompletedClassesApiResponse,
      CompletedClassesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/usuario-sesion/completadas/${queryArg}`,
      }),
    }),
    completeClass: build.mutation<
      CompleteClassApiResponse,
      CompleteClassApiArg
    >({
      query: (queryArg) => ({
        url: `/api/usuario-sesion/marcarComoCompletada/${queryArg.userId}/${queryArg.sessionId}/completar`,
        method: "PATCH",
        body: queryArg.body,
      }),
    }),
    createClassCompletion: build.mutation<
      CreateClassCompletionApiResponse,
      CreateClassCompletionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/usuarioSesion/createUsuarioSesion`,
        method: "POST",
        body: queryArg,
      }),
    }),
    courseProgress: build.query<
      CourseProgressApiResponse,
      CourseProgressApiArg
    >({
      query: (queryArg) => ({
        url: `/api/progreso/sesiones-curso/${queryArg.courseId}/${queryArg.userId}`,
      }),
    }),
    studyTime: build.query<StudyTimeApiResponse, StudyTimeApiArg>({
      query: (queryArg) => ({
        url: `/api/progreso/tiempo-estudiado/${queryArg}`,
      }),
    }),
    studyTimeInCourse: build.query<
      StudyTimeInCourseApiResponse,
      StudyTimeInCourseApiArg
    >({
      query: (queryArg) => ({
        url: `/api/progreso/tiempo-estudiado-curso/${queryArg.courseId}/${queryArg.userId}`,
      }),
    }),
    panel: build.query<PanelApiResponse, PanelApiArg>({
      query: (queryArg) => ({ url: `/api/progreso/${queryArg}` }),
    }),
    learnerCourse: build.query<LearnerCourseApiResponse, LearnerCourseApiArg>({
      query: (queryArg) => ({
        url: `/api/progreso/curso/${queryArg.courseId}/${queryArg.userId}`,
      }),
    }),
    heartbeat: build.mutation<HeartbeatApiResponse, HeartbeatApiArg>({
      query: (queryArg) => ({
        url: `/api/progreso/latido/${queryArg.userId}`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    saveLastView: build.mutation<SaveLastViewApiResponse, SaveLastViewApiArg>({
      query: (queryArg) => ({
        url: `/api/progreso/ultima-vista/${queryArg.userId}`,
        method: "PUT",
        body: queryArg.body,
      }),
    }),
    overview: build.query<OverviewApiResponse, OverviewApiArg>({
      query: () => ({ url: `/api/resumen` }),
    }),
    listProjections: build.query<
      ListProjectionsApiResponse,
      ListProjectionsApiArg
    >({
      query: () => ({ url: `/api/proyecciones` }),
    }),
    replayProjection: build.mutation<
      ReplayProjectionApiResponse,
      ReplayProjectionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/proyecciones/${queryArg.nombre}/reconstruir`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    cancelReplay: build.mutation<CancelReplayApiResponse, CancelReplayApiArg>({
      query: (queryArg) => ({
        url: `/api/proyecciones/${queryArg.nombre}/cancelar`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    switchProjection: build.mutation<
      SwitchProjectionApiResponse,
      SwitchProjectionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/proyecciones/${queryArg.nombre}/cambiar`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    returnProjection: build.mutation<
      ReturnProjectionApiResponse,
      ReturnProjectionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/proyecciones/${queryArg.nombre}/volver`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    pauseProjection: build.mutation<
      PauseProjectionApiResponse,
      PauseProjectionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/proyecciones/${queryArg.nombre}/pausar`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    resumeProjection: build.mutation<
      ResumeProjectionApiResponse,
      ResumeProjectionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/proyecciones/${queryArg.nombre}/reanudar`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    skipPoison: build.mutation<SkipPoisonApiResponse, SkipPoisonApiArg>({
      query: (queryArg) => ({
        url: `/api/proyecciones/${queryArg.nombre}/saltar`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    eventDictionary: build.query<
      EventDictionaryApiResponse,
      EventDictionaryApiArg
    >({
      query: () => ({ url: `/api/eventos/diccionario` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type LoginApiResponse = /** status 200 OK */ {
  message: string;
  token: string;
  user: {
    id: number;
  };
};
export type LoginApiArg = {
  email: string;
  password: string;
};
export type DemoLoginApiResponse = /** status 200 OK */ {
  message: string;
  token: string;
  user: {
    id: number;
  };
};
export type DemoLoginApiArg = void;
export type LogoutApiResponse = /** status 200 OK */ {
  message: string;
};
export type LogoutApiArg = void;
export type MeApiResponse = /** status 200 OK */ {
  id: number;
  username: string | null;
  name: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  country: string | null;
  phone_number: string | null;
  is_phone_verified: boolean;
  email_verified: boolean;
  user_role: number;
  tipo_usuario: number;
  is_active: boolean;
  profile_picture: string | null;
  profile_image: string | null;
  created_at: string;
  createdDate: string;
  version: number;
};
export type MeApiArg = void;
export type RegisterApiResponse = /** status 201 OK */ {
  message: string;
  id: number;
};
export type RegisterApiArg = {
  username: string;
  first_name?: string | null;
  last_name?: string | null;
  email: string;
  password: string;
  user_role?: number | "";
  tipo_usuario?: number | "";
  terms?: string | null;
  campaign?: string | null;
};
export type AvailableApiResponse = /** status 200 OK */ {
  username?: boolean;
  email?: boolean;
};
export type AvailableApiArg = {
  username?: string | null;
  email?: string | null;
};
export type VerifyEmailApiResponse = /** status 200 OK */ {
  message: string;
};
export type VerifyEmailApiArg = (string | null) | undefined;
export type ResendVerificationApiResponse = /** status 200 OK */ {
  message: string;
};
export type ResendVerificationApiArg = {
  email: string;
};
export type ForgotPasswordApiResponse = /** status 200 OK */ {
  message: string;
};
export type ForgotPasswordApiArg = {
  email: string;
};
export type ResetPasswordApiResponse = /** status 200 OK */ {
  message: string;
};
export type ResetPasswordApiArg = {
  token: string;
  newPassword: string;
};
export type ListUsersApiResponse = /** status 200 OK */ {
  id: number;
  username: string | null;
  name: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  country: string | null;
  phone_number: string | null;
  is_phone_verified: boolean;
  email_verified: boolean;
  user_role: number;
  tipo_usuario: number;
  is_active: boolean;
  profile_picture: string | null;
  profile_image: string | null;
  created_at: string;
  createdDate: string;
  version: number;
}[];
export type ListUsersApiArg = {
  limit?: number;
  cursor?: string;
  search?: string | null;
  userRole?: number | "";
};
export type InstructorsApiResponse = /** status 200 OK */ {
  data: {
    id: number;
    fullName: string;
    email: string | null;
  }[];
};
export type InstructorsApiArg = void;
export type GetUserApiResponse = /** status 200 OK */ {
  id: number;
  username: string | null;
  name: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  country: string | null;
  phone_number: string | null;
  is_phone_verified: boolean;
  email_verified: boolean;
  user_role: number;
  tipo_usuario: number;
  is_active: boolean;
  profile_picture: string | null;
  profile_image: string | null;
  created_at: string;
  createdDate: string;
  version: number;
};
export type GetUserApiArg = number;
export type UpdateUserApiResponse = /** status 200 OK */ {
  id: number;
  username: string | null;
  name: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  country: string | null;
  phone_number: string | null;
  is_phone_verified: boolean;
  email_verified: boolean;
  user_role: number;
  tipo_usuario: number;
  is_active: boolean;
  profile_picture: string | null;
  profile_image: string | null;
  created_at: string;
  createdDate: string;
  version: number;
};
export type UpdateUserApiArg = {
  id: number;
  body: {
    first_name?: string | null;
    last_name?: string | null;
    username?: string | null;
    email?: string | null;
    country?: string | null;
    profile_picture?: string | null;
    user_role?: number | "";
    tipo_usuario?: number | "";
    is_active?: boolean | "";
    motivo?: string | null;
  };
};
export type DeleteUserApiResponse = /** status 200 OK */ {
  message: string;
};
export type DeleteUserApiArg = {
  id: number;
  motivo?: string | null;
};
export type DemoMailboxApiResponse = /** status 200 OK */ {
  to: string;
  subject: string;
  text: string;
  links: string[];
  sentAt: string;
}[];
export type DemoMailboxApiArg = void;
export type ListCoursesApiResponse = /** status 200 OK */ {
  id: number;
  id_curso: number;
  nombre: string;
  descripcion: string;
  img_curso: string | null;
  imagen: string | null;
  tipo: "B\u00E1sico" | "Premium";
  categoria: string;
  dificultad: "principiante" | "intermedio" | "avanzado";
  level: "no-code" | "code";
  duracion: string | null;
  duration: string | null;
  precio: number | null;
  price: number | null;
  moneda: string;
  stripe_price_id: string | null;
  id_maestro: number | null;
  instructor: string | null;
  estado: number;
  archivado: boolean;
  destacado: boolean;
  desbloqueo: "secuencial" | "libre";
  rating: number | null;
  reviews: number;
  students: number;
  totalModulos: number;
  totalSesiones: number;
  totalRecursos: number;
  created_at: string;
  createdDate: string;
  actualizado: string;
  version: number;
}[];
export type ListCoursesApiArg = {
  search?: string | null;
  todos?: "0" | "1";
};
export type ListCoursesByTierApiResponse = /** status 200 OK */ {
  id: number;
  id_curso: number;
  nombre: string;
  descripcion: string;
  img_curso: string | null;
  imagen: string | null;
  tipo: "B\u00E1sico" | "Premium";
  categoria: string;
  dificultad: "principiante" | "intermedio" | "avanzado";
  level: "no-code" | "code";
  duracion: string | null;
  duration: string | null;
  precio: number | null;
  price: number | null;
  moneda: string;
  stripe_price_id: string | null;
  id_maestro: number | null;
  instructor: string | null;
  estado: number;
  archivado: boolean;
  destacado: boolean;
  desbloqueo: "secuencial" | "libre";
  rating: number | null;
  reviews: number;
  students: number;
  totalModulos: number;
  totalSesiones: number;
  totalRecursos: number;
  created_at: string;
  createdDate: string;
  actualizado: string;
  version: number;
}[];
export type ListCoursesByTierApiArg = string;
export type GetCourseApiResponse = /** status 200 OK */ {
  id: number;
  id_curso: number;
  nombre: string;
  descripcion: string;
  img_curso: string | null;
  imagen: string | null;
  tipo: "B\u00E1sico" | "Premium";
  categoria: string;
  dificultad: "principiante" | "intermedio" | "avanzado";
  level: "no-code" | "code";
  duracion: string | null;
  duration: string | null;
  precio: number | null;
  price: number | null;
  moneda: string;
  stripe_price_id: string | null;
  id_maestro: number | null;
  instructor: string | null;
  estado: number;
  archivado: boolean;
  destacado: boolean;
  desbloqueo: "secuencial" | "libre";
  rating: number | null;
  reviews: number;
  students: number;
  totalModulos: number;
  totalSesiones: number;
  totalRecursos: number;
  created_at: string;
  createdDate: string;
  actualizado: string;
  version: number;
};
export type GetCourseApiArg = number;
export type UpdateCourseApiResponse = /** status 200 OK */ {
  id: number;
  id_curso: number;
  nombre: string;
  descripcion: string;
  img_curso: string | null;
  imagen: string | null;
  tipo: "B\u00E1sico" | "Premium";
  categoria: string;
  dificultad: "principiante" | "intermedio" | "avanzado";
  level: "no-code" | "code";
  duracion: string | null;
  duration: string | null;
  precio: number | null;
  price: number | null;
  moneda: string;
  stripe_price_id: string | null;
  id_maestro: number | null;
  instructor: string | null;
  estado: number;
  archivado: boolean;
  destacado: boolean;
  desbloqueo: "secuencial" | "libre";
  rating: number | null;
  reviews: number;
  students: number;
  totalModulos: number;
  totalSesiones: number;
  totalRecursos: number;
  created_at: string;
  createdDate: string;
  actualizado: string;
  version: number;
};
export type UpdateCourseApiArg = {
  id: number;
  body: {
    nombre?: string;
    descripcion?: string;
    id_maestro?: (number | null) | "";
    tipo?: ("B\u00E1sico" | "Premium") | "";
    categoria?: string | null;
    dificultad?:
      | (
          | "principiante"
          | "intermedio"
          | "avanzado"
          | "B\u00E1sico"
          | "Principiante"
          | "Intermedio"
          | "Avanzado"
        )
      | "";
    level?: ("no-code" | "code") | "";
    duration?: string | null;
    img_curso?: string | null;
    imagen?: string | null;
    precio?: (number | string | (null | null)) | "";
    price?: (number | string | (null | null)) | "";
    stripe_price_id?: string | null;
    desbloqueo?: ("secuencial" | "libre") | "";
    destacado?: boolean;
    motivo?: string | null;
    id_curso?: any;
    progreso?: any;
    students?: any;
    status?: any;
    createdDate?: any;
    instructor?: any;
    modulos?: any;
  };
};
export type ArchiveCourseApiResponse = /** status 200 OK */ {
  message: string;
};
export type ArchiveCourseApiArg = {
  id: number;
  motivo?: string | null;
};
export type GetCourseWrappedApiResponse = /** status 200 OK */ {
  id: number;
  id_curso: number;
  nombre: string;
  descripcion: string;
  img_curso: string | null;
  imagen: string | null;
  tipo: "B\u00E1sico" | "Premium";
  categoria: string;
  dificultad: "principiante" | "intermedio" | "avanzado";
  level: "no-code" | "code";
  duracion: string | null;
  duration: string | null;
  precio: number | null;
  price: number | null;
  moneda: string;
  stripe_price_id: string | null;
  id_maestro: number | null;
  instructor: string | null;
  estado: number;
  archivado: boolean;
  destacado: boolean;
  desbloqueo: "secuencial" | "libre";
  rating: number | null;
  reviews: number;
  students: number;
  totalModulos: number;
  totalSesiones: number;
  totalRecursos: number;
  created_at: string;
  createdDate: string;
  actualizado: string;
  version: number;
  curso: {
    id: number;
    id_curso: number;
    nombre: string;
    descripcion: string;
    img_curso: string | null;
    imagen: string | null;
    tipo: "B\u00E1sico" | "Premium";
    categoria: string;
    dificultad: "principiante" | "intermedio" | "avanzado";
    level: "no-code" | "code";
    duracion: string | null;
    duration: string | null;
    precio: number | null;
    price: number | null;
    moneda: string;
    stripe_price_id: string | null;
    id_maestro: number | null;
    instructor: string | null;
    estado: number;
    archivado: boolean;
    destacado: boolean;
    desbloqueo: "secuencial" | "libre";
    rating: number | null;
    reviews: number;
    students: number;
    totalModulos: number;
    totalSesiones: number;
    totalRecursos: number;
    created_at: string;
    createdDate: string;
    actualizado: string;
    version: number;
  };
};
export type GetCourseWrappedApiArg = number;
export type GetOutlineApiResponse = /** status 200 OK */ {
  curso: {
    id: number;
    id_curso: number;
    nombre: string;
    descripcion: string;
    img_curso: string | null;
    imagen: string | null;
    tipo: "B\u00E1sico" | "Premium";
    categoria: string;
    dificultad: "principiante" | "intermedio" | "avanzado";
    level: "no-code" | "code";
    duracion: string | null;
    duration: string | null;
    precio: number | null;
    price: number | null;
    moneda: string;
    stripe_price_id: string | null;
    id_maestro: number | null;
    instructor: string | null;
    estado: number;
    archivado: boolean;
    destacado: boolean;
    desbloqueo: "secuencial" | "libre";
    rating: number | null;
    reviews: number;
    students: number;
    totalModulos: number;
    totalSesiones: number;
    totalRecursos: number;
    created_at: string;
    createdDate: string;
    actualizado: string;
    version: number;
  };
  modulos: {
    id: number;
    id_modulo: number;
    id_curso: number;
    nombre: string;
    descripcion: string;
    contenido: string;
    content: string;
    link_video: string | null;
    orden: number;
    progreso: number;
    completado: boolean;
    totalSesiones: number;
    objetivos: {
      id: number;
      id_objetivo: number;
      descripcion: string;
    }[];
    sesiones: {
      id_sesion: number;
      id_modulo: number;
      titulo: string;
      descripcion: string;
      link_video: string | null;
      orden: number;
      duracion: number;
      totalSubtemas: number;
      totalRecursos: number;
      fecha_creacion: string;
      fecha_actualizacion: string;
      subtemas: {
        id_subtema: number;
        id_sesion: number;
        titulo: string;
        descripcion: string;
        link_video: string | null;
        tipo: "video" | "lectura" | "evaluacion";
        tipo_subtema: "video" | "lectura" | "evaluacion";
        contenido_texto: string | null;
        duracion: number | null;
      }[];
      recursos: {
        id_recurso: number;
        id_sesion: number;
        titulo: string;
        link_recurso: string;
        tipo_recurso: number;
      }[];
    }[];
  }[];
};
export type GetOutlineApiArg = number;
export type CreateCourseApiResponse = /** status 201 OK */ {
  id: number;
  id_curso: number;
  nombre: string;
  descripcion: string;
  img_curso: string | null;
  imagen: string | null;
  tipo: "B\u00E1sico" | "Premium";
  categoria: string;
  dificultad: "principiante" | "intermedio" | "avanzado";
  level: "no-code" | "code";
  duracion: string | null;
  duration: string | null;
  precio: number | null;
  price: number | null;
  moneda: string;
  stripe_price_id: string | null;
  id_maestro: number | null;
  instructor: string | null;
  estado: number;
  archivado: boolean;
  destacado: boolean;
  desbloqueo: "secuencial" | "libre";
  rating: number | null;
  reviews: number;
  students: number;
  totalModulos: number;
  totalSesiones: number;
  totalRecursos: number;
  created_at: string;
  createdDate: string;
  actualizado: string;
  version: number;
};
export type CreateCourseApiArg = {
  nombre: string;
  descripcion: string;
  id_maestro?: (number | null) | "";
  tipo?: ("B\u00E1sico" | "Premium") | "";
  categoria?: string | null;
  dificultad?:
    | (
        | "principiante"
        | "intermedio"
        | "avanzado"
        | "B\u00E1sico"
        | "Principiante"
        | "Intermedio"
        | "Avanzado"
      )
    | "";
  level?: ("no-code" | "code") | "";
  duration?: string | null;
  img_curso?: string | null;
  imagen?: string | null;
  precio?: (number | string | (null | null)) | "";
  price?: (number | string | (null | null)) | "";
  stripe_price_id?: string | null;
  desbloqueo?: ("secuencial" | "libre") | "";
  destacado?: boolean;
  motivo?: string | null;
  id_curso?: any;
  progreso?: any;
  students?: any;
  status?: any;
  createdDate?: any;
  instructor?: any;
  modulos?: any;
};
export type SetCourseStatusApiResponse = /** status 200 OK */ {
  estado: number;
  message: string;
};
export type SetCourseStatusApiArg = {
  id: number;
  body: {
    estado: 0 | 1 | "0" | "1";
    motivo?: string | null;
  };
};
export type RestoreCourseApiResponse = /** status 200 OK */ {
  message: string;
};
export type RestoreCourseApiArg = number;
export type ListModulesApiResponse = /** status 200 OK */ {
  id: number;
  id_modulo: number;
  id_curso: number;
  nombre: string;
  descripcion: string;
  contenido: string;
  content: string;
  link_video: string | null;
  orden: number;
  progreso: number;
  completado: boolean;
  totalSesiones: number;
}[];
export type ListModulesApiArg = number;
export type ListModulesWrappedApiResponse = /** status 200 OK */ {
  modulos: {
    id: number;
    id_modulo: number;
    id_curso: number;
    nombre: string;
    descripcion: string;
    contenido: string;
    content: string;
    link_video: string | null;
    orden: number;
    progreso: number;
    completado: boolean;
    totalSesiones: number;
  }[];
};
export type ListModulesWrappedApiArg = number;
export type CreateModuleApiResponse = /** status 201 OK */ {
  id: number;
  id_modulo: number;
  id_curso: number;
  nombre: string;
  descripcion: string;
  contenido: string;
  content: string;
  link_video: string | null;
  orden: number;
  progreso: number;
  completado: boolean;
  totalSesiones: number;
};
export type CreateModuleApiArg = {
  nombre: string;
  descripcion?: string | null;
  contenido?: string | null;
  link_video?: string | null;
  progreso?: any;
  id_curso: number;
};
export type UpdateModuleApiResponse = /** status 200 OK */ {
  id: number;
  id_modulo: number;
  id_curso: number;
  nombre: string;
  descripcion: string;
  contenido: string;
  content: string;
  link_video: string | null;
  orden: number;
  progreso: number;
  completado: boolean;
  totalSesiones: number;
};
export type UpdateModuleApiArg = {
  id: number;
  body: {
    nombre?: string;
    descripcion?: string | null;
    contenido?: string | null;
    link_video?: string | null;
    progreso?: any;
    id_curso?: any;
  };
};
export type RemoveModuleApiResponse = /** status 200 OK */ {
  message: string;
};
export type RemoveModuleApiArg = number;
export type RestoreModuleApiResponse = /** status 200 OK */ {
  message: string;
};
export type RestoreModuleApiArg = number;
export type ReorderModulesApiResponse = /** status 200 OK */ {
  message: string;
};
export type ReorderModulesApiArg = {
  courseId: number;
  body: {
    orden: number[];
  };
};
export type ListObjectivesApiResponse = /** status 200 OK */ {
  id: number;
  id_objetivo: number;
  descripcion: string;
}[];
export type ListObjectivesApiArg = number;
export type SetObjectivesApiResponse = /** status 200 OK */ {
  id: number;
  id_objetivo: number;
  descripcion: string;
}[];
export type SetObjectivesApiArg = {
  moduleId: number;
  body: {
    objetivos: string[];
  };
};
export type ListClassesApiResponse = /** status 200 OK */ {
  id_sesion: number;
  id_modulo: number;
  titulo: string;
  descripcion: string;
  link_video: string | null;
  orden: number;
  duracion: number;
  totalSubtemas: number;
  totalRecursos: number;
  fecha_creacion: string;
  fecha_actualizacion: string;
}[];
export type ListClassesApiArg = number;
export type CreateClassApiResponse = /** status 201 OK */ {
  id_sesion: number;
  id_modulo: number;
  titulo: string;
  descripcion: string;
  link_video: string | null;
  orden: number;
  duracion: number;
  totalSubtemas: number;
  totalRecursos: number;
  fecha_creacion: string;
  fecha_actualizacion: string;
};
export type CreateClassApiArg = {
  titulo: string;
  descripcion?: string | null;
  link_video?: string | null;
  id_modulo: number;
  subtemas?: {
    titulo: string;
    descripcion?: string | null;
    link_video?: string | null;
    tipo_subtema?:
      ("video" | "lectura" | "evaluacion" | "contenido" | "clase") | "";
    tipo?: ("video" | "lectura" | "evaluacion" | "contenido" | "clase") | "";
    contenido_texto?: string | null;
    duracion?: (number | null) | "";
  }[];
  recursos?: {
    titulo: string;
    link_recurso: string;
    tipo_recurso?: number | "";
  }[];
};
export type UpdateClassApiResponse = /** status 200 OK */ {
  id_sesion: number;
  id_modulo: number;
  titulo: string;
  descripcion: string;
  link_video: string | null;
  orden: number;
  duracion: number;
  totalSubtemas: number;
  totalRecursos: number;
  fecha_creacion: string;
  fecha_actualizacion: string;
};
export type UpdateClassApiArg = {
  id: number;
  body: {
    titulo?: string;
    descripcion?: string | null;
    link_video?: string | null;
  };
};
export type RemoveClassApiResponse = /** status 200 OK */ {
  message: string;
};
export type RemoveClassApiArg = number;
export type RestoreClassApiResponse = /** status 200 OK */ {
  message: string;
};
export type RestoreClassApiArg = number;
export type ReorderClassesApiResponse = /** status 200 OK */ {
  message: string;
};
export type ReorderClassesApiArg = {
  moduleId: number;
  body: {
    orden: number[];
  };
};
export type ListSubtopicsApiResponse = /** status 200 OK */ {
  success: true;
  data: {
    id_subtema: number;
    id_sesion: number;
    titulo: string;
    descripcion: string;
    link_video: string | null;
    tipo: "video" | "lectura" | "evaluacion";
    tipo_subtema: "video" | "lectura" | "evaluacion";
    contenido_texto: string | null;
    duracion: number | null;
  }[];
};
export type ListSubtopicsApiArg = number;
export type CreateSubtopicApiResponse = /** status 201 OK */ {
  success: true;
  data: {
    id_subtema: number;
    id_sesion: number;
    titulo: string;
    descripcion: string;
    link_video: string | null;
    tipo: "video" | "lectura" | "evaluacion";
    tipo_subtema: "video" | "lectura" | "evaluacion";
    contenido_texto: string | null;
    duracion: number | null;
  };
};
export type CreateSubtopicApiArg = {
  titulo: string;
  descripcion?: string | null;
  link_video?: string | null;
  tipo_subtema?:
    ("video" | "lectura" | "evaluacion" | "contenido" | "clase") | "";
  tipo?: ("video" | "lectura" | "evaluacion" | "contenido" | "clase") | "";
  contenido_texto?: string | null;
  duracion?: (number | null) | "";
  id_sesion: number;
};
export type UpdateSubtopicApiResponse = /** status 200 OK */ {
  success: true;
  data: {
    id_subtema: number;
    id_sesion: number;
    titulo: string;
    descripcion: string;
    link_video: string | null;
    tipo: "video" | "lectura" | "evaluacion";
    tipo_subtema: "video" | "lectura" | "evaluacion";
    contenido_texto: string | null;
    duracion: number | null;
  };
};
export type UpdateSubtopicApiArg = {
  id: number;
  body: {
    titulo?: string;
    descripcion?: string | null;
    link_video?: string | null;
    tipo_subtema?:
      ("video" | "lectura" | "evaluacion" | "contenido" | "clase") | "";
    tipo?: ("video" | "lectura" | "evaluacion" | "contenido" | "clase") | "";
    contenido_texto?: string | null;
    duracion?: (number | null) | "";
  };
};
export type RemoveSubtopicApiResponse = /** status 200 OK */ {
  message: string;
};
export type RemoveSubtopicApiArg = number;
export type ReorderSubtopicsApiResponse = /** status 200 OK */ {
  message: string;
};
export type ReorderSubtopicsApiArg = {
  sessionId: number;
  body: {
    orden: number[];
  };
};
export type ListResourcesApiResponse = /** status 200 OK */ {
  success: true;
  data: {
    id_recurso: number;
    id_sesion: number;
    titulo: string;
    link_recurso: string;
    tipo_recurso: number;
  }[];
};
export type ListResourcesApiArg = number;
export type CreateResourceApiResponse = /** status 201 OK */ {
  success: true;
  data: {
    id_recurso: number;
    id_sesion: number;
    titulo: string;
    link_recurso: string;
    tipo_recurso: number;
  };
};
export type CreateResourceApiArg = {
  titulo: string;
  link_recurso: string;
  tipo_recurso?: number | "";
  id_sesion: number;
};
export type UpdateResourceApiResponse = /** status 200 OK */ {
  success: true;
  data: {
    id_recurso: number;
    id_sesion: number;
    titulo: string;
    link_recurso: string;
    tipo_recurso: number;
  };
};
export type UpdateResourceApiArg = {
  id: number;
  body: {
    titulo?: string;
    link_recurso?: string;
    tipo_recurso?: number | "";
  };
};
export type RemoveResourceApiResponse = /** status 200 OK */ {
  message: string;
};
export type RemoveResourceApiArg = number;
export type EnrolApiResponse = /** status 200 OK */ {
  message: string;
  yaInscrito: boolean;
};
export type EnrolApiArg = {
  id_usuario: number;
  id_curso: number;
};
export type ListEnrolmentsApiResponse = /** status 200 OK */ {
  id_usuario: number;
  id_curso: number;
  progreso: number;
  estado: "inscrito" | "en-curso" | "completado";
  fuente: "propia" | "asignado" | "compra" | "plan";
  inscrito: string;
  completado: string | null;
  contenidoNuevo: boolean;
  sesionesCompletadas: number;
  totalSesiones: number;
  tiempoEstudiado: number;
  minutosRestantes: number;
  siguiente: {
    moduleId: number;
    sessionId: number;
    titulo: string;
    modulo: string;
  } | null;
  ultimaVista: {
    courseId: number;
    moduleId: number | null;
    sessionId: number | null;
    subtemaId: number | null;
    viewMode: "overview" | "module";
    at: string;
  } | null;
  curso: {
    id: number;
    id_curso: number;
    nombre: string;
    descripcion: string;
    img_curso: string | null;
    imagen: string | null;
    tipo: "B\u00E1sico" | "Premium";
    categoria: string;
    dificultad: "principiante" | "intermedio" | "avanzado";
    level: "no-code" | "code";
    duracion: string | null;
    duration: string | null;
    precio: number | null;
    price: number | null;
    moneda: string;
    stripe_price_id: string | null;
    id_maestro: number | null;
    instructor: string | null;
    estado: number;
    archivado: boolean;
    destacado: boolean;
    desbloqueo: "secuencial" | "libre";
    rating: number | null;
    reviews: number;
    students: number;
    totalModulos: number;
    totalSesiones: number;
    totalRecursos: number;
    created_at: string;
    createdDate: string;
    actualizado: string;
    version: number;
  };
}[];
export type ListEnrolmentsApiArg = number;
export type GetEnrolmentApiResponse =
  | /** status 200 OK */ {
      id_usuario: number;
      id_curso: number;
      progreso: number;
      estado: "inscrito" | "en-curso" | "completado";
      fuente: "propia" | "asignado" | "compra" | "plan";
      inscrito: string;
      completado: string | null;
      contenidoNuevo: boolean;
      sesionesCompletadas: number;
      totalSesiones: number;
      tiempoEstudiado: number;
      minutosRestantes: number;
      siguiente: {
        moduleId: number;
        sessionId: number;
        titulo: string;
        modulo: string;
      } | null;
      ultimaVista: {
        courseId: number;
        moduleId: number | null;
        sessionId: number | null;
        subtemaId: number | null;
        viewMode: "overview" | "module";
        at: string;
      } | null;
      curso: {
        id: number;
        id_curso: number;
        nombre: string;
        descripcion: string;
        img_curso: string | null;
        imagen: string | null;
        tipo: "B\u00E1sico" | "Premium";
        categoria: string;
        dificultad: "principiante" | "intermedio" | "avanzado";
        level: "no-code" | "code";
        duracion: string | null;
        duration: string | null;
        precio: number | null;
        price: number | null;
        moneda: string;
        stripe_price_id: string | null;
        id_maestro: number | null;
        instructor: string | null;
        estado: number;
        archivado: boolean;
        destacado: boolean;
        desbloqueo: "secuencial" | "libre";
        rating: number | null;
        reviews: number;
        students: number;
        totalModulos: number;
        totalSesiones: number;
        totalRecursos: number;
        created_at: string;
        createdDate: string;
        actualizado: string;
        version: number;
      };
    }
  | {};
export type GetEnrolmentApiArg = {
  userId: number;
  courseId: number;
};
export type UpdateEnrolmentApiResponse = /** status 200 OK */ {
  message: string;
  progreso: number;
};
export type UpdateEnrolmentApiArg = {
  userId: number;
  courseId: number;
  body: {
    progreso?: any;
  };
};
export type AssignCourseApiResponse = /** status 201 OK */ {
  message: string;
  yaInscrito: boolean;
};
export type AssignCourseApiArg = {
  id_usuario: number;
  id_curso: number;
  motivo?: string | null;
};
export type UnassignCourseApiResponse = /** status 200 OK */ {
  message: string;
};
export type UnassignCourseApiArg = {
  userId: number;
  courseId: number;
  motivo?: string | null;
};
export type VerifyEntitlementApiResponse = /** status 200 OK */ {
  inscrito: boolean;
  acceso: boolean;
  fuente:
    ("abierto" | "propia" | "asignado" | "compra" | "plan" | "equipo") | null;
};
export type VerifyEntitlementApiArg = {
  userId: number;
  courseId: number;
};
export type GetClassCompletionApiResponse = /** status 200 OK */ {
  id_usuario: number;
  id_sesion: number;
  completado: boolean;
};
export type GetClassCompletionApiArg = {
  userId: number;
  sessionId: number;
};
export type CompletedClassesApiResponse = /** status 200 OK */ {
  sesionesCompletadas: number;
  sesiones: {
    id_sesion: number;
    id_curso: number;
    fecha: string;
  }[];
};
export type CompletedClassesApiArg = number;
export type CompleteClassApiResponse = /** status 200 OK */ {
  message: string;
  id_usuario: number;
  id_sesion: number;
  completado: boolean;
  progreso: number;
};
export type CompleteClassApiArg = {
  userId: number;
  sessionId: number;
  body: {
    completado?: boolean;
  };
};
export type CreateClassCompletionApiResponse = /** status 201 OK */ {
  message: string;
  id_usuario: number;
  id_sesion: number;
  completado: boolean;
  progreso: number;
};
export type CreateClassCompletionApiArg = {
  id_usuario: number;
  id_sesion: number;
  completado?: boolean;
};
export type CourseProgressApiResponse = /** status 200 OK */ {
  success: true;
  data: {
    sesionesCompletadas: number;
    totalSesiones: number;
    progreso: number;
  };
};
export type CourseProgressApiArg = {
  userId: number;
  courseId: number;
};
export type StudyTimeApiResponse = /** status 200 OK */ {
  success: true;
  tiempoEstudiado: number;
};
export type StudyTimeApiArg = number;
export type StudyTimeInCourseApiResponse = /** status 200 OK */ {
  success: true;
  tiempoEstudiado: number;
};
export type StudyTimeInCourseApiArg = {
  userId: number;
  courseId: number;
};
export type PanelApiResponse = /** status 200 OK */ {
  usuario: {
    id: number;
    nombre: string;
    plan: number;
  };
  estadisticas: {
    cursosActivos: number;
    cursosCompletados: number;
    cursosInscritos: number;
    sesionesCompletadas: number;
    tiempoEstudiado: number;
    racha: number;
  };
  dias: {
    fecha: string;
    minutos: number;
  }[];
  cursos: {
    id_usuario: number;
    id_curso: number;
    progreso: number;
    estado: "inscrito" | "en-curso" | "completado";
    fuente: "propia" | "asignado" | "compra" | "plan";
    inscrito: string;
    completado: string | null;
    contenidoNuevo: boolean;
    sesionesCompletadas: number;
    totalSesiones: number;
    tiempoEstudiado: number;
    minutosRestantes: number;
    siguiente: {
      moduleId: number;
      sessionId: number;
      titulo: string;
      modulo: string;
    } | null;
    ultimaVista: {
      courseId: number;
      moduleId: number | null;
      sessionId: number | null;
      subtemaId: number | null;
      viewMode: "overview" | "module";
      at: string;
    } | null;
    curso: {
      id: number;
      id_curso: number;
      nombre: string;
      descripcion: string;
      img_curso: string | null;
      imagen: string | null;
      tipo: "B\u00E1sico" | "Premium";
      categoria: string;
      dificultad: "principiante" | "intermedio" | "avanzado";
      level: "no-code" | "code";
      duracion: string | null;
      duration: string | null;
      precio: number | null;
      price: number | null;
      moneda: string;
      stripe_price_id: string | null;
      id_maestro: number | null;
      instructor: string | null;
      estado: number;
      archivado: boolean;
      destacado: boolean;
      desbloqueo: "secuencial" | "libre";
      rating: number | null;
      reviews: number;
      students: number;
      totalModulos: number;
      totalSesiones: number;
      totalRecursos: number;
      created_at: string;
      createdDate: string;
      actualizado: string;
      version: number;
    };
  }[];
};
export type PanelApiArg = number;
export type LearnerCourseApiResponse = /** status 200 OK */ {
  id_usuario: number;
  id_curso: number;
  inscrito: boolean;
  progreso: number;
  sesionesCompletadas: number;
  totalSesiones: number;
  completadas: {
    id_sesion: number;
    fecha: string;
  }[];
  modulos: {
    id_modulo: number;
    abierto: boolean;
    faltan: {
      id_sesion: number;
      titulo: string;
    }[];
    sesionesCompletadas: number;
    totalSesiones: number;
  }[];
  completado: string | null;
  contenidoNuevo: boolean;
  tiempoEstudiado: number;
  minutosRestantes: number;
  siguiente: {
    moduleId: number;
    sessionId: number;
    titulo: string;
    modulo: string;
  } | null;
  ultimaVista: {
    courseId: number;
    moduleId: number | null;
    sessionId: number | null;
    subtemaId: number | null;
    viewMode: "overview" | "module";
    at: string;
  } | null;
};
export type LearnerCourseApiArg = {
  userId: number;
  courseId: number;
};
export type HeartbeatApiResponse = /** status 200 OK */ {
  contados: number;
};
export type HeartbeatApiArg = {
  userId: number;
  body: {
    id_curso: number;
    pestana: string;
    segundos: number;
  };
};
export type SaveLastViewApiResponse = /** status 200 OK */ {
  message: string;
};
export type SaveLastViewApiArg = {
  userId: number;
  body: {
    courseId: number;
    moduleId?: number | null;
    sessionId?: number | null;
    subtemaId?: number | null;
    viewMode: "overview" | "module";
  };
};
export type OverviewApiResponse = /** status 200 OK */ {
  cifras: {
    id:
      | "usuarios"
      | "estudiantes"
      | "cursosPublicados"
      | "borradores"
      | "inscripciones"
      | "sesionesCompletadas"
      | "cursosCompletados"
      | "tiempoEstudiado";
    valor: number;
    dias: {
      fecha: string;
      valor: number;
    }[];
  }[];
  posicion: string;
  actualizado: string | null;
};
export type OverviewApiArg = void;
export type ListProjectionsApiResponse = /** status 200 OK */ {
  id: string;
  nombre: string;
  version: number;
  generacion: number | null;
  estado:
    "running" | "catching-up" | "building" | "paused" | "halted" | "failing";
  posicion: string | null;
  cabeza: string | null;
  retraso: number | null;
  segundosDeRetraso: number | null;
  eventosPorSegundo: number;
  documentos: number;
  error: string | null;
  veneno: {
    position: string;
    type: string;
    eventId: string;
    message: string;
  } | null;
  reconstruccion: {
    generacion: number;
    estado: "running" | "ready" | "failed";
    hechos: number;
    total: number | null;
    porSegundo: number;
    segundosRestantes: number | null;
    diferencia: {
      agregados: number;
      cambiados: number;
      eliminados: number;
      iguales: number;
      muestras: {
        clave: string;
        antes: any;
        despues: any;
      }[];
    } | null;
    error: string | null;
  } | null;
  anterior: number | null;
}[];
export type ListProjectionsApiArg = void;
export type ReplayProjectionApiResponse = /** status 200 OK */ {
  message: string;
  generacion: number;
};
export type ReplayProjectionApiArg = {
  nombre: string;
  body: {
    motivo?: string | null;
  };
};
export type CancelReplayApiResponse = /** status 200 OK */ {
  message: string;
};
export type CancelReplayApiArg = {
  nombre: string;
  body: {
    motivo?: string | null;
  };
};
export type SwitchProjectionApiResponse = /** status 200 OK */ {
  message: string;
};
export type SwitchProjectionApiArg = {
  nombre: string;
  body: {
    motivo?: string | null;
  };
};
export type ReturnProjectionApiResponse = /** status 200 OK */ {
  message: string;
};
export type ReturnProjectionApiArg = {
  nombre: string;
  body: {
    motivo?: string | null;
  };
};
export type PauseProjectionApiResponse = /** status 200 OK */ {
  message: string;
};
export type PauseProjectionApiArg = {
  nombre: string;
  body: {
    motivo?: string | null;
  };
};
export type ResumeProjectionApiResponse = /** status 200 OK */ {
  message: string;
};
export type ResumeProjectionApiArg = {
  nombre: string;
  body: {
    motivo?: string | null;
  };
};
export type SkipPoisonApiResponse = /** status 200 OK */ {
  message: string;
};
export type SkipPoisonApiArg = {
  nombre: string;
  body: {
    motivo: string;
  };
};
export type EventDictionaryApiResponse = /** status 200 OK */ {
  tipo: string;
  version: number;
  categoria: string;
  resumen: string;
  campos: {
    nombre: string;
    tipo: string;
    obligatorio: boolean;
    personal: boolean;
  }[];
  cantidad: number;
  primero: string | null;
  ultimo: string | null;
  dias: number[];
  lectores: string[];
  ejemplo: any;
}[];
export type EventDictionaryApiArg = void;
export type Error = {
  message: string;
  code: string;
  errors?: {
    path: string;
    message: string;
  }[];
};
export const {
  useLoginMutation,
  useDemoLoginMutation,
  useLogoutMutation,
  useMeQuery,
  useRegisterMutation,
  useAvailableQuery,
  useVerifyEmailQuery,
  useResendVerificationMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useListUsersQuery,
  useInstructorsQuery,
  useGetUserQuery,
  useUpdateUserMutation,
  useDeleteUserMutation,
  useDemoMailboxQuery,
  useListCoursesQuery,
  useListCoursesByTierQuery,
  useGetCourseQuery,
  useUpdateCourseMutation,
  useArchiveCourseMutation,
  useGetCourseWrappedQuery,
  useGetOutlineQuery,
  useCreateCourseMutation,
  useSetCourseStatusMutation,
  useRestoreCourseMutation,
  useListModulesQuery,
  useListModulesWrappedQuery,
  useCreateModuleMutation,
  useUpdateModuleMutation,
  useRemoveModuleMutation,
  useRestoreModuleMutation,
  useReorderModulesMutation,
  useListObjectivesQuery,
  useSetObjectivesMutation,
  useListClassesQuery,
  useCreateClassMutation,
  useUpdateClassMutation,
  useRemoveClassMutation,
  useRestoreClassMutation,
  useReorderClassesMutation,
  useListSubtopicsQuery,
  useCreateSubtopicMutation,
  useUpdateSubtopicMutation,
  useRemoveSubtopicMutation,
  useReorderSubtopicsMutation,
  useListResourcesQuery,
  useCreateResourceMutation,
  useUpdateResourceMutation,
  useRemoveResourceMutation,
  useEnrolMutation,
  useListEnrolmentsQuery,
  useGetEnrolmentQuery,
  useUpdateEnrolmentMutation,
  useAssignCourseMutation,
  useUnassignCourseMutation,
  useVerifyEntitlementQuery,
  useGetClassCompletionQuery,
  useCompletedClassesQuery,
  useCompleteClassMutation,
  useCreateClassCompletionMutation,
  useCourseProgressQuery,
  useStudyTimeQuery,
  useStudyTimeInCourseQuery,
  usePanelQuery,
  useLearnerCourseQuery,
  useHeartbeatMutation,
  useSaveLastViewMutation,
  useOverviewQuery,
  useListProjectionsQuery,
  useReplayProjectionMutation,
  useCancelReplayMutation,
  useSwitchProjectionMutation,
  useReturnProjectionMutation,
  usePauseProjectionMutation,
  useResumeProjectionMutation,
  useSkipPoisonMutation,
  useEventDictionaryQuery,
} = injectedRtkApi;
