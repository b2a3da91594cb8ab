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
    ownAccount: build.query<OwnAccountApiResponse, OwnAccountApiArg>({
      query: () => ({ url: `/api/cuenta` }),
    }),
    changePassword: build.mutation<
      ChangePasswordApiResponse,
      ChangePasswordApiArg
    >({
      query: (queryArg) => ({
        url: `/api/cuenta/contrasena`,
        method: "POST",
        body: queryArg,
      }),
    }),
    prove: build.mutation<ProveApiResponse, ProveApiArg>({
      query: (queryArg) => ({
        url: `/api/cuenta/comprobar`,
        method: "POST",
        body: queryArg,
      }),
    }),
    listSessions: build.query<ListSessionsApiResponse, ListSessionsApiArg>({
      query: () => ({ url: `/api/cuenta/sesiones` }),
    }),
    endSession: build.mutation<EndSessionApiResponse, EndSessionApiArg>({
      query: (queryArg) => ({
        url: `/api/cuenta/sesiones/${queryArg}`,
        method: "DELETE",
      }),
    }),
    endOtherSessions: build.mutation<
      EndOtherSessionsApiResponse,
      EndOtherSessionsApiArg
    >({
      query: () => ({
        url: `/api/cuenta/sesiones/cerrar-otras`,
        method: "POST",
      }),
    }),
    resendEmailChange: build.mutation<
      ResendEmailChangeApiResponse,
      ResendEmailChangeApiArg
    >({
      query: () => ({ url: `/api/cuenta/correo/enviar`, method: "POST" }),
    }),
    cancelEmailChange: build.mutation<
      CancelEmailChangeApiResponse,
      CancelEmailChangeApiArg
    >({
      query: () => ({ url: `/api/cuenta/correo`, method: "DELETE" }),
    }),
    setVisibility: build.mutation<
      SetVisibilityApiResponse,
      SetVisibilityApiArg
    >({
      query: (queryArg) => ({
        url: `/api/cuenta/visibilidad`,
        method: "PUT",
        body: queryArg,
      }),
    }),
    confirmUsername: build.mutation<
      ConfirmUsernameApiResponse,
      ConfirmUsernameApiArg
    >({
      query: () => ({ url: `/api/cuenta/usuario/confirmar`, method: "POST" }),
    }),
    publicProfile: build.query<PublicProfileApiResponse, PublicProfileApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/users/${queryArg.id}/perfil`,
        params: {
          como: queryArg.como,
        },
      }),
    }),
    verifyPhone: build.mutation<VerifyPhoneApiResponse, VerifyPhoneApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/users/${queryArg.id}/verify-phone`,
        method: "PUT",
        body: queryArg.body,
      }),
    }),
    sendPhoneCode: build.mutation<
      SendPhoneCodeApiResponse,
      SendPhoneCodeApiArg
    >({
      query: () => ({ url: `/api/cuenta/telefono/codigo`, method: "POST" }),
    }),
    removePhone: build.mutation<RemovePhoneApiResponse, RemovePhoneApiArg>({
      query: () => ({ url: `/api/cuenta/telefono`, method: "DELETE" }),
    }),
    eraseAccount: build.mutation<EraseAccountApiResponse, EraseAccountApiArg>({
      query: (queryArg) => ({
        url: `/api/cuenta/borrar`,
        method: "POST",
        body: queryArg,
      }),
    }),
    exportAccount: build.query<ExportAccountApiResponse, ExportAccountApiArg>({
      query: () => ({ url: `/api/cuenta/datos` }),
    }),
    passkeyOptions: build.mutation<
      PasskeyOptionsApiResponse,
      PasskeyOptionsApiArg
    >({
      query: () => ({ url: `/api/cuenta/llaves/opciones`, method: "POST" }),
    }),
    addPasskey: build.mutation<AddPasskeyApiResponse, AddPasskeyApiArg>({
      query: (queryArg) => ({
        url: `/api/cuenta/llaves`,
        method: "POST",
        body: queryArg,
      }),
    }),
    renamePasskey: build.mutation<
      RenamePasskeyApiResponse,
      RenamePasskeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/cuenta/llaves/${queryArg.passkeyId}`,
        method: "PUT",
        body: queryArg.body,
      }),
    }),
    removePasskey: build.mutation<
      RemovePasskeyApiResponse,
      RemovePasskeyApiArg
    >({
      query: (queryArg) => ({
        url: `/api/cuenta/llaves/${queryArg}`,
        method: "DELETE",
      }),
    }),
    passkeyLoginOptions: build.mutation<
      PasskeyLoginOptionsApiResponse,
      PasskeyLoginOptionsApiArg
    >({
      query: () => ({ url: `/api/auth/llave/opciones`, method: "POST" }),
    }),
    passkeyLogin: build.mutation<PasskeyLoginApiResponse, PasskeyLoginApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/llave`,
        method: "POST",
        body: queryArg,
      }),
    }),
    googleState: build.query<GoogleStateApiResponse, GoogleStateApiArg>({
      query: () => ({ url: `/api/auth/google/estado` }),
    }),
    oauth: build.mutation<OauthApiResponse, OauthApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/oauth`,
        method: "POST",
        body: queryArg,
      }),
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
    searchCourses: build.query<SearchCoursesApiResponse, SearchCoursesApiArg>({
      query: (queryArg) => ({
        url: `/api/cursos/buscar`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          buscar: queryArg.buscar,
          orden: queryArg.orden,
          dificultad: queryArg.dificultad,
          ruta: queryArg.ruta,
          tipo: queryArg.tipo,
          precio: queryArg.precio,
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
    panelAt: build.query<PanelAtApiResponse, PanelAtApiArg>({
      query: (queryArg) => ({
        url: `/api/progreso/al-dia/${queryArg.userId}/${queryArg.fecha}`,
      }),
    }),
    learningFacts: build.query<LearningFactsApiResponse, LearningFactsApiArg>({
      query: (queryArg) => ({
        url: `/api/progreso/hechos/${queryArg.userId}`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          sobre: queryArg.sobre,
        },
      }),
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
    saveVideo: build.mutation<SaveVideoApiResponse, SaveVideoApiArg>({
      query: (queryArg) => ({
        url: `/api/progreso/video/${queryArg.userId}`,
        method: "PUT",
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
    openResource: build.mutation<OpenResourceApiResponse, OpenResourceApiArg>({
      query: (queryArg) => ({
        url: `/api/recursos/${queryArg}/abrir`,
        method: "POST",
      }),
    }),
    courseResources: build.query<
      CourseResourcesApiResponse,
      CourseResourcesApiArg
    >({
      query: (queryArg) => ({ url: `/api/recursos/curso/${queryArg}` }),
    }),
    brokenLinks: build.query<BrokenLinksApiResponse, BrokenLinksApiArg>({
      query: () => ({ url: `/api/recursos/rotos` }),
    }),
    checkLink: build.mutation<CheckLinkApiResponse, CheckLinkApiArg>({
      query: (queryArg) => ({
        url: `/api/recursos/${queryArg}/comprobar`,
        method: "POST",
      }),
    }),
    courseVideos: build.query<CourseVideosApiResponse, CourseVideosApiArg>({
      query: (queryArg) => ({ url: `/api/videos/curso/${queryArg}` }),
    }),
    declareVideoText: build.mutation<
      DeclareVideoTextApiResponse,
      DeclareVideoTextApiArg
    >({
      query: (queryArg) => ({
        url: `/api/videos/curso/${queryArg.courseId}`,
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
    projectionHistory: build.query<
      ProjectionHistoryApiResponse,
      ProjectionHistoryApiArg
    >({
      query: (queryArg) => ({
        url: `/api/proyecciones/${queryArg.nombre}/historia`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
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
    teachingOverview: build.query<
      TeachingOverviewApiResponse,
      TeachingOverviewApiArg
    >({
      query: (queryArg) => ({ url: `/api/instructores/${queryArg}/resumen` }),
    }),
    learnersAtRisk: build.query<
      LearnersAtRiskApiResponse,
      LearnersAtRiskApiArg
    >({
      query: (queryArg) => ({
        url: `/api/instructores/${queryArg.userId}/en-riesgo`,
        params: {
          curso: queryArg.curso,
          limit: queryArg.limit,
        },
      }),
    }),
    site: build.query<SiteApiResponse, SiteApiArg>({
      query: () => ({ url: `/api/sitio` }),
    }),
    schoolInfo: build.query<SchoolInfoApiResponse, SchoolInfoApiArg>({
      query: () => ({ url: `/api/sitio/escuela` }),
    }),
    changeSchool: build.mutation<ChangeSchoolApiResponse, ChangeSchoolApiArg>({
      query: (queryArg) => ({
        url: `/api/sitio/escuela`,
        method: "PUT",
        body: queryArg,
      }),
    }),
    managedSite: build.query<ManagedSiteApiResponse, ManagedSiteApiArg>({
      query: () => ({ url: `/api/sitio/administrar` }),
    }),
    schoolHistory: build.query<SchoolHistoryApiResponse, SchoolHistoryApiArg>({
      query: (queryArg) => ({
        url: `/api/sitio/escuela/historial`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    setPlanPrice: build.mutation<SetPlanPriceApiResponse, SetPlanPriceApiArg>({
      query: (queryArg) => ({
        url: `/api/sitio/precios`,
        method: "POST",
        body: queryArg,
      }),
    }),
    cancelPlanPrice: build.mutation<
      CancelPlanPriceApiResponse,
      CancelPlanPriceApiArg
    >({
      query: (queryArg) => ({
        url: `/api/sitio/precios/${queryArg.plan}/${queryArg.desde}`,
        method: "DELETE",
        params: {
          motivo: queryArg.motivo,
        },
      }),
    }),
    setPaymentMethods: build.mutation<
      SetPaymentMethodsApiResponse,
      SetPaymentMethodsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/sitio/metodos-de-pago`,
        method: "PUT",
        body: queryArg,
      }),
    }),
    priceHistory: build.query<PriceHistoryApiResponse, PriceHistoryApiArg>({
      query: (queryArg) => ({
        url: `/api/sitio/precios/historial`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    addSiteItem: build.mutation<AddSiteItemApiResponse, AddSiteItemApiArg>({
      query: (queryArg) => ({
        url: `/api/sitio/secciones/${queryArg.seccion}`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    editSiteItem: build.mutation<EditSiteItemApiResponse, EditSiteItemApiArg>({
      query: (queryArg) => ({
        url: `/api/sitio/secciones/${queryArg.seccion}/${queryArg.itemId}`,
        method: "PUT",
        body: queryArg.body,
      }),
    }),
    removeSiteItem: build.mutation<
      RemoveSiteItemApiResponse,
      RemoveSiteItemApiArg
    >({
      query: (queryArg) => ({
        url: `/api/sitio/secciones/${queryArg.seccion}/${queryArg.itemId}`,
        method: "DELETE",
        params: {
          motivo: queryArg.motivo,
        },
      }),
    }),
    orderSiteItems: build.mutation<
      OrderSiteItemsApiResponse,
      OrderSiteItemsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/sitio/secciones/${queryArg.seccion}/orden`,
        method: "PUT",
        body: queryArg.body,
      }),
    }),
    showSiteItem: build.mutation<ShowSiteItemApiResponse, ShowSiteItemApiArg>({
      query: (queryArg) => ({
        url: `/api/sitio/secciones/${queryArg.seccion}/${queryArg.itemId}/mostrar`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    hideSiteItem: build.mutation<HideSiteItemApiResponse, HideSiteItemApiArg>({
      query: (queryArg) => ({
        url: `/api/sitio/secciones/${queryArg.seccion}/${queryArg.itemId}/ocultar`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    restoreSiteItem: build.mutation<
      RestoreSiteItemApiResponse,
      RestoreSiteItemApiArg
    >({
      query: (queryArg) => ({
        url: `/api/sitio/secciones/${queryArg.seccion}/${queryArg.itemId}/restaurar`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    siteHistory: build.query<SiteHistoryApiResponse, SiteHistoryApiArg>({
      query: (queryArg) => ({
        url: `/api/sitio/secciones/${queryArg.seccion}/historial`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          elemento: queryArg.elemento,
        },
      }),
    }),
    community: build.query<CommunityApiResponse, CommunityApiArg>({
      query: () => ({ url: `/api/comunidad` }),
    }),
    communityUse: build.query<CommunityUseApiResponse, CommunityUseApiArg>({
      query: () => ({ url: `/api/comunidad/uso` }),
    }),
    openChannel: build.mutation<OpenChannelApiResponse, OpenChannelApiArg>({
      query: (queryArg) => ({
        url: `/api/comunidad/canales/${queryArg}/abrir`,
        method: "POST",
      }),
    }),
    captureLead: build.mutation<CaptureLeadApiResponse, CaptureLeadApiArg>({
      query: (queryArg) => ({
        url: `/api/google-sheet`,
        method: "POST",
        body: queryArg,
      }),
    }),
    listLeads: build.query<ListLeadsApiResponse, ListLeadsApiArg>({
      query: (queryArg) => ({
        url: `/api/contactos`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          estado: queryArg.estado,
          tipo: queryArg.tipo,
          buscar: queryArg.buscar,
          entrega: queryArg.entrega,
        },
      }),
    }),
    leadCounts: build.query<LeadCountsApiResponse, LeadCountsApiArg>({
      query: () => ({ url: `/api/contactos/cuenta` }),
    }),
    exportLeads: build.query<ExportLeadsApiResponse, ExportLeadsApiArg>({
      query: (queryArg) => ({
        url: `/api/contactos/exportar`,
        params: {
          estado: queryArg.estado,
          tipo: queryArg.tipo,
          buscar: queryArg.buscar,
          entrega: queryArg.entrega,
        },
      }),
    }),
    getLead: build.query<GetLeadApiResponse, GetLeadApiArg>({
      query: (queryArg) => ({ url: `/api/contactos/${queryArg}` }),
    }),
    eraseLead: build.mutation<EraseLeadApiResponse, EraseLeadApiArg>({
      query: (queryArg) => ({
        url: `/api/contactos/${queryArg}`,
        method: "DELETE",
      }),
    }),
    changeLeadStatus: build.mutation<
      ChangeLeadStatusApiResponse,
      ChangeLeadStatusApiArg
    >({
      query: (queryArg) => ({
        url: `/api/contactos/${queryArg.leadId}/estado`,
        method: "PATCH",
        body: queryArg.body,
      }),
    }),
    noteLead: build.mutation<NoteLeadApiResponse, NoteLeadApiArg>({
      query: (queryArg) => ({
        url: `/api/contactos/${queryArg.leadId}/notas`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    redeliverLead: build.mutation<
      RedeliverLeadApiResponse,
      RedeliverLeadApiArg
    >({
      query: (queryArg) => ({
        url: `/api/contactos/${queryArg}/entregar`,
        method: "POST",
      }),
    }),
    redeliverAllLeads: build.mutation<
      RedeliverAllLeadsApiResponse,
      RedeliverAllLeadsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/contactos/entregar`,
        method: "POST",
        body: queryArg,
      }),
    }),
    listCampaigns: build.query<ListCampaignsApiResponse, ListCampaignsApiArg>({
      query: () => ({ url: `/api/becas/campanas` }),
    }),
    openCampaign: build.mutation<OpenCampaignApiResponse, OpenCampaignApiArg>({
      query: (queryArg) => ({
        url: `/api/becas/campanas`,
        method: "POST",
        body: queryArg,
      }),
    }),
    closeCampaign: build.mutation<
      CloseCampaignApiResponse,
      CloseCampaignApiArg
    >({
      query: (queryArg) => ({
        url: `/api/becas/campanas/${queryArg.campanaId}/cerrar`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    listScholarshipCodes: build.query<
      ListScholarshipCodesApiResponse,
      ListScholarshipCodesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/becas/codigos`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    listScholarshipGrants: build.query<
      ListScholarshipGrantsApiResponse,
      ListScholarshipGrantsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/becas/otorgadas`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          codigo: queryArg.codigo,
        },
      }),
    }),
    allotScholarships: build.mutation<
      AllotScholarshipsApiResponse,
      AllotScholarshipsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/becas/campanas/${queryArg.campanaId}/codigos`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    closeScholarshipCode: build.mutation<
      CloseScholarshipCodeApiResponse,
      CloseScholarshipCodeApiArg
    >({
      query: (queryArg) => ({
        url: `/api/becas/codigos/${queryArg.codigoId}/cerrar`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    lookAtScholarship: build.mutation<
      LookAtScholarshipApiResponse,
      LookAtScholarshipApiArg
    >({
      query: (queryArg) => ({
        url: `/api/becas/consultar`,
        method: "POST",
        body: queryArg,
      }),
    }),
    redeemScholarship: build.mutation<
      RedeemScholarshipApiResponse,
      RedeemScholarshipApiArg
    >({
      query: (queryArg) => ({
        url: `/api/becas/canjear`,
        method: "POST",
        body: queryArg,
      }),
    }),
    listReviews: build.query<ListReviewsApiResponse, ListReviewsApiArg>({
      query: (queryArg) => ({
        url: `/api/resenas/curso/${queryArg.courseId}`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    ownReview: build.query<OwnReviewApiResponse, OwnReviewApiArg>({
      query: (queryArg) => ({ url: `/api/resenas/mia/${queryArg}` }),
    }),
    writeReview: build.mutation<WriteReviewApiResponse, WriteReviewApiArg>({
      query: (queryArg) => ({
        url: `/api/resenas/mia/${queryArg.courseId}`,
        method: "PUT",
        body: queryArg.body,
      }),
    }),
    withdrawReview: build.mutation<
      WithdrawReviewApiResponse,
      WithdrawReviewApiArg
    >({
      query: (queryArg) => ({
        url: `/api/resenas/mia/${queryArg}`,
        method: "DELETE",
      }),
    }),
    moderatedReviews: build.query<
      ModeratedReviewsApiResponse,
      ModeratedReviewsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/resenas/moderacion`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          estado: queryArg.estado,
        },
      }),
    }),
    hideReview: build.mutation<HideReviewApiResponse, HideReviewApiArg>({
      query: (queryArg) => ({
        url: `/api/resenas/${queryArg.courseId}/${queryArg.userId}/ocultar`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    restoreReview: build.mutation<
      RestoreReviewApiResponse,
      RestoreReviewApiArg
    >({
      query: (queryArg) => ({
        url: `/api/resenas/${queryArg.courseId}/${queryArg.userId}/restaurar`,
        method: "POST",
      }),
    }),
    mailStatus: build.query<MailStatusApiResponse, MailStatusApiArg>({
      query: () => ({ url: `/api/correos` }),
    }),
    retryMail: build.mutation<RetryMailApiResponse, RetryMailApiArg>({
      query: (queryArg) => ({
        url: `/api/correos/${queryArg.mailId}/reintentar`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    retryAllMail: build.mutation<RetryAllMailApiResponse, RetryAllMailApiArg>({
      query: (queryArg) => ({
        url: `/api/correos/reintentar`,
        method: "POST",
        body: queryArg,
      }),
    }),
    reactionStatus: build.query<
      ReactionStatusApiResponse,
      ReactionStatusApiArg
    >({
      query: () => ({ url: `/api/reacciones` }),
    }),
    retryReaction: build.mutation<
      RetryReactionApiResponse,
      RetryReactionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/reacciones/${queryArg.reactionId}/reintentar`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    retryAllReactions: build.mutation<
      RetryAllReactionsApiResponse,
      RetryAllReactionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/reacciones/reintentar`,
        method: "POST",
        body: queryArg,
      }),
    }),
    uploadFile: build.mutation<UploadFileApiResponse, UploadFileApiArg>({
      query: (queryArg) => ({
        url: `/api/files/upload`,
        method: "POST",
        body: queryArg.body,
        params: {
          bucket: queryArg.bucket,
        },
      }),
    }),
    listFiles: build.query<ListFilesApiResponse, ListFilesApiArg>({
      query: (queryArg) => ({
        url: `/api/files`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          bucket: queryArg.bucket,
        },
      }),
    }),
    rememberIntent: build.mutation<
      RememberIntentApiResponse,
      RememberIntentApiArg
    >({
      query: (queryArg) => ({
        url: `/api/intencion`,
        method: "POST",
        body: queryArg,
      }),
    }),
    takeIntent: build.mutation<TakeIntentApiResponse, TakeIntentApiArg>({
      query: () => ({ url: `/api/intencion/tomar`, method: "POST" }),
    }),
    reportFailure: build.mutation<
      ReportFailureApiResponse,
      ReportFailureApiArg
    >({
      query: (queryArg) => ({
        url: `/api/fallas`,
        method: "POST",
        body: queryArg,
      }),
    }),
    reportRefusal: build.mutation<
      ReportRefusalApiResponse,
      ReportRefusalApiArg
    >({
      query: (queryArg) => ({
        url: `/api/rechazos`,
        method: "POST",
        body: queryArg,
      }),
    }),
    setupState: build.query<SetupStateApiResponse, SetupStateApiArg>({
      query: () => ({ url: `/api/setup` }),
    }),
    setUp: build.mutation<SetUpApiResponse, SetUpApiArg>({
      query: (queryArg) => ({
        url: `/api/setup`,
        method: "POST",
        body: queryArg,
      }),
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
  username_confirmed: boolean;
  name: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  country: string | null;
  city: string | null;
  state_province: string | null;
  postal_code: string | null;
  bio: string | null;
  website: string | null;
  github: string | null;
  linkedin: string | null;
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
  resetToken?: string;
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
  cerrado: {
    sesiones: number;
    llaves: number;
  };
  google: boolean;
};
export type ResetPasswordApiArg = {
  token: string;
  newPassword: string;
};
export type ListUsersApiResponse = /** status 200 OK */ {
  id: number;
  username: string | null;
  username_confirmed: boolean;
  name: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  country: string | null;
  city: string | null;
  state_province: string | null;
  postal_code: string | null;
  bio: string | null;
  website: string | null;
  github: string | null;
  linkedin: string | null;
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
  username_confirmed: boolean;
  name: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  country: string | null;
  city: string | null;
  state_province: string | null;
  postal_code: string | null;
  bio: string | null;
  website: string | null;
  github: string | null;
  linkedin: string | null;
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
  username_confirmed: boolean;
  name: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  country: string | null;
  city: string | null;
  state_province: string | null;
  postal_code: string | null;
  bio: string | null;
  website: string | null;
  github: string | null;
  linkedin: string | null;
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
    city?: string | null;
    state_province?: string | null;
    postal_code?: string | null;
    bio?: string | null;
    website?: string | null;
    github?: string | null;
    linkedin?: string | null;
    profile_picture?: string | null;
    user_role?: number | "";
    tipo_usuario?: number | "";
    is_active?: boolean | "";
    contrasena?: string | null;
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
  html?: string;
  links: string[];
  sentAt: string;
}[];
export type DemoMailboxApiArg = void;
export type OwnAccountApiResponse = /** status 200 OK */ {
  id: number;
  tiene_contrasena: boolean;
  google: boolean;
  correo_pendiente: {
    correo: string;
    hasta: string;
    caducado: boolean;
  } | null;
  telefono: string | null;
  telefono_verificado: boolean;
  mensajes_de_texto: boolean;
  codigo_hasta: string | null;
  visibilidad: {
    [key: string]: "private" | "staff" | "everyone";
  };
  llaves: {
    id: string;
    nombre: string;
    creada: string;
    usada: string | null;
  }[];
  sesion_reciente: boolean;
};
export type OwnAccountApiArg = void;
export type ChangePasswordApiResponse = /** status 200 OK */ {
  message: string;
};
export type ChangePasswordApiArg = {
  actual?: string | null;
  nueva: string;
};
export type ProveApiResponse = /** status 200 OK */ {
  message: string;
  hasta: string;
};
export type ProveApiArg = {
  contrasena?: string | null;
  reto?: string | null;
  respuesta?: {
    [key: string]: any;
  };
};
export type ListSessionsApiResponse = /** status 200 OK */ {
  id: string;
  metodo: "password" | "google" | "demo" | "passkey";
  dispositivo: string | null;
  inicio: string;
  ultimo_uso: string;
  actual: boolean;
}[];
export type ListSessionsApiArg = void;
export type EndSessionApiResponse = /** status 200 OK */ {
  message: string;
};
export type EndSessionApiArg = string;
export type EndOtherSessionsApiResponse = /** status 200 OK */ {
  message: string;
};
export type EndOtherSessionsApiArg = void;
export type ResendEmailChangeApiResponse = /** status 200 OK */ {
  message: string;
};
export type ResendEmailChangeApiArg = void;
export type CancelEmailChangeApiResponse = /** status 200 OK */ {
  message: string;
};
export type CancelEmailChangeApiArg = void;
export type SetVisibilityApiResponse = /** status 200 OK */ {
  message: string;
};
export type SetVisibilityApiArg = {
  campo:
    | "first_name"
    | "last_name"
    | "username"
    | "country"
    | "city"
    | "state_province"
    | "postal_code"
    | "bio"
    | "website"
    | "github"
    | "linkedin"
    | "profile_picture";
  visible: "private" | "staff" | "everyone";
};
export type ConfirmUsernameApiResponse = /** status 200 OK */ {
  message: string;
};
export type ConfirmUsernameApiArg = void;
export type PublicProfileApiResponse = /** status 200 OK */ {
  id: number;
  nombre: string;
  foto: string | null;
  campos: {
    [key: string]: string;
  };
};
export type PublicProfileApiArg = {
  id: number;
  como?: "everyone" | "staff";
};
export type VerifyPhoneApiResponse = /** status 200 OK */ {
  verified: boolean;
  phone_number: string | null;
  message: string;
};
export type VerifyPhoneApiArg = {
  id: number;
  body: {
    phone_number?: string | null;
    code?: string | null;
  };
};
export type SendPhoneCodeApiResponse = /** status 200 OK */ {
  message: string;
};
export type SendPhoneCodeApiArg = void;
export type RemovePhoneApiResponse = /** status 200 OK */ {
  message: string;
};
export type RemovePhoneApiArg = void;
export type EraseAccountApiResponse = /** status 200 OK */ {
  message: string;
};
export type EraseAccountApiArg = {
  contrasena?: string | null;
};
export type ExportAccountApiResponse = /** status 200 OK */ any;
export type ExportAccountApiArg = void;
export type PasskeyOptionsApiResponse = /** status 200 OK */ {
  opciones: {
    [key: string]: any;
  };
};
export type PasskeyOptionsApiArg = void;
export type AddPasskeyApiResponse = /** status 201 OK */ {
  id: string;
  nombre: string;
  creada: string;
  usada: string | null;
};
export type AddPasskeyApiArg = {
  nombre: string;
  respuesta: {
    [key: string]: any;
  };
};
export type RenamePasskeyApiResponse = /** status 200 OK */ {
  message: string;
};
export type RenamePasskeyApiArg = {
  passkeyId: string;
  body: {
    nombre: string;
  };
};
export type RemovePasskeyApiResponse = /** status 200 OK */ {
  message: string;
};
export type RemovePasskeyApiArg = string;
export type PasskeyLoginOptionsApiResponse = /** status 200 OK */ {
  reto: string;
  opciones: {
    [key: string]: any;
  };
};
export type PasskeyLoginOptionsApiArg = void;
export type PasskeyLoginApiResponse = /** status 200 OK */ {
  message: string;
  token: string;
  user: {
    id: number;
  };
};
export type PasskeyLoginApiArg = {
  reto: string;
  respuesta: {
    [key: string]: any;
  };
};
export type GoogleStateApiResponse = /** status 200 OK */ {
  activo: boolean;
  clientId: string | null;
  demo: boolean;
  unToque: string | null;
};
export type GoogleStateApiArg = void;
export type OauthApiResponse = /** status 200 OK */ {
  message: string;
  token: string;
  user: {
    id: number;
  };
  nueva: boolean;
};
export type OauthApiArg = {
  token?: string | null;
  email?: string | null;
  givenName?: string | null;
  familyName?: string | null;
  googleId?: string | null;
  imageUrl?: string | null;
  username?: string | null;
  first_name?: string | null;
  last_name?: string | null;
};
export type ListCoursesApiResponse = /** status 200 OK */ {
  id: number;
  id_curso: number;
  slug: string;
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
  totalVideos: number;
  videosSinTexto: number;
  created_at: string;
  createdDate: string;
  actualizado: string;
  version: number;
}[];
export type ListCoursesApiArg = {
  search?: string | null;
  todos?: "0" | "1";
};
export type SearchCoursesApiResponse = /** status 200 OK */ {
  cursos: {
    id: number;
    id_curso: number;
    slug: string;
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
    totalVideos: number;
    videosSinTexto: number;
    created_at: string;
    createdDate: string;
    actualizado: string;
    version: number;
  }[];
  total: number;
  publicado: {
    cursos: number;
    sesiones: number;
    recursos: number;
  };
  facetas: {
    dificultad: {
      principiante: number;
      intermedio: number;
      avanzado: number;
    };
    ruta: {
      "no-code": number;
      code: number;
    };
    tipo: {
      Básico: number;
      Premium: number;
    };
    precio: {
      gratis: number;
      pagado: number;
    };
  };
  entendido: string | null;
  parcial: boolean;
  sugeridos: {
    id: number;
    id_curso: number;
    slug: string;
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
    totalVideos: number;
    videosSinTexto: number;
    created_at: string;
    createdDate: string;
    actualizado: string;
    version: number;
  }[];
  siguiente: string | null;
};
export type SearchCoursesApiArg = {
  limit?: number;
  cursor?: string;
  buscar?: string | null;
  orden?: "mejor" | "reciente" | "valorados";
  dificultad?: string;
  ruta?: string;
  tipo?: string;
  precio?: string;
};
export type ListCoursesByTierApiResponse = /** status 200 OK */ {
  id: number;
  id_curso: number;
  slug: string;
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
  totalVideos: number;
  videosSinTexto: number;
  created_at: string;
  createdDate: string;
  actualizado: string;
  version: number;
}[];
export type ListCoursesByTierApiArg = string;
export type GetCourseApiResponse = /** status 200 OK */ {
  id: number;
  id_curso: number;
  slug: string;
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
  totalVideos: number;
  videosSinTexto: number;
  created_at: string;
  createdDate: string;
  actualizado: string;
  version: number;
};
export type GetCourseApiArg = number;
export type UpdateCourseApiResponse = /** status 200 OK */ {
  id: number;
  id_curso: number;
  slug: string;
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
  totalVideos: number;
  videosSinTexto: number;
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
    precio?: number | string | (null | null);
    price?: number | string | (null | null);
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
  slug: string;
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
  totalVideos: number;
  videosSinTexto: number;
  created_at: string;
  createdDate: string;
  actualizado: string;
  version: number;
  curso: {
    id: number;
    id_curso: number;
    slug: string;
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
    totalVideos: number;
    videosSinTexto: number;
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
    slug: string;
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
    totalVideos: number;
    videosSinTexto: number;
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
    texto_video: ("subtitulos" | "transcripcion") | null;
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
      texto_video: ("subtitulos" | "transcripcion") | null;
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
        texto_video: ("subtitulos" | "transcripcion") | null;
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
  slug: string;
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
  totalVideos: number;
  videosSinTexto: number;
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
  precio?: number | string | (null | null);
  price?: number | string | (null | null);
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
  texto_video: ("subtitulos" | "transcripcion") | null;
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
    texto_video: ("subtitulos" | "transcripcion") | null;
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
  texto_video: ("subtitulos" | "transcripcion") | null;
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
  texto_video: ("subtitulos" | "transcripcion") | null;
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
  texto_video: ("subtitulos" | "transcripcion") | null;
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
  texto_video: ("subtitulos" | "transcripcion") | null;
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
  texto_video: ("subtitulos" | "transcripcion") | null;
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
    texto_video: ("subtitulos" | "transcripcion") | null;
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
    texto_video: ("subtitulos" | "transcripcion") | null;
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
    texto_video: ("subtitulos" | "transcripcion") | null;
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
  version: number;
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
  cambios: number;
  curso: {
    id: number;
    id_curso: number;
    slug: string;
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
    totalVideos: number;
    videosSinTexto: number;
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
      cambios: number;
      curso: {
        id: number;
        id_curso: number;
        slug: string;
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
        totalVideos: number;
        videosSinTexto: number;
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
  version: number;
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
  version: number;
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
  version: number;
};
export type CompleteClassApiArg = {
  userId: number;
  sessionId: number;
  body: {
    completado?: boolean;
    hecha?: string;
  };
};
export type CreateClassCompletionApiResponse = /** status 201 OK */ {
  message: string;
  id_usuario: number;
  id_sesion: number;
  completado: boolean;
  progreso: number;
  version: number;
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
    cambios: number;
    curso: {
      id: number;
      id_curso: number;
      slug: string;
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
      totalVideos: number;
      videosSinTexto: number;
      created_at: string;
      createdDate: string;
      actualizado: string;
      version: number;
    };
  }[];
};
export type PanelApiArg = number;
export type PanelAtApiResponse = /** status 200 OK */ {
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
    cambios: number;
    curso: {
      id: number;
      id_curso: number;
      slug: string;
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
      totalVideos: number;
      videosSinTexto: number;
      created_at: string;
      createdDate: string;
      actualizado: string;
      version: number;
    };
  }[];
};
export type PanelAtApiArg = {
  userId: number;
  fecha: string;
};
export type LearningFactsApiResponse = /** status 200 OK */ {
  posicion: string;
  tipo: string;
  fecha: string;
  id_curso: number;
  curso: string;
  clase: string | null;
  segundos: number | null;
}[];
export type LearningFactsApiArg = {
  userId: number;
  limit?: number;
  cursor?: string;
  sobre: "cursos" | "clases" | "tiempo";
};
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
  cambios: number;
  videos: {
    [key: string]: number;
  };
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
    cierra?: boolean;
  };
};
export type SaveVideoApiResponse = /** status 200 OK */ {
  message: string;
};
export type SaveVideoApiArg = {
  userId: number;
  body: {
    id_curso: number;
    video: string;
    segundo: number;
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
export type OpenResourceApiResponse = /** status 200 OK */ {
  message: string;
};
export type OpenResourceApiArg = number;
export type CourseResourcesApiResponse = /** status 200 OK */ {
  id_curso: number;
  comprueba: boolean;
  recursos: {
    id_recurso: number;
    id_sesion: number;
    titulo: string;
    link_recurso: string;
    tipo_recurso: number;
    id_modulo: number;
    modulo: string;
    clase: string;
    aperturas: number;
    personas: number;
    ultimaApertura: string | null;
    roto: {
      desde: string;
      motivo: "not-found" | "gone" | "no-host";
    } | null;
    externo: boolean;
  }[];
};
export type CourseResourcesApiArg = number;
export type BrokenLinksApiResponse = /** status 200 OK */ {
  id_curso: number;
  rotos: number;
}[];
export type BrokenLinksApiArg = void;
export type CheckLinkApiResponse = /** status 200 OK */ {
  estado: "funciona" | "roto" | "por-confirmar" | "sin-saber";
  motivo:
    | (
        | "not-found"
        | "gone"
        | "no-host"
        | "refused"
        | "timeout"
        | "no-name"
        | "unreachable"
        | "redirects"
        | "status"
      )
    | null;
};
export type CheckLinkApiArg = number;
export type CourseVideosApiResponse = /** status 200 OK */ {
  enlace: string;
  texto: ("subtitulos" | "transcripcion") | null;
  lugares: {
    titulo: string;
    modulo: string;
    clase: string | null;
  }[];
}[];
export type CourseVideosApiArg = number;
export type DeclareVideoTextApiResponse = /** status 200 OK */ {
  message: string;
};
export type DeclareVideoTextApiArg = {
  courseId: number;
  body: {
    enlace: string;
    texto: ("subtitulos" | "transcripcion") | null;
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
    avance: number | null;
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
export type ProjectionHistoryApiResponse = /** status 200 OK */ {
  consume: {
    tipo: string;
    cantidad: number;
    ultimo: string | null;
  }[];
  ultimo: {
    tipo: string;
    fecha: string;
  } | null;
  historia: {
    version: number;
    tipo: "reconstruccion" | "pausa" | "reanudacion" | "salto" | "regreso";
    fecha: string;
    quien: string | null;
    motivo: string | null;
    generacion: number | null;
    resultado:
      ("en-curso" | "lista" | "servida" | "cancelada" | "fallida") | null;
    fin: string | null;
    eventos: number | null;
    milisegundos: number | null;
    cambios: number | null;
    error: string | null;
    saltado: {
      posicion: string;
      tipo: string;
    } | null;
  }[];
  siguiente: string | null;
};
export type ProjectionHistoryApiArg = {
  nombre: string;
  limit?: number;
  cursor?: string;
};
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
export type TeachingOverviewApiResponse = /** status 200 OK */ {
  instructor: {
    id: number;
    nombre: string;
  };
  cifras: {
    id:
      | "cursosPublicados"
      | "inscripciones"
      | "activos"
      | "clasesSemana"
      | "cursosCompletados"
      | "valoracion"
      | "enRiesgo";
    valor: number | null;
    de: number | null;
    dias: {
      fecha: string;
      valor: number;
    }[];
  }[];
  cursos: {
    id: number;
    slug: string;
    nombre: string;
    publicado: boolean;
    inscripciones: number;
    activos: number;
    clasesSemana: number;
    progreso: number | null;
    cursosCompletados: number;
    valoracion: number | null;
    resenas: number;
    enRiesgo: number;
  }[];
  semanaDesde: string;
  activosDesde: string;
  diasActivos: number;
  diasRiesgo: number;
};
export type TeachingOverviewApiArg = number;
export type LearnersAtRiskApiResponse = /** status 200 OK */ {
  cursos: number[];
  dias: number;
  total: number;
  personas: {
    id_usuario: number;
    nombre: string | null;
    foto: string | null;
    activa: boolean;
    id_curso: number;
    curso: string;
    progreso: number;
    sesionesCompletadas: number;
    totalSesiones: number;
    ultimaActividad: string;
    diasSinActividad: number;
  }[];
};
export type LearnersAtRiskApiArg = {
  userId: number;
  curso?: number;
  limit?: number;
};
export type SiteApiResponse = /** status 200 OK */ {
  escuela: {
    nombre: string;
    logo: string | null;
    color: string | null;
    correo: string;
    telefono: string | null;
    direccion: string | null;
    horario: {
      dias: number[];
      abre: string;
      cierra: string;
      zona: string;
    };
    mensajeria: string | null;
    redes: {
      nombre: string;
      enlace: string;
    }[];
    mision: {
      texto: string;
      autor: string;
    };
    video: {
      enlace: string;
      titulo: string;
      subtitulos: boolean;
    } | null;
  };
  prensa: {
    fuente: string;
    logo: string | null;
    titulo: string;
    extracto: string;
    imagen: string | null;
    enlace: string | null;
    color: string;
    id: number;
  }[];
  testimonios: {
    nombre: string;
    papel: string | null;
    imagen: string | null;
    texto: string;
    id: number;
  }[];
  empleadores: {
    nombre: string;
    logo: string | null;
    enlace: string | null;
    id: number;
  }[];
  canales: {
    nombre: string;
    descripcion: string;
    categoria: "general" | "trabajos" | "herramientas" | "proyectos";
    miembros: number | null;
    miembros_al: string | null;
    miembros_fuente: string | null;
    id: number;
  }[];
  cifras: {
    lugar: "empleadores" | "empresas" | "consultoria";
    cifra: string;
    rotulo: string;
    fuente: string;
    responsable: string;
    fecha: string;
    id: number;
  }[];
  preguntas: {
    pregunta: string;
    respuesta: string;
    id: number;
  }[];
  politicas: {
    clave: string;
    titulo: string;
    texto: string;
    cantidad: number | null;
    unidad: string | null;
    valor: string | null;
    version: number;
    id: number;
  }[];
  precios: {
    plan: "premium";
    monto: number;
    moneda: "MXN" | "USD";
    periodo: "mes";
    desde: string;
  }[];
  metodosDePago: ("tarjeta" | "transferencia" | "paypal")[];
  becas: {
    id: string;
    nombre: string;
    otorgadas: number;
    tope: number;
    abierta: boolean;
  } | null;
  actualizado: string | null;
};
export type SiteApiArg = void;
export type SchoolInfoApiResponse = /** status 200 OK */ {
  nombre: string;
  logo: string | null;
  color: string | null;
  correo: string;
  telefono: string | null;
  direccion: string | null;
  horario: {
    dias: number[];
    abre: string;
    cierra: string;
    zona: string;
  };
  mensajeria: string | null;
  redes: {
    nombre: string;
    enlace: string;
  }[];
  mision: {
    texto: string;
    autor: string;
  };
  video: {
    enlace: string;
    titulo: string;
    subtitulos: boolean;
  } | null;
  secciones: (
    | "prensa"
    | "testimonios"
    | "empleadores"
    | "canales"
    | "cifras"
    | "preguntas"
    | "politicas"
  )[];
  politicas: string[];
};
export type SchoolInfoApiArg = void;
export type ChangeSchoolApiResponse = /** status 200 OK */ {
  message: string;
};
export type ChangeSchoolApiArg = {
  nombre?: string;
  logo?: string | null;
  color?: string | "" | (null | null);
  correo?: string;
  telefono?: string | null;
  direccion?: string | null;
  horario?: {
    dias: number[];
    abre: string;
    cierra: string;
    zona: string;
  };
  mensajeria?: string | null;
  servidor?: string | null;
  redes?: {
    nombre: string;
    enlace: string;
  }[];
  mision?: {
    texto: string;
    autor: string;
  };
  video?: {
    enlace: string;
    titulo: string;
    subtitulos: boolean;
  } | null;
  motivo?: string | null;
};
export type ManagedSiteApiResponse = /** status 200 OK */ {
  secciones: {
    prensa: {
      id: number;
      visible: boolean;
      quitado: boolean;
      version: number;
      creado: string;
      cambiado: string;
      contenido: {
        [key: string]: string | number | (null | null);
      };
    }[];
    testimonios: {
      id: number;
      visible: boolean;
      quitado: boolean;
      version: number;
      creado: string;
      cambiado: string;
      contenido: {
        [key: string]: string | number | (null | null);
      };
    }[];
    empleadores: {
      id: number;
      visible: boolean;
      quitado: boolean;
      version: number;
      creado: string;
      cambiado: string;
      contenido: {
        [key: string]: string | number | (null | null);
      };
    }[];
    canales: {
      id: number;
      visible: boolean;
      quitado: boolean;
      version: number;
      creado: string;
      cambiado: string;
      contenido: {
        [key: string]: string | number | (null | null);
      };
    }[];
    cifras: {
      id: number;
      visible: boolean;
      quitado: boolean;
      version: number;
      creado: string;
      cambiado: string;
      contenido: {
        [key: string]: string | number | (null | null);
      };
    }[];
    preguntas: {
      id: number;
      visible: boolean;
      quitado: boolean;
      version: number;
      creado: string;
      cambiado: string;
      contenido: {
        [key: string]: string | number | (null | null);
      };
    }[];
    politicas: {
      id: number;
      visible: boolean;
      quitado: boolean;
      version: number;
      creado: string;
      cambiado: string;
      contenido: {
        [key: string]: string | number | (null | null);
      };
    }[];
  };
  escuela: {
    nombre: string;
    logo: string | null;
    color: string | null;
    correo: string;
    telefono: string | null;
    direccion: string | null;
    horario: {
      dias: number[];
      abre: string;
      cierra: string;
      zona: string;
    };
    mensajeria: string | null;
    redes: {
      nombre: string;
      enlace: string;
    }[];
    mision: {
      texto: string;
      autor: string;
    };
    video: {
      enlace: string;
      titulo: string;
      subtitulos: boolean;
    } | null;
    servidor: string | null;
  };
  precios: {
    plan: "premium";
    monto: number;
    moneda: "MXN" | "USD";
    periodo: "mes";
    desde: string;
    fijado: string;
    vigente: boolean;
  }[];
  metodosDePago: ("tarjeta" | "transferencia" | "paypal")[];
  variables: {
    nombre: string;
    valor: string;
  }[];
};
export type ManagedSiteApiArg = void;
export type SchoolHistoryApiResponse = /** status 200 OK */ {
  cambios: {
    version: number;
    tipo: string;
    fecha: string;
    quien: string | null;
    motivo: string | null;
    elemento: {
      id: number;
      nombre: string;
    } | null;
    cambios: {
      campo: string;
      antes: string | null;
      despues: string | null;
    }[];
  }[];
  siguiente: string | null;
};
export type SchoolHistoryApiArg = {
  limit?: number;
  cursor?: string;
};
export type SetPlanPriceApiResponse = /** status 200 OK */ {
  message: string;
};
export type SetPlanPriceApiArg = {
  plan?: "premium";
  monto: number | string;
  moneda: "MXN" | "USD";
  desde: string;
  motivo?: string | null;
};
export type CancelPlanPriceApiResponse = /** status 200 OK */ {
  message: string;
};
export type CancelPlanPriceApiArg = {
  plan: "premium";
  desde: string;
  motivo?: string | null;
};
export type SetPaymentMethodsApiResponse = /** status 200 OK */ {
  message: string;
};
export type SetPaymentMethodsApiArg = {
  metodos?: ("tarjeta" | "transferencia" | "paypal")[];
  motivo?: string | null;
};
export type PriceHistoryApiResponse = /** status 200 OK */ {
  cambios: {
    version: number;
    tipo: string;
    fecha: string;
    quien: string | null;
    motivo: string | null;
    elemento: {
      id: number;
      nombre: string;
    } | null;
    cambios: {
      campo: string;
      antes: string | null;
      despues: string | null;
    }[];
  }[];
  siguiente: string | null;
};
export type PriceHistoryApiArg = {
  limit?: number;
  cursor?: string;
};
export type AddSiteItemApiResponse = /** status 201 OK */ {
  message: string;
  id: number;
};
export type AddSiteItemApiArg = {
  seccion:
    | "prensa"
    | "testimonios"
    | "empleadores"
    | "canales"
    | "cifras"
    | "preguntas"
    | "politicas";
  body: {
    contenido?: {
      [key: string]: any;
    };
    visible?: boolean;
    motivo?: string | null;
  };
};
export type EditSiteItemApiResponse = /** status 200 OK */ {
  message: string;
};
export type EditSiteItemApiArg = {
  seccion:
    | "prensa"
    | "testimonios"
    | "empleadores"
    | "canales"
    | "cifras"
    | "preguntas"
    | "politicas";
  itemId: number;
  body: {
    contenido?: {
      [key: string]: any;
    };
    motivo?: string | null;
  };
};
export type RemoveSiteItemApiResponse = /** status 200 OK */ {
  message: string;
};
export type RemoveSiteItemApiArg = {
  seccion:
    | "prensa"
    | "testimonios"
    | "empleadores"
    | "canales"
    | "cifras"
    | "preguntas"
    | "politicas";
  itemId: number;
  motivo?: string | null;
};
export type OrderSiteItemsApiResponse = /** status 200 OK */ {
  message: string;
};
export type OrderSiteItemsApiArg = {
  seccion:
    | "prensa"
    | "testimonios"
    | "empleadores"
    | "canales"
    | "cifras"
    | "preguntas"
    | "politicas";
  body: {
    orden: number[];
    motivo?: string | null;
  };
};
export type ShowSiteItemApiResponse = /** status 200 OK */ {
  message: string;
};
export type ShowSiteItemApiArg = {
  seccion:
    | "prensa"
    | "testimonios"
    | "empleadores"
    | "canales"
    | "cifras"
    | "preguntas"
    | "politicas";
  itemId: number;
  body: {
    motivo?: string | null;
  };
};
export type HideSiteItemApiResponse = /** status 200 OK */ {
  message: string;
};
export type HideSiteItemApiArg = {
  seccion:
    | "prensa"
    | "testimonios"
    | "empleadores"
    | "canales"
    | "cifras"
    | "preguntas"
    | "politicas";
  itemId: number;
  body: {
    motivo?: string | null;
  };
};
export type RestoreSiteItemApiResponse = /** status 200 OK */ {
  message: string;
};
export type RestoreSiteItemApiArg = {
  seccion:
    | "prensa"
    | "testimonios"
    | "empleadores"
    | "canales"
    | "cifras"
    | "preguntas"
    | "politicas";
  itemId: number;
  body: {
    motivo?: string | null;
  };
};
export type SiteHistoryApiResponse = /** status 200 OK */ {
  cambios: {
    version: number;
    tipo: string;
    fecha: string;
    quien: string | null;
    motivo: string | null;
    elemento: {
      id: number;
      nombre: string;
    } | null;
    cambios: {
      campo: string;
      antes: string | null;
      despues: string | null;
    }[];
  }[];
  siguiente: string | null;
};
export type SiteHistoryApiArg = {
  seccion:
    | "prensa"
    | "testimonios"
    | "empleadores"
    | "canales"
    | "cifras"
    | "preguntas"
    | "politicas";
  limit?: number;
  cursor?: string;
  elemento?: number;
};
export type CommunityApiResponse = /** status 200 OK */ {
  servidor: string | null;
  canales: {
    nombre: string;
    descripcion: string;
    categoria: "general" | "trabajos" | "herramientas" | "proyectos";
    miembros: number | null;
    miembros_al: string | null;
    miembros_fuente: string | null;
    id: number;
    enlace: string | null;
  }[];
};
export type CommunityApiArg = void;
export type CommunityUseApiResponse = /** status 200 OK */ {
  servidor: {
    aperturas: number;
    personas: number;
    ultimaApertura: string | null;
  } | null;
  canales: {
    id: number;
    aperturas: number;
    personas: number;
    ultimaApertura: string | null;
  }[];
};
export type CommunityUseApiArg = void;
export type OpenChannelApiResponse = /** status 200 OK */ {
  message: string;
};
export type OpenChannelApiArg = "principal" | number;
export type CaptureLeadApiResponse = /** status 200 OK */ {
  message: string;
};
export type CaptureLeadApiArg = {
  curso: string;
  nombre: string;
  correo: string;
  telefono: string;
  fecha?: string | null;
  tipo?: ("curso" | "beca" | "empresa" | "consultoria") | "";
  id_curso?: number | "";
  empresa?: string | null;
  mensaje?: string | null;
  consentimiento?: string | null;
  campana?: string | null;
  sitio_web?: string | null;
};
export type ListLeadsApiResponse = /** status 200 OK */ {
  contactos: {
    id: string;
    tipo: "curso" | "beca" | "empresa" | "consultoria";
    asunto: string;
    id_curso: number | null;
    nombre: string | null;
    correo: string | null;
    telefono: string | null;
    empresa: string | null;
    mensaje: string | null;
    consentimiento: string | null;
    campana: string | null;
    estado: "nuevo" | "contactado" | "convertido" | "descartado";
    fecha: string;
    cambiado: string;
    borrado: boolean;
    notas: {
      fecha: string;
      quien: string | null;
      texto: string | null;
    }[];
    entrega: {
      estado: "ninguna" | "entregada" | "reintentando" | "fallida";
      id: string | null;
      intentos: number;
      error: string | null;
      fecha: string | null;
    };
    promesa: {
      vence: string;
      riesgo: string;
      estado: "cumplida" | "a-tiempo" | "en-riesgo" | "vencida";
    } | null;
  }[];
  siguiente: string | null;
};
export type ListLeadsApiArg = {
  limit?: number;
  cursor?: string;
  estado?: "nuevo" | "contactado" | "convertido" | "descartado";
  tipo?: "curso" | "beca" | "empresa" | "consultoria";
  buscar?: string | null;
  entrega?: "ninguna" | "entregada" | "reintentando" | "fallida";
};
export type LeadCountsApiResponse = /** status 200 OK */ {
  estados: {
    estado: "nuevo" | "contactado" | "convertido" | "descartado";
    cantidad: number;
  }[];
  promesas: {
    enRiesgo: number;
    vencidas: number;
  };
  fallidas: number;
  entrega: boolean;
};
export type LeadCountsApiArg = void;
export type ExportLeadsApiResponse = /** status 200 OK */ string;
export type ExportLeadsApiArg = {
  estado?: "nuevo" | "contactado" | "convertido" | "descartado";
  tipo?: "curso" | "beca" | "empresa" | "consultoria";
  buscar?: string | null;
  entrega?: "ninguna" | "entregada" | "reintentando" | "fallida";
};
export type GetLeadApiResponse = /** status 200 OK */ {
  id: string;
  tipo: "curso" | "beca" | "empresa" | "consultoria";
  asunto: string;
  id_curso: number | null;
  nombre: string | null;
  correo: string | null;
  telefono: string | null;
  empresa: string | null;
  mensaje: string | null;
  consentimiento: string | null;
  campana: string | null;
  estado: "nuevo" | "contactado" | "convertido" | "descartado";
  fecha: string;
  cambiado: string;
  borrado: boolean;
  notas: {
    fecha: string;
    quien: string | null;
    texto: string | null;
  }[];
  entrega: {
    estado: "ninguna" | "entregada" | "reintentando" | "fallida";
    id: string | null;
    intentos: number;
    error: string | null;
    fecha: string | null;
  };
  promesa: {
    vence: string;
    riesgo: string;
    estado: "cumplida" | "a-tiempo" | "en-riesgo" | "vencida";
  } | null;
};
export type GetLeadApiArg = string;
export type EraseLeadApiResponse = /** status 200 OK */ {
  message: string;
};
export type EraseLeadApiArg = string;
export type ChangeLeadStatusApiResponse = /** status 200 OK */ {
  message: string;
};
export type ChangeLeadStatusApiArg = {
  leadId: string;
  body: {
    estado?: "nuevo" | "contactado" | "convertido" | "descartado";
    motivo?: string | null;
  };
};
export type NoteLeadApiResponse = /** status 200 OK */ {
  message: string;
};
export type NoteLeadApiArg = {
  leadId: string;
  body: {
    texto?: string | null;
  };
};
export type RedeliverLeadApiResponse = /** status 200 OK */ {
  message: string;
};
export type RedeliverLeadApiArg = string;
export type RedeliverAllLeadsApiResponse = /** status 200 OK */ {
  message: string;
  reintentados: number;
  quedan: number;
};
export type RedeliverAllLeadsApiArg = {
  motivo?: string | null;
};
export type ListCampaignsApiResponse = /** status 200 OK */ {
  id: string;
  nombre: string;
  tope: number;
  repartidas: number;
  otorgadas: number;
  abierta: boolean;
  creada: string;
}[];
export type ListCampaignsApiArg = void;
export type OpenCampaignApiResponse = /** status 201 OK */ {
  message: string;
  id: string;
};
export type OpenCampaignApiArg = {
  nombre: string;
  tope?: number;
  motivo?: string | null;
};
export type CloseCampaignApiResponse = /** status 200 OK */ {
  message: string;
};
export type CloseCampaignApiArg = {
  campanaId: string;
  body: {
    motivo?: string | null;
  };
};
export type ListScholarshipCodesApiResponse = /** status 200 OK */ {
  codigos: {
    id: string;
    codigo: string;
    campana: string;
    organizacion: string;
    becas: number;
    otorgadas: number;
    id_curso: number | null;
    vence: string | null;
    abierto: boolean;
    creado: string;
  }[];
  siguiente: string | null;
};
export type ListScholarshipCodesApiArg = {
  limit?: number;
  cursor?: string;
};
export type ListScholarshipGrantsApiResponse = /** status 200 OK */ {
  otorgadas: {
    id_codigo: string;
    organizacion: string;
    id_usuario: number;
    persona: string | null;
    id_curso: number;
    curso: string | null;
    fecha: string;
  }[];
  siguiente: string | null;
};
export type ListScholarshipGrantsApiArg = {
  limit?: number;
  cursor?: string;
  codigo?: string | null;
};
export type AllotScholarshipsApiResponse = /** status 201 OK */ {
  message: string;
  id: string;
  codigo: string;
};
export type AllotScholarshipsApiArg = {
  campanaId: string;
  body: {
    organizacion?: string | null;
    becas?: number;
    id_curso?: number | "";
    vence?: string | "" | (null | null);
    contacto?: string | null;
    motivo?: string | null;
  };
};
export type CloseScholarshipCodeApiResponse = /** status 200 OK */ {
  message: string;
};
export type CloseScholarshipCodeApiArg = {
  codigoId: string;
  body: {
    motivo?: string | null;
  };
};
export type LookAtScholarshipApiResponse = /** status 200 OK */ {
  organizacion: string;
  id_curso: number | null;
  curso: string | null;
  vence: string | null;
};
export type LookAtScholarshipApiArg = {
  codigo?: string | null;
  id_curso?: number | "";
};
export type RedeemScholarshipApiResponse = /** status 200 OK */ {
  message: string;
  id_curso: number;
};
export type RedeemScholarshipApiArg = {
  codigo?: string | null;
  id_curso?: number | "";
};
export type ListReviewsApiResponse = /** status 200 OK */ {
  promedio: number | null;
  total: number;
  distribucion: number[];
  resenas: {
    id: string;
    autor: string | null;
    foto: string | null;
    estrellas: number;
    texto: string | null;
    publicada: string;
    editada: string | null;
  }[];
  siguiente: string | null;
};
export type ListReviewsApiArg = {
  courseId: number;
  limit?: number;
  cursor?: string;
};
export type OwnReviewApiResponse = /** status 200 OK */ {
  resena: {
    estrellas: number;
    texto: string;
    publicada: string;
    editada: string | null;
    oculta: {
      motivo: string;
    } | null;
  } | null;
  autor: string | null;
  foto: string | null;
  puede: boolean;
  impedimento:
    | (
        | "REVIEW_OWN_COURSE"
        | "NOT_ENROLLED"
        | "REVIEW_TOO_EARLY"
        | "EMAIL_NOT_VERIFIED"
      )
    | null;
  progreso: number;
  minimo: number;
};
export type OwnReviewApiArg = number;
export type WriteReviewApiResponse = /** status 200 OK */ {
  message: string;
  oculta: boolean;
};
export type WriteReviewApiArg = {
  courseId: number;
  body: {
    estrellas: number;
    texto?: string;
  };
};
export type WithdrawReviewApiResponse = /** status 200 OK */ {
  message: string;
};
export type WithdrawReviewApiArg = number;
export type ModeratedReviewsApiResponse = /** status 200 OK */ {
  resenas: {
    id_curso: number;
    id_usuario: number;
    curso: string;
    autor: string | null;
    estrellas: number;
    texto: string | null;
    publicada: string;
    editada: string | null;
    estado: "visible" | "oculta";
    motivo: string | null;
    ocultada: string | null;
    ocultadaPor: string | null;
  }[];
  siguiente: string | null;
};
export type ModeratedReviewsApiArg = {
  limit?: number;
  cursor?: string;
  estado?: "visible" | "oculta";
};
export type HideReviewApiResponse = /** status 200 OK */ {
  message: string;
};
export type HideReviewApiArg = {
  courseId: number;
  userId: number;
  body: {
    motivo: string;
  };
};
export type RestoreReviewApiResponse = /** status 200 OK */ {
  message: string;
};
export type RestoreReviewApiArg = {
  courseId: number;
  userId: number;
};
export type MailStatusApiResponse = /** status 200 OK */ {
  salida: "smtp" | "buzon";
  esperando: number;
  fallidos: number;
  filas: {
    id: string;
    asunto: string;
    id_usuario: number;
    estado: "esperando" | "fallido";
    intentos: number;
    error: string | null;
    creado: string;
    fecha: string;
    reintentable: boolean;
  }[];
};
export type MailStatusApiArg = void;
export type RetryMailApiResponse = /** status 200 OK */ {
  message: string;
};
export type RetryMailApiArg = {
  mailId: string;
  body: {
    motivo?: string | null;
  };
};
export type RetryAllMailApiResponse = /** status 200 OK */ {
  message: string;
  reintentados: number;
  quedan: number;
};
export type RetryAllMailApiArg = {
  motivo?: string | null;
};
export type ReactionStatusApiResponse = /** status 200 OK */ {
  filas: {
    id: string;
    reaccion: string;
    evento: string;
    posicion: string;
    error: string;
    intentos: number;
    fecha: string;
  }[];
  mas: boolean;
  archivos: {
    motivo: "otra-escuela" | "demasiados";
    total: number;
    desconocidos: number;
  } | null;
};
export type ReactionStatusApiArg = void;
export type RetryReactionApiResponse = /** status 200 OK */ {
  message: string;
};
export type RetryReactionApiArg = {
  reactionId: string;
  body: {
    motivo?: string | null;
  };
};
export type RetryAllReactionsApiResponse = /** status 200 OK */ {
  message: string;
  reintentados: number;
  mas: boolean;
};
export type RetryAllReactionsApiArg = {
  motivo?: string | null;
};
export type UploadFileApiResponse = /** status 200 OK */ {
  urls: string[];
  files: {
    id: string;
    fileUrl: string;
    mime: string;
    bytes: number;
    sha256: string;
  }[];
};
export type UploadFileApiArg = {
  bucket?: ("img_perfiluser" | "img_curso" | "img_sitio" | "recursos") | "";
  body: {
    bucket?: ("img_perfiluser" | "img_curso" | "img_sitio" | "recursos") | "";
    file?: Blob[];
    files?: Blob[];
  };
};
export type ListFilesApiResponse = /** status 200 OK */ {
  id: string;
  bucket: "img_perfiluser" | "img_curso" | "img_sitio" | "recursos";
  fileUrl: string;
  bytes: number;
  usuario: number;
  guardado: string;
  usos: number;
  se_borra: string | null;
}[];
export type ListFilesApiArg = {
  limit?: number;
  cursor?: string;
  bucket?: ("img_perfiluser" | "img_curso" | "img_sitio" | "recursos") | "";
};
export type RememberIntentApiResponse = /** status 200 OK */ {
  message: string;
};
export type RememberIntentApiArg = {
  id_curso?: number;
  codigo?: string | null;
  compra?: "premium" | number;
};
export type TakeIntentApiResponse = /** status 200 OK */ {
  id_curso: number | null;
  codigo: string | null;
  compra: ("premium" | number) | null;
};
export type TakeIntentApiArg = void;
export type ReportFailureApiResponse = /** status 200 OK */ {
  message: string;
};
export type ReportFailureApiArg = {
  referencia: string;
  mensaje: string;
  lugar: string;
};
export type ReportRefusalApiResponse = /** status 200 OK */ {
  message: string;
};
export type ReportRefusalApiArg = {
  lugar: string;
};
export type SetupStateApiResponse = /** status 200 OK */ {
  needed: boolean;
  missing?: {
    id: "mail" | "payments" | "google" | "phone" | "files" | "publicAddress";
    variable: string | null;
  }[];
  begun?: {
    name: boolean;
    logo: boolean;
    course: boolean;
  };
};
export type SetupStateApiArg = void;
export type SetUpApiResponse = /** status 201 OK */ {
  message: string;
  token: string;
  user: {
    id: number;
  };
};
export type SetUpApiArg = {
  code: string;
  first_name: string;
  last_name?: string | null;
  username: string;
  email: string;
  password: string;
  school?: string | null;
};
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
  useOwnAccountQuery,
  useChangePasswordMutation,
  useProveMutation,
  useListSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useResendEmailChangeMutation,
  useCancelEmailChangeMutation,
  useSetVisibilityMutation,
  useConfirmUsernameMutation,
  usePublicProfileQuery,
  useVerifyPhoneMutation,
  useSendPhoneCodeMutation,
  useRemovePhoneMutation,
  useEraseAccountMutation,
  useExportAccountQuery,
  usePasskeyOptionsMutation,
  useAddPasskeyMutation,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
  usePasskeyLoginOptionsMutation,
  usePasskeyLoginMutation,
  useGoogleStateQuery,
  useOauthMutation,
  useListCoursesQuery,
  useSearchCoursesQuery,
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
  usePanelAtQuery,
  useLearningFactsQuery,
  useLearnerCourseQuery,
  useHeartbeatMutation,
  useSaveVideoMutation,
  useSaveLastViewMutation,
  useOpenResourceMutation,
  useCourseResourcesQuery,
  useBrokenLinksQuery,
  useCheckLinkMutation,
  useCourseVideosQuery,
  useDeclareVideoTextMutation,
  useOverviewQuery,
  useListProjectionsQuery,
  useProjectionHistoryQuery,
  useReplayProjectionMutation,
  useCancelReplayMutation,
  useSwitchProjectionMutation,
  useReturnProjectionMutation,
  usePauseProjectionMutation,
  useResumeProjectionMutation,
  useSkipPoisonMutation,
  useEventDictionaryQuery,
  useTeachingOverviewQuery,
  useLearnersAtRiskQuery,
  useSiteQuery,
  useSchoolInfoQuery,
  useChangeSchoolMutation,
  useManagedSiteQuery,
  useSchoolHistoryQuery,
  useSetPlanPriceMutation,
  useCancelPlanPriceMutation,
  useSetPaymentMethodsMutation,
  usePriceHistoryQuery,
  useAddSiteItemMutation,
  useEditSiteItemMutation,
  useRemoveSiteItemMutation,
  useOrderSiteItemsMutation,
  useShowSiteItemMutation,
  useHideSiteItemMutation,
  useRestoreSiteItemMutation,
  useSiteHistoryQuery,
  useCommunityQuery,
  useCommunityUseQuery,
  useOpenChannelMutation,
  useCaptureLeadMutation,
  useListLeadsQuery,
  useLeadCountsQuery,
  useExportLeadsQuery,
  useGetLeadQuery,
  useEraseLeadMutation,
  useChangeLeadStatusMutation,
  useNoteLeadMutation,
  useRedeliverLeadMutation,
  useRedeliverAllLeadsMutation,
  useListCampaignsQuery,
  useOpenCampaignMutation,
  useCloseCampaignMutation,
  useListScholarshipCodesQuery,
  useListScholarshipGrantsQuery,
  useAllotScholarshipsMutation,
  useCloseScholarshipCodeMutation,
  useLookAtScholarshipMutation,
  useRedeemScholarshipMutation,
  useListReviewsQuery,
  useOwnReviewQuery,
  useWriteReviewMutation,
  useWithdrawReviewMutation,
  useModeratedReviewsQuery,
  useHideReviewMutation,
  useRestoreReviewMutation,
  useMailStatusQuery,
  useRetryMailMutation,
  useRetryAllMailMutation,
  useReactionStatusQuery,
  useRetryReactionMutation,
  useRetryAllReactionsMutation,
  useUploadFileMutation,
  useListFilesQuery,
  useRememberIntentMutation,
  useTakeIntentMutation,
  useReportFailureMutation,
  useReportRefusalMutation,
  useSetupStateQuery,
  useSetUpMutation,
} = injectedRtkApi;
