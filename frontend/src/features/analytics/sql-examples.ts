/** Questions to begin with; the first one is there when the page opens. */
export const examples = {
  types: 'SELECT tipo, count(*) AS eventos\nFROM eventos\nGROUP BY tipo\nORDER BY eventos DESC',
  days: 'SELECT dia, count(*) AS eventos\nFROM eventos\nGROUP BY dia\nORDER BY dia DESC\nLIMIT 60',
  classes:
    "SELECT datos ->> 'courseId' AS curso, count(*) AS clases\nFROM eventos\nWHERE tipo = 'ClassCompleted'\nGROUP BY curso\nORDER BY clases DESC",
  firstClass: `SELECT curso, count(*) AS personas, round(avg(date_diff('hour', desde::TIMESTAMP, primera::TIMESTAMP)) / 24, 1) AS dias
FROM (
  SELECT datos ->> 'userId' AS quien, datos ->> 'courseId' AS curso, min(fecha) AS desde
  FROM eventos WHERE tipo = 'LearnerEnrolled' GROUP BY 1, 2
)
JOIN (
  SELECT datos ->> 'userId' AS quien, datos ->> 'courseId' AS curso, min(fecha) AS primera
  FROM eventos WHERE tipo = 'ClassCompleted' GROUP BY 1, 2
) USING (quien, curso)
GROUP BY curso
ORDER BY dias`,
  rhythm: `SELECT titulo, count(*) AS alumnos, round(avg(i.clases), 1) AS clases, count(i.terminado) AS terminaron
FROM inscripciones i JOIN cursos USING (curso)
WHERE inscrito
GROUP BY curso, titulo
ORDER BY alumnos DESC`,
} as const;

/** The columns of the table of events, in the order in which the page explains them. */
export const tableColumns = [
  ...(['tipo', 'categoria', 'flujo', 'numero', 'fecha', 'dia', 'quien', 'rol'] as const),
  ...(['datos', 'metadatos', 'acto', 'posicion', 'id'] as const),
] as const;
