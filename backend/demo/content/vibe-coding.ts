import type { DemoCourse } from './types.ts';

export const vibeCoding: DemoCourse = {
  slug: 'vibe-coding',
  nombre: 'Vibe Coding',
  descripcion:
    'Construye una aplicación web dirigiendo a un agente de IA: la especificas, la revisas, la pruebas y la publicas con cuidado. Aprenderás cuándo dejarte llevar y cuándo frenar, para que lo que lances funcione y proteja a quienes lo usan.',
  tipo: 'Premium',
  categoria: 'Programación',
  dificultad: 'intermedio',
  ruta: 'code',
  duracion: '2 semanas',
  precio: 1299,
  modulos: [
    {
      nombre: 'De la idea a un plan',
      descripcion: 'Qué es el vibe coding, con qué herramientas se practica y cómo escribir una especificación que un agente pueda seguir.',
      contenido: `Un agente de programación puede escribir en diez minutos lo que antes tomaba dos días. También puede escribir, en los mismos diez minutos, lo que no pediste. La diferencia casi nunca está en el modelo: está en la claridad de quien lo dirige.

Durante el curso construirás **Mi Tanda**, una aplicación para organizar tandas entre familiares o colegas: quién participa, cuánto aporta, a quién le toca y qué pagos faltan. Es pequeña, pero maneja dinero ajeno y datos personales, así que obliga a trabajar en serio.

En este módulo eliges herramientas, preparas un proyecto que siempre puedas deshacer y escribes la especificación de una página que guiará todo lo demás.

Necesitas bases de programación y saber usar una terminal. No importa si no dominas JavaScript.`,
      objetivos: [
        'Distinguir vibe coding de desarrollo asistido y decidir cuál conviene',
        'Elegir una herramienta según el control y el riesgo del proyecto',
        'Preparar un repositorio con puntos de retorno seguros',
        'Escribir una especificación breve y las instrucciones del proyecto',
      ],
      clases: [
        {
          titulo: 'Programar conversando',
          descripcion: 'El origen del término, su alcance y sus límites.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'Qué es y qué no es vibe coding',
              descripcion: 'De dónde viene la idea y en qué proyectos tiene sentido.',
              texto: `## Un nombre con fecha

En febrero de 2025, Andrej Karpathy llamó *vibe coding* a una forma de programar en la que te entregas a la conversación con el modelo, aceptas sus cambios y hasta olvidas que el código existe. Hablaba de proyectos de fin de semana. El nombre gustó tanto que hoy se usa para casi cualquier cosa hecha con IA, y eso confunde.

Conviene separar dos prácticas:

| | Vibe coding puro | Desarrollo asistido |
| --- | --- | --- |
| ¿Lees el código? | Casi nunca | Sí, cada cambio |
| ¿Cómo validas? | Usando la aplicación | Revisión y pruebas |
| ¿Sirve para? | Prototipos, uso personal | Lo que usan otras personas |
| Si falla | Lo rehaces | Respondes por el daño |

En este curso te moverás entre ambas **a propósito**. Un prototipo para enseñarle la idea a tu tía puede ser vibe coding puro. La versión donde ocho personas registran pagos de 1,500 pesos quincenales, no.

## Tres preguntas para decidir

1. **¿Quién sale afectado si falla?** Solo tú, o también terceros.
2. **¿Qué datos toca?** Colores favoritos o números de teléfono.
3. **¿Se puede deshacer?** Borrar un dibujo no es igual que enviar una transferencia.

Si alguna respuesta te incomoda, baja la velocidad: lee, prueba y pide otra opinión.

## Lo que no cambia

El agente propone; tú respondes. Frente a tus usuarias, «lo escribió la IA» no es una explicación. Por eso la habilidad central no es redactar prompts bonitos, sino **definir qué es correcto y comprobarlo**.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Cuánto soltar',
              descripcion: 'Tres formas de software y el control que gradúa la autonomía de la IA.',
              texto: `## Tres formas de software

Andrej Karpathy propone una división que ayuda a pensar. La **1.0** es código escrito a mano; la **2.0** son los pesos de una red neuronal; la **3.0** son instrucciones en lenguaje natural. Las tres conviven en un mismo producto: tu aplicación tiene reglas exactas, un modelo que clasifica y un agente al que le hablas.

## Inteligencia dispareja

Un modelo puede resolver un problema muy difícil y fallar en otro que haría una niña. No supongas que, si acertó en lo complejo, acertará en lo simple.

## El control deslizante

Las buenas herramientas te dejan elegir cuánto delegar. En **Mi Tanda** podría verse así:

| Nivel | Qué haces tú | Cuándo conviene |
| --- | --- | --- |
| Completar una línea | Escribes y aceptas | Cálculo del monto por turno |
| Cambiar un archivo | Lees la diferencia completa | Permisos y registro de pagos |
| Construir una función | Pruebas y lees lo delicado | Recordatorios, reportes |
| Hacerlo todo | Compruebas el resultado | Colores, página de preguntas |

## Generar y verificar

Si la IA genera rápido y tú verificas lento, tú eres el cuello de botella. Hay dos salidas: hacer fácil la verificación, con pruebas y datos de ejemplo, y mantener a la IA con correa corta, en pasos que quepan en tu cabeza.

## Tu regla

Escribe tres renglones: «Delego por completo cuando…», «Reviso línea por línea cuando…» y «No delego nunca…». La retomarás en el último módulo para ver si la experiencia la cambió.`,
              duracion: 3,
            },
          ],
          recursos: [
            {
              titulo: 'Simon Willison: Not all AI-assisted programming is vibe coding (inglés)',
              enlace: 'https://simonwillison.net/2025/Mar/19/vibe-coding/',
              tipo: 1,
            },
          ],
        },
        {
          titulo: 'Herramientas y punto de retorno',
          descripcion: 'Elige tu herramienta y protege el proyecto antes de la primera instrucción.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'Elige herramienta sin casarte con ella',
              descripcion: 'Tres familias de herramientas y un criterio para comparar costos, permisos y privacidad.',
              texto: `## Tres familias

| Familia | Ejemplos | Te conviene si |
| --- | --- | --- |
| Constructores en el navegador | Lovable, Replit, Bolt | Quieres un prototipo visible hoy |
| Editores con IA | Cursor, VS Code con GitHub Copilot | Quieres leer y tocar el código |
| Agentes de terminal | Claude Code, Codex, Gemini CLI | Quieres delegar tareas completas sobre un repositorio |

Las fronteras se mueven: casi todas ya ofrecen un modo agente. Los precios y nombres cambian cada pocos meses, así que aprende el **método**, que se traslada, y consulta el costo el día que lo necesites.

## Cinco preguntas antes de elegir

1. **¿El código es mío y puedo llevármelo?** Debe poder exportarse a un repositorio Git.
2. **¿Cómo cobra?** Suscripción fija, créditos por mensaje o consumo. Pon un tope de gasto.
3. **¿Qué ve?** Revisa si usa tu código para entrenar y cómo desactivarlo.
4. **¿Qué puede ejecutar?** Leer archivos no es lo mismo que correr comandos o navegar.
5. **¿Puedo revisar cada cambio antes de aceptarlo?**

## Permisos: empieza cerrado

Un agente con permiso para todo puede borrar archivos o instalar un paquete malicioso siguiendo un texto que leyó en internet. Ese ataque se llama **inyección de instrucciones**: alguien esconde una orden en una página o en un archivo y el agente la obedece.

- Trabaja en una carpeta dedicada, nunca en tu carpeta de usuario.
- Exige confirmación para borrar, instalar y publicar.
- No le des claves de producción ni acceso a tu banca en línea.
- Si necesitas autonomía total, úsalo dentro de un contenedor o máquina virtual.

Para este curso sirve cualquier herramienta de la segunda o tercera familia.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Git: tu botón de deshacer',
              descripcion: 'Configura un repositorio para que ningún experimento te cueste el proyecto.',
              texto: `## Por qué es obligatorio

Un agente modifica veinte archivos en un minuto. Si el resultado es peor, necesitas volver al estado anterior sin adivinar. El «deshacer» del editor no alcanza; Git sí.

## Prepara el proyecto

\`\`\`bash
mkdir mi-tanda
cd mi-tanda
git init -b main
printf 'node_modules/\\n.env\\n.env.*\\n!.env.example\\n' > .gitignore
git add .gitignore
git commit -m "Inicio del proyecto"
\`\`\`

El archivo \`.gitignore\` va **antes** que todo lo demás: así las claves guardadas en \`.env\` nunca entran al historial. En PowerShell no existe \`printf\`; crea el archivo con tu editor, una regla por renglón.

## La rutina de cada tarea

1. Empieza limpio: \`git status\` no debe mostrar cambios.
2. Crea una rama: \`git switch -c registrar-pagos\`.
3. Pide un cambio pequeño al agente.
4. Mira qué tocó: \`git status\` para los archivos nuevos y \`git diff\` para los modificados.
5. Pruébalo. Si sirve, guarda:

\`\`\`bash
git add -A
git commit -m "Registra el pago de un participante"
\`\`\`

6. Si no sirve, regresa al último punto seguro:

\`\`\`bash
git restore .     # descarta cambios en archivos ya registrados
git clean -nd     # muestra qué archivos nuevos se borrarían
git clean -fd     # los borra
\`\`\`

Ejecuta primero la versión con \`-n\`: \`git clean -fd\` no tiene vuelta atrás.

## Tamaño correcto

Si no puedes describir el commit en una frase sin la palabra «y», pediste demasiado. «Registra pagos y cambia el diseño y corrige el menú» son tres tareas.

## Copia fuera de tu computadora

Sube el repositorio a un servicio como GitHub, en modo **privado**. Y verifica qué subes: abre el repositorio en el navegador y confirma que no aparece ningún \`.env\`.`,
              duracion: 3,
            },
            {
              tipo: 'ejercicio',
              titulo: 'Ponle pruebas a un encargo',
              descripcion: 'Escribe una función y deja que sus pruebas digan si está lista, como harás con lo que escriba un agente.',
              texto: `En una tanda, cada semana una persona recibe lo que aportaron todas. Escribe \`turno\`, que recibe la lista de participantes y el número de semana, y dice a quién le toca:

- La semana 1 le toca a la primera persona de la lista.
- Al terminar la lista, empieza otra vez.
- Si no hay participantes, la respuesta es \`null\`.

Antes de escribir, lee las pruebas: son la parte del encargo que no se puede malinterpretar.

\`\`\`js inicio
function turno(participantes, semana) {
  // tu código
}
\`\`\`

\`\`\`js pruebas
turno(['Ana', 'Luis', 'Mar'], 1) // 'Ana'
turno(['Ana', 'Luis', 'Mar'], 3) // 'Mar'
turno(['Ana', 'Luis', 'Mar'], 4) // 'Ana'
turno(['Ana', 'Luis', 'Mar'], 14) // 'Luis'
turno([], 1) // null
\`\`\``,
              duracion: 10,
            },
          ],
          recursos: [
            { titulo: 'Libro Pro Git en español', enlace: 'https://git-scm.com/book/es/v2', tipo: 1 },
            { titulo: 'Documentación de GitHub Copilot en español', enlace: 'https://docs.github.com/es/copilot', tipo: 1 },
            { titulo: 'Documentación de Claude Code', enlace: 'https://code.claude.com/docs/es/overview', tipo: 1 },
          ],
        },
        {
          titulo: 'Especificar bien',
          descripcion: 'Convierte una idea en instrucciones que se puedan comprobar.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'La especificación de una página',
              descripcion: 'Escribe qué debe hacer tu aplicación, qué no y cómo sabrás que funciona.',
              texto: `## El problema de pedir «una app de tandas»

El agente llenará los huecos con lo más común en internet: quizá agregue pasarela de pagos, inicio de sesión con redes sociales y un panel que nadie pidió. Cada hueco que no decides tú, lo decide el promedio.

## Cinco apartados

1. **Problema y persona.** Quién la usa y qué le duele hoy.
2. **Flujos.** Tres a cinco, contados como una historia.
3. **Reglas.** Lo que siempre debe cumplirse.
4. **Fuera de alcance.** Lo que no hará.
5. **Criterios de aceptación.** Ejemplos comprobables.

## Ejemplo para Mi Tanda

\`\`\`markdown
# Mi Tanda: especificación

## Problema
Doña Lety organiza una tanda de 10 personas en Iztapalapa y lleva
los pagos en una libreta. Pierde tiempo aclarando quién ya pagó.

## Flujos
1. Lety crea una tanda: nombre, aportación, frecuencia y fecha inicial.
2. Agrega participantes y define el orden de los turnos.
3. Marca un pago como recibido y ve quién falta.

## Reglas
- Los importes se guardan en centavos, como enteros.
- Cada turno tiene una sola persona beneficiaria.
- Un pago registrado no se borra: se cancela y queda el motivo.

## Fuera de alcance
- La aplicación no mueve dinero ni guarda datos bancarios.

## Criterios de aceptación
- 10 personas, $500 cada quincena: quien recibe obtiene $5,000.
- Si faltan dos pagos, el turno aparece como «incompleto».
\`\`\`

## La prueba del papel

Léela a alguien que no sepa programar y pídele un caso que no contempla. ¿Qué pasa si alguien se sale a la mitad? Si no tienes respuesta, el agente tampoco: decide o decláralo fuera de alcance.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Instrucciones permanentes y plan',
              descripcion: 'Un archivo que el agente lee siempre y un plan que apruebas antes de escribir código.',
              texto: `## Deja de repetirte

Si en cada conversación explicas «usa español en la interfaz», escríbelo una vez. Muchas herramientas leen \`AGENTS.md\`, un formato abierto en la raíz del proyecto; otras usan un nombre propio, como \`CLAUDE.md\`. El contenido es el mismo:

\`\`\`markdown
# Instrucciones del proyecto

## Comandos
- Instalar: npm install
- Probar: npm test
- Ejecutar: npm run dev

## Convenciones
- Interfaz en español de México; código en inglés.
- Dinero en centavos (enteros). Nunca float.
- Fechas sin hora como texto AAAA-MM-DD.

## Límites
- No agregues dependencias sin preguntar.
- No modifiques archivos de migración ya aplicados.
- No toques .env ni imprimas su contenido.

## Terminado significa
- Las pruebas pasan y agregaste una para el caso nuevo.
\`\`\`

Manténlo corto: cada línea ocupa contexto en todas las conversaciones. Agrega una regla cuando el agente cometa dos veces el mismo error, y borra las que ya no sirven.

## Primero el plan, luego el código

> Lee \`SPEC.md\`. Todavía no escribas código. Propón un plan en pasos que pueda revisar por separado, con los archivos que tocarás y cómo comprobaré cada paso. Haz una lista de tus dudas.

Revisa tres cosas:

- **Orden.** ¿Hay algo visible y comprobable desde el primer paso?
- **Exceso.** ¿Aparece tecnología que no pediste? Pregunta por qué.
- **Dudas.** Sus preguntas revelan huecos en tu especificación. Responde *en el archivo*, no solo en el chat.

Corregir un plan cuesta un minuto; corregir mil líneas, una tarde.`,
              duracion: 3,
            },
            {
              tipo: 'evaluacion',
              titulo: 'Comprueba lo aprendido: de la idea a un plan',
              descripcion: 'Tres preguntas sobre criterio, control y especificación.',
              preguntas: [
                {
                  pregunta: '¿Qué proyecto es el mejor candidato para vibe coding puro, sin leer el código?',
                  puntos: 3,
                  opciones: [
                    { texto: 'Un sistema que registra pagos de veinte familias', correcta: false },
                    { texto: 'Un prototipo desechable para mostrar una idea con datos inventados', correcta: true },
                    { texto: 'El expediente clínico de un consultorio', correcta: false },
                    { texto: 'Un servicio que envía transferencias', correcta: false },
                  ],
                },
                {
                  pregunta: '¿Cuáles de estas medidas reducen el riesgo al trabajar con un agente? Elige todas las correctas.',
                  puntos: 4,
                  opciones: [
                    { texto: 'Crear .gitignore con .env antes del primer commit', correcta: true },
                    { texto: 'Pedir confirmación para borrar archivos e instalar paquetes', correcta: true },
                    { texto: 'Darle las claves de producción para que pruebe con datos reales', correcta: false },
                    { texto: 'Trabajar en una rama y con cambios pequeños', correcta: true },
                  ],
                },
                {
                  pregunta: '¿Para qué sirve la sección «Fuera de alcance» de la especificación?',
                  puntos: 3,
                  opciones: [
                    { texto: 'Para anotar errores conocidos', correcta: false },
                    { texto: 'Para que el agente no agregue funciones que nadie pidió', correcta: true },
                    { texto: 'Para listar las herramientas prohibidas en la empresa', correcta: false },
                    { texto: 'Para calcular el costo del proyecto', correcta: false },
                  ],
                },
              ],
            },
          ],
          recursos: [
            { titulo: 'AGENTS.md: formato abierto de instrucciones para agentes (inglés)', enlace: 'https://agents.md/', tipo: 1 },
            { titulo: 'Mermaid: diagramas escritos como texto (inglés)', enlace: 'https://mermaid.js.org/intro/', tipo: 3 },
          ],
        },
      ],
    },
    {
      nombre: 'Construir y comprobar',
      descripcion: 'El ciclo de trabajo con un agente: pedir poco, leer los cambios, depurar con evidencia y apoyarte en pruebas.',
      contenido: `Ya tienes especificación y plan. Ahora viene lo divertido, y también lo peligroso: ver crecer la aplicación tan rápido que dejas de mirar cómo.

En este módulo construyes el corazón de **Mi Tanda**: el calendario de turnos y el estado de los pagos. Trabajarás con un ritmo fijo: *pedir, leer, comprobar, guardar*. Aprenderás a leer un diff aunque no conozcas cada línea, a reportar un error de modo que el agente encuentre la causa y a notar cuándo una conversación se volvió inservible.

Al final, un conjunto de pruebas automáticas hará lo que ninguna persona hace con gusto: revisar todo, cada vez, en segundos. Esa red es lo que te permite ir rápido sin miedo.`,
      objetivos: [
        'Dividir una función en peticiones pequeñas y verificables',
        'Leer un diff y detectar señales de alarma',
        'Depurar con reproducciones, hipótesis y evidencia',
        'Escribir pruebas que protejan las reglas del negocio',
      ],
      clases: [
        {
          titulo: 'El ciclo: pedir, leer, comprobar, guardar',
          descripcion: 'Instrucciones precisas y revisión de cambios sin agobio.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'Pide en pasos pequeños',
              descripcion: 'Anatomía de una buena petición, con un antes y un después.',
              texto: `## Antes y después

**Antes:** «Haz la pantalla de pagos».

**Después:**

> **Contexto:** lee \`SPEC.md\` y \`src/turnos.js\`.
> **Tarea:** crea la función \`estadoDelTurno(pagos, participantes)\`.
> **Reglas:** devuelve «completo» si hay un pago vigente por participante; si no, «incompleto». Los pagos cancelados no cuentan.
> **Ejemplos:** 10 participantes y 10 pagos vigentes, completo; 10 pagos con uno cancelado, incompleto.
> **Límites:** no toques la interfaz ni agregues dependencias.
> **Comprobación:** agrega pruebas con esos ejemplos y ejecútalas.

La segunda tarda dos minutos en escribirse y ahorra tres vueltas.

## Los ingredientes

| Ingrediente | Evita que el agente |
| --- | --- |
| Contexto | invente una estructura distinta |
| Reglas | suponga cómo funciona tu negocio |
| Ejemplos | entienda otra cosa |
| Límites | cambie lo que ya servía |
| Comprobación | declare «listo» sin verificar |

## Lo que puedes pegar

- Una **captura de pantalla** anotada, para problemas visuales.
- El **mensaje de error completo**, no tu resumen.
- Un **ejemplo de datos** inventado con la forma real.

Nunca pegues datos verdaderos de participantes: cambia nombres y teléfonos.

## Una rebanada vertical

No pidas «toda la base de datos» y luego «todas las pantallas». Pide algo delgado que cruce todo: *crear una tanda con nombre y verla en una lista*. Lo podrás probar hoy, y si la arquitectura no sirve, lo sabrás con cien líneas y no con tres mil.

**Ejercicio:** toma el primer paso de tu plan y escríbelo con los cinco ingredientes.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Lee un diff sin ahogarte',
              descripcion: 'Qué mirar primero y qué señales piden detenerse.',
              texto: `## De lo grande a lo pequeño

No leas de arriba hacia abajo. Ve por capas:

1. **¿Qué archivos cambiaron?** \`git status\` y \`git diff --stat\`. Si pediste un botón y cambió la autenticación, detente.
2. **¿Hay dependencias nuevas?** Mira \`package.json\`. Busca cada paquete en npmjs.com: los modelos a veces inventan nombres, y hay quien registra esos nombres con código malicioso.
3. **¿Qué se borró?** Las líneas en rojo cuentan lo que perdiste.
4. **La lógica.** Ahora sí, lee la función principal.

## Señales de alarma

| Lo que ves | Lo que puede significar |
| --- | --- |
| Una prueba borrada o con \`skip\` | Hizo pasar la suite quitando el problema |
| \`catch\` vacío | Los errores quedan ocultos |
| Un valor fijo igual al de tu ejemplo | Resolvió el ejemplo, no el problema |
| Texto SQL unido con \`+\` | Posible inyección |
| \`TODO\` o datos de mentira | Está incompleto |

Este caso parece correcto y no lo es:

\`\`\`javascript
export function montoDelTurno(participantes, aportacionCentavos) {
  try {
    return participantes.length * aportacionCentavos;
  } catch {
    return 500000;
  }
}
\`\`\`

Si \`participantes\` llega como \`undefined\` por un error, la aplicación mostrará 5,000 pesos que no existen. Es preferible una falla visible.

## Pregunta lo que no entiendas

> Explícame este cambio como a alguien que sabe Python pero no JavaScript. ¿Qué pasa si la lista llega vacía? ¿Qué parte tiene más riesgo y por qué?

Si la explicación no coincide con el código, cree al código. Y si después de preguntar sigues sin entender una parte que toca dinero o permisos, no la aceptes todavía.`,
              duracion: 3,
            },
          ],
          recursos: [
            { titulo: 'Documentación de git diff (inglés)', enlace: 'https://git-scm.com/docs/git-diff', tipo: 1 },
            { titulo: 'Mejores prácticas para Claude Code', enlace: 'https://code.claude.com/docs/es/best-practices', tipo: 1 },
          ],
        },
        {
          titulo: 'Depurar con evidencia',
          descripcion: 'Encuentra la causa de un error y reconoce cuándo empezar de nuevo.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'El error del día anterior',
              descripcion: 'Un caso real de fechas para practicar reproducción, hipótesis y corrección.',
              texto: `## El síntoma

Lety fijó el primer turno para el 15 de marzo y la pantalla muestra el 14. Le dices al agente «las fechas están mal»; cambia algo, ahora se ven bien… y en diciembre falla otra vez. Estás parchando síntomas.

## Paso 1: reproduce

Reduce el problema al mínimo:

\`\`\`javascript
const fecha = new Date("2026-03-15");
console.log(
  fecha.toLocaleDateString("es-MX", { timeZone: "America/Mexico_City" })
); // 14/3/2026
\`\`\`

Tres líneas, siempre falla. Eso vale más que cualquier descripción.

## Paso 2: pide hipótesis, no arreglos

> Esta reproducción imprime 14/3/2026 y esperaba 15/3/2026. No corrijas nada. Dame tres causas posibles, de más a menos probable, y cómo comprobaría cada una.

La primera será la buena: JavaScript interpreta \`"2026-03-15"\` como medianoche **UTC**, y en Ciudad de México (UTC−6) todavía es el día 14.

## Paso 3: corrige la causa

Un turno no tiene hora, así que no debe convertirse entre zonas:

\`\`\`javascript
export function mostrarFecha(texto) {
  const [anio, mes, dia] = texto.split("-").map(Number);
  return new Intl.DateTimeFormat("es-MX", {
    dateStyle: "long",
    timeZone: "UTC",
  }).format(new Date(Date.UTC(anio, mes - 1, dia)));
}

console.log(mostrarFecha("2026-03-15")); // 15 de marzo de 2026
\`\`\`

Se construye y se muestra en la misma zona, de modo que no hay salto.

## Paso 4: blíndalo

Agrega una prueba con esa fecha y una regla en \`AGENTS.md\`: «Fechas sin hora como texto; mostrarlas con \`mostrarFecha\`». Después pide: *busca otros lugares con el mismo patrón*. Un error casi nunca viene solo.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Cuándo empezar una conversación nueva',
              descripcion: 'Reconoce un contexto contaminado y conserva lo aprendido.',
              texto: `## El agente también se cansa

Un modelo trabaja con una ventana de contexto limitada. Tras horas de conversación, ahí conviven la especificación, cuatro intentos fallidos y dos ideas contradictorias. La calidad baja aunque todavía quepa texto.

## Síntomas

- Repite una solución que ya descartaste.
- «Corrige» A y rompe B, luego corrige B y rompe A.
- Olvida una regla que respetaba hace una hora.
- Sus disculpas son más largas que sus cambios.

## La regla de los dos intentos

Si dos intentos seguidos no resuelven el mismo error, **no hagas el tercero igual**. Cambia algo:

1. Vuelve al último commit bueno.
2. Pide un resumen antes de cerrar:

> Resume en diez líneas: objetivo, qué intentamos, qué descartamos y por qué, qué evidencia tenemos. Sin código.

3. Corrige tú ese resumen. A menudo ahí aparece el malentendido.
4. Abre una conversación nueva con el resumen y la reproducción mínima.

## Qué va en el chat y qué en archivos

| Información | Dónde vive |
| --- | --- |
| Reglas del negocio | \`SPEC.md\` |
| Convenciones y comandos | \`AGENTS.md\` |
| Decisiones con su motivo | \`DECISIONES.md\` |
| La tarea de hoy | El chat |

Lo que está en archivos sobrevive a cualquier conversación y a cualquier cambio de herramienta.

## Pide una segunda opinión

Un agente que acaba de escribir algo tiende a defenderlo. En una conversación limpia prueba: «Revisa este diff como alguien que debe aprobarlo para producción. Busca errores, no estilo. Ordénalos por gravedad y di cómo reproducir cada uno». Verifica lo que reporte: también aquí puede inventar problemas.`,
              duracion: 3,
            },
          ],
          recursos: [
            {
              titulo: 'MDN: objeto Date en JavaScript',
              enlace: 'https://developer.mozilla.org/es/docs/Web/JavaScript/Reference/Global_Objects/Date',
              tipo: 1,
            },
            {
              titulo: 'Depurar JavaScript con las herramientas de Chrome',
              enlace: 'https://developer.chrome.com/docs/devtools/javascript?hl=es-419',
              tipo: 1,
            },
          ],
        },
        {
          titulo: 'Pruebas como red',
          descripcion: 'Automatiza la revisión de las reglas y de los recorridos principales.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'Prueba las reglas, no el código',
              descripcion: 'Escribe tú los ejemplos y deja que el agente escriba lo demás.',
              texto: `## Quién escribe qué

Si el agente escribe la función **y** las pruebas, puede equivocarse igual en las dos. El remedio es sencillo: los ejemplos esperados salen de ti, calculados a mano.

| Aportación | Participantes | Vigentes | Estado | Monto |
| --- | --- | --- | --- | --- |
| $500 | 10 | 10 | completo | $5,000 |
| $500 | 10 | 8 | incompleto | $4,000 |
| $350.50 | 2 | 2 | completo | $701 |

## El código

\`src/turnos.js\`:

\`\`\`javascript
export function resumenDelTurno(pagos, totalParticipantes) {
  if (totalParticipantes < 1) {
    throw new RangeError("La tanda necesita participantes");
  }
  const vigentes = pagos.filter((pago) => !pago.cancelado);
  const monto = vigentes.reduce((suma, pago) => suma + pago.centavos, 0);
  const personas = new Set(vigentes.map((pago) => pago.persona));
  return {
    estado: personas.size === totalParticipantes ? "completo" : "incompleto",
    montoCentavos: monto,
  };
}
\`\`\`

Usamos \`Set\` porque dos pagos de la misma persona no completan el turno.

## Las pruebas

\`test/turnos.test.js\`:

\`\`\`javascript
import test from "node:test";
import assert from "node:assert/strict";
import { resumenDelTurno } from "../src/turnos.js";

const pago = (persona, extra = {}) => ({ persona, centavos: 50000, ...extra });

test("un pago cancelado no cuenta", () => {
  const pagos = [pago("Ana"), pago("Beto", { cancelado: true })];
  assert.deepEqual(resumenDelTurno(pagos, 2), {
    estado: "incompleto",
    montoCentavos: 50000,
  });
});

test("dos pagos de Ana no reemplazan el de Beto", () => {
  assert.equal(resumenDelTurno([pago("Ana"), pago("Ana")], 2).estado, "incompleto");
});
\`\`\`

Con \`"type": "module"\` en \`package.json\`, ejecútalas con \`node --test\`. No necesitas instalar nada.

## Comprueba la prueba

Rompe el código a propósito: quita el \`filter\`. Si ninguna prueba falla, la red tiene un hoyo.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Recorridos completos en el navegador',
              descripcion: 'Pocas pruebas de extremo a extremo que protejan lo que más duele perder.',
              texto: `## Qué no ven las pruebas pequeñas

Cada función puede estar bien y la aplicación, mal: el botón no llama a nada, el formulario se borra, la página no abre en un celular barato. Para eso están las pruebas **de extremo a extremo**, que usan un navegador real.

## Una prueba con Playwright

Instálalo con \`npm init playwright@latest\` y crea \`tests/pagos.spec.js\`:

\`\`\`javascript
import { test, expect } from "@playwright/test";

test("Lety marca un pago y ve quién falta", async ({ page }) => {
  await page.goto("http://localhost:5173/");
  await page.getByRole("link", { name: "Tanda de la oficina" }).click();
  await page.getByRole("button", { name: "Registrar pago de Ana" }).click();

  await expect(page.getByText("Ana: pagado")).toBeVisible();
  await expect(page.getByText("Falta: Beto")).toBeVisible();
});
\`\`\`

Fíjate en que busca botones **por su nombre visible**, no por clases internas. Si la prueba no puede encontrar el botón por su nombre, una persona que usa lector de pantalla tampoco.

## Pocas y valiosas

| Tipo | Cuántas | Qué protege |
| --- | --- | --- |
| Funciones | Muchas | Reglas y casos raros |
| Extremo a extremo | Tres a cinco | Los recorridos que sostienen la app |
| Manual | Una por versión | Lo que se siente raro |

## Tu revisión manual

- Ábrela en tu teléfono con datos móviles, no solo en tu laptop.
- Escribe nombres con ñ, acentos y apellidos compuestos.
- Presiona dos veces el botón de pagar.
- Retrocede con el navegador a la mitad de un formulario.
- Pide a alguien que no conozca la app que registre un pago mientras tú guardas silencio.

Cada hallazgo se convierte en una prueba o en una decisión escrita.`,
              duracion: 3,
            },
            {
              tipo: 'evaluacion',
              titulo: 'Comprueba lo aprendido: construir y comprobar',
              descripcion: 'Tres preguntas sobre revisión, depuración y pruebas.',
              preguntas: [
                {
                  pregunta: '¿Cuáles son señales de alarma en un diff hecho por un agente? Elige todas las correctas.',
                  puntos: 4,
                  opciones: [
                    { texto: 'Desactivó una prueba que fallaba', correcta: true },
                    { texto: 'Agregó un paquete que no conoces y no pediste', correcta: true },
                    { texto: 'Agregó una prueba para el caso nuevo', correcta: false },
                    { texto: 'Devuelve un valor fijo que coincide con tu ejemplo', correcta: true },
                  ],
                },
                {
                  pregunta: 'Dos intentos seguidos no resolvieron el mismo error. ¿Qué conviene hacer?',
                  puntos: 3,
                  opciones: [
                    { texto: 'Repetir la misma petición en mayúsculas', correcta: false },
                    {
                      texto: 'Volver al último commit bueno y empezar otra conversación con una reproducción mínima y un resumen corregido',
                      correcta: true,
                    },
                    { texto: 'Aceptar el cambio y documentar el error', correcta: false },
                    { texto: 'Borrar las pruebas que fallan', correcta: false },
                  ],
                },
                {
                  pregunta: '¿Por qué conviene que tú calcules los resultados esperados de las pruebas?',
                  puntos: 3,
                  opciones: [
                    { texto: 'Porque los agentes no saben escribir pruebas', correcta: false },
                    { texto: 'Porque si el agente escribe código y expectativas, puede repetir el mismo error en ambos', correcta: true },
                    { texto: 'Porque así las pruebas se ejecutan más rápido', correcta: false },
                    { texto: 'Porque Node.js lo exige', correcta: false },
                  ],
                },
              ],
            },
          ],
          recursos: [
            { titulo: 'Ejecutor de pruebas de Node.js (inglés)', enlace: 'https://nodejs.org/api/test.html', tipo: 1 },
            { titulo: 'Playwright: instalación y primera prueba (inglés)', enlace: 'https://playwright.dev/docs/intro', tipo: 1 },
          ],
        },
      ],
    },
    {
      nombre: 'Publicar con responsabilidad',
      descripcion: 'Seguridad, datos personales, despliegue y mantenimiento de lo que construiste.',
      contenido: `Una demostración funciona cuando todo sale bien. Un producto funciona cuando algo sale mal: alguien cambia un número en la dirección para ver la tanda ajena, se filtra una clave, el servidor se cae el día de pago.

En este módulo llevas **Mi Tanda** a internet sin poner en riesgo a quienes confían en ella. Revisarás las fallas de seguridad más comunes en aplicaciones generadas con IA, protegerás los datos desde la base y no solo desde la pantalla, y conocerás lo que la ley mexicana te pide cuando guardas datos personales.

Cerrarás con una lista de publicación, un plan para mantener el código sano y un criterio honesto para saber cuándo llamar a una persona especialista.`,
      objetivos: [
        'Proteger secretos y validar permisos en el servidor',
        'Aislar los datos de cada persona desde la base de datos',
        'Preparar un aviso de privacidad acorde con la ley mexicana',
        'Publicar, respaldar y mantener la aplicación',
      ],
      clases: [
        {
          titulo: 'Seguridad básica',
          descripcion: 'Las fallas que más se repiten y cómo pedir que no estén.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'Hojas y tronco',
              descripcion: 'Delegar código sin perder la responsabilidad de lo que publicas.',
              texto: `## Olvida el código, no el producto

Si no vas a leer cada línea, necesitas otra forma de comprobar que el resultado es correcto. Erik Schluntz, de Anthropic, lo explica con un árbol.

- **Hojas**: partes de las que nada más depende, como una pantalla de estadísticas. Ahí se tolera algo de deuda técnica.
- **Tronco**: lo que sostiene a todo: datos, permisos, pagos. Ahí, revisión humana a fondo.

## Sé quien dirige el producto

El agente necesita el contexto que le darías a una persona recién contratada: requisitos, ejemplos y límites. Antes de pedirle el cambio, responde tú qué entra, qué sale, qué no debe tocar y cómo se sabrá que quedó bien.

## Diseña para verificar

Entradas y salidas claras, pruebas que se corren con un comando y puntos donde una persona pueda mirar. Un cambio que no se puede comprobar no está terminado, aunque funcione en tu pantalla.

## Clasifica

Dibuja dos columnas y acomoda estas partes de **Mi Tanda**:

1. Colores y tipografía
2. Cálculo del monto por turno
3. Permisos para ver una tanda
4. Página de preguntas frecuentes
5. Registro de pagos cancelados
6. Botón para compartir por WhatsApp

Una respuesta razonable: 1, 4 y 6 son hojas; 2, 3 y 5 son tronco.

Recupera la regla que escribiste en la primera clase. ¿Qué cambiarías? Anótalo en \`DECISIONES.md\` y usa esa clasificación para decidir qué leerás línea por línea antes de publicar.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Secretos, permisos e inyección',
              descripcion: 'Tres fallas frecuentes, un ejemplo de cada una y su remedio.',
              texto: `## 1. Secretos a la vista

Todo lo que llega al navegador es público, aunque esté minificado. Una clave privada en el código de la página es una clave regalada.

- Las claves privadas viven en variables de entorno **del servidor**.
- En Vite, las variables que empiezan con \`VITE_\` terminan en el navegador. No pongas ahí nada privado.
- Si una clave se filtró, revócala; borrarla del código no basta.

## 2. Permisos solo en la pantalla

Ocultar un botón no protege nada: cualquiera puede llamar al servidor directamente.

\`\`\`javascript
// Mal: confía en el identificador que llega
app.get("/api/tandas/:id", async (req, res) => {
  res.json(await buscarTanda(req.params.id));
});

// Bien: comprueba que la tanda sea de quien pregunta
app.get("/api/tandas/:id", exigirSesion, async (req, res) => {
  const tanda = await buscarTanda(req.params.id);
  if (!tanda || tanda.organizadorId !== req.usuario.id) {
    return res.status(404).json({ error: "No encontrada" });
  }
  res.json(tanda);
});
\`\`\`

Responder 404 evita confirmar que la tanda ajena existe. El control de acceso roto encabeza la lista OWASP Top 10.

## 3. Inyección

\`\`\`javascript
// Mal: el texto de la persona se vuelve parte de la consulta
db.query(\`SELECT * FROM tandas WHERE nombre = '\${nombre}'\`);

// Bien: el dato viaja aparte
db.query("SELECT * FROM tandas WHERE nombre = $1", [nombre]);
\`\`\`

## Pide una auditoría

> Recorre todas las rutas del servidor. En una tabla indica: quién puede llamarla, dónde se comprueba el permiso, qué entradas valida. Marca lo que falte.

Luego compruébalo tú: crea **dos cuentas** y, con la segunda, intenta abrir la tanda de la primera cambiando el identificador en la dirección.`,
              duracion: 3,
            },
          ],
          recursos: [
            { titulo: 'OWASP Top 10 (inglés)', enlace: 'https://owasp.org/www-project-top-ten/', tipo: 1 },
            {
              titulo: 'OWASP Cheat Sheet: prevención de inyección SQL (inglés)',
              enlace: 'https://cheatsheetseries.owasp.org/cheatsheets/SQL_Injection_Prevention_Cheat_Sheet.html',
              tipo: 1,
            },
          ],
        },
        {
          titulo: 'Datos y privacidad',
          descripcion: 'Protege la información desde la base y cumple con la ley.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'Seguridad desde la base de datos',
              descripcion: 'Políticas por fila en PostgreSQL, para que un descuido en el código no exponga a nadie.',
              texto: `## Una segunda cerradura

Si tu aplicación consulta la base desde el navegador (como permite Supabase), la base debe decidir quién ve qué. En PostgreSQL eso se llama **seguridad a nivel de fila** o RLS. Sin ella, quien tenga la clave pública puede leer la tabla entera.

## Un esquema protegido

\`\`\`sql
create table tandas (
  id uuid primary key default gen_random_uuid(),
  organizador uuid not null default auth.uid() references auth.users (id),
  nombre text not null check (char_length(nombre) between 1 and 80),
  aportacion_centavos integer not null check (aportacion_centavos > 0)
);

alter table tandas enable row level security;

create policy "leer mis tandas" on tandas
  for select to authenticated
  using ((select auth.uid()) = organizador);

create policy "crear mis tandas" on tandas
  for insert to authenticated
  with check ((select auth.uid()) = organizador);
\`\`\`

- \`enable row level security\` cierra la tabla: sin políticas, nadie lee nada con la clave pública.
- \`using\` filtra las filas existentes; \`with check\` valida las nuevas.
- No hay política de \`delete\`, así que nadie puede borrar. Es intencional.
- Los \`check\` impiden aportaciones negativas, aunque falle el formulario.

## Dos claves, dos mundos

| Clave | ¿Respeta las políticas? | Dónde va |
| --- | --- | --- |
| Pública (*publishable*) | Sí | Navegador |
| Secreta (*secret*) | No, las salta | Solo servidor |

Un error típico del agente cuando algo «no funciona por permisos» es usar la clave secreta o desactivar RLS. Agrégalo a \`AGENTS.md\` como prohibición.

## Cambios con migraciones

Guarda cada cambio de esquema en un archivo SQL dentro del repositorio y aplícalo primero en una base de prueba. Nunca dejes que un agente experimente directamente sobre la base con datos reales.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Datos personales en México',
              descripcion: 'Lo mínimo que debes saber y hacer antes de pedir un teléfono.',
              texto: `## Sí te aplica

La **Ley Federal de Protección de Datos Personales en Posesión de los Particulares** obliga a personas físicas y empresas que tratan datos personales. La ley vigente se publicó en marzo de 2025 y reemplazó a la de 2010; la autoridad es ahora la Secretaría Anticorrupción y Buen Gobierno, que asumió las funciones del extinto INAI. El uso exclusivamente personal o doméstico queda fuera, pero una aplicación abierta al público difícilmente cabe ahí.

Esta lección orienta; no sustituye la asesoría legal.

## Empieza por no pedir

| Dato | ¿Lo necesita Mi Tanda? |
| --- | --- |
| Nombre o apodo | Sí |
| Teléfono | Solo si envías recordatorios |
| CURP, INE, domicilio | No |
| CLABE o tarjeta | No: está fuera de alcance |

El dato que no guardas no se puede filtrar.

## El aviso de privacidad

Antes de recabar datos, informa con palabras sencillas:

1. **Quién** eres y cómo contactarte.
2. **Qué** datos pides.
3. **Para qué**, separando lo necesario de lo opcional.
4. **Con quién** los compartes, incluidos tus proveedores.
5. **Cómo** ejercer los derechos **ARCO**: acceso, rectificación, cancelación y oposición.
6. **Cómo** avisarás de cambios.

Un agente puede redactar un borrador, pero suele copiar avisos de otros países: revisa que nombre la ley y la autoridad correctas.

## Llévalo al producto

- Un botón para descargar mis datos y otro para eliminar mi cuenta.
- Un plazo para borrar tandas terminadas.
- Registros sin teléfonos ni contraseñas.
- Si hay una vulneración que afecte de forma significativa a las personas, avísales de inmediato con lo que pasó y lo que pueden hacer.

**Ejercicio:** haz la tabla de datos de tu proyecto y elimina al menos uno.`,
              duracion: 3,
            },
          ],
          recursos: [
            {
              titulo: 'Supabase: seguridad a nivel de fila (inglés)',
              enlace: 'https://supabase.com/docs/guides/database/postgres/row-level-security',
              tipo: 1,
            },
            {
              titulo: 'PostgreSQL: políticas de seguridad por fila (inglés)',
              enlace: 'https://www.postgresql.org/docs/current/ddl-rowsecurity.html',
              tipo: 1,
            },
            {
              titulo: 'Ley Federal de Protección de Datos Personales en Posesión de los Particulares',
              enlace: 'https://www.diputados.gob.mx/LeyesBiblio/pdf/LFPDPPP.pdf',
              tipo: 1,
            },
          ],
        },
        {
          titulo: 'Publicar y mantener',
          descripcion: 'Lleva la aplicación a internet y consérvala sana.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'Tu lista de publicación',
              descripcion: 'Integración continua, respaldos y una salida de emergencia.',
              texto: `## Que la máquina revise primero

Con GitHub Actions, cada cambio se prueba antes de llegar a producción. Guarda esto en \`.github/workflows/pruebas.yml\`:

\`\`\`yaml
name: Pruebas
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
jobs:
  pruebas:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
          cache: npm
      - run: npm ci
      - run: npm test
      - run: npm run build
\`\`\`

En la configuración del repositorio, exige que pasen antes de unir a \`main\`.

## Antes de abrir la puerta

**Seguridad**
- Probé con dos cuentas que ninguna ve lo ajeno.
- No hay claves en el repositorio ni en el navegador.
- Activé la verificación en dos pasos en mis cuentas.

**Datos**
- Hay respaldo automático y **ya restauré uno** en una base de prueba.
- El aviso de privacidad está publicado.

**Operación**
- Sé volver a la versión anterior en menos de cinco minutos.
- Recibo un aviso si la página se cae.
- Tengo tope de gasto en cada servicio.

**Personas**
- La usé en un teléfono sencillo con conexión lenta.
- Hay un correo visible para pedir ayuda.

## Lanza en pequeño

Invita primero a una sola tanda de confianza durante un ciclo completo. Conserva la libreta en paralelo: si los números coinciden al final, tienes una prueba mejor que cualquier demostración. Anota cada duda de las participantes; diez minutos de observarlas valen más que una semana de suposiciones.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Deuda técnica y cuándo pedir ayuda',
              descripcion: 'Mantén el código entendible y reconoce el límite de lo que puedes sostener.',
              texto: `## La deuda llega más rápido

Un agente prefiere agregar antes que reorganizar. En un mes puedes tener tres funciones que calculan lo mismo, cada una con un redondeo distinto. No se nota hasta que un cambio pequeño rompe tres pantallas.

## Una hora a la semana

1. **Duplicados.** «Busca lógica repetida sobre montos y fechas. Propón unificarla, sin cambiar el comportamiento».
2. **Código muerto.** Elimina lo que nadie usa.
3. **Dependencias.** \`npm outdated\` y \`npm audit\`. Actualiza pocas a la vez y ejecuta las pruebas.
4. **Documentos.** ¿\`SPEC.md\` y \`AGENTS.md\` describen lo que existe?
5. **Respaldos y costos.** Mira la factura antes de que te sorprenda.

Regla de oro: **primero pruebas, luego reorganizar**. Nunca mezcles en un commit un cambio de estructura con una función nueva.

## Mide si entiendes tu sistema

Sin ayuda de la IA, intenta responder:

- ¿Qué pasa, paso a paso, al registrar un pago?
- ¿Dónde se comprueba el permiso?
- ¿Qué harías si mañana desaparece tu proveedor de base de datos?

Si no puedes, pide al agente un recorrido guiado y dibuja tú el diagrama. Entender sigue siendo tu trabajo.

## Llama a una persona especialista si

| Situación | Quién |
| --- | --- |
| Vas a mover o custodiar dinero | Ingeniería y asesoría legal: puede aplicarte la ley fintech |
| Guardas datos de salud o de menores | Seguridad y privacidad |
| Crees que alguien entró sin permiso | Respuesta a incidentes, hoy mismo |
| Llevas dos semanas sin poder cambiar algo | Una revisión de arquitectura |

Pedir una revisión de cuatro horas a tiempo cuesta mucho menos que rehacerlo todo. Llegar con especificación, pruebas e historial ordenado hará que esas horas rindan.`,
              duracion: 3,
            },
            {
              tipo: 'evaluacion',
              titulo: 'Evaluación final: publicar con responsabilidad',
              descripcion: 'Tres preguntas para cerrar el curso.',
              preguntas: [
                {
                  pregunta:
                    'Una persona cambia el identificador en la dirección y ve una tanda ajena. ¿Qué medidas lo corrigen? Elige todas las correctas.',
                  puntos: 4,
                  opciones: [
                    { texto: 'Comprobar en el servidor que la tanda pertenece a quien hace la petición', correcta: true },
                    { texto: 'Activar políticas de seguridad por fila en la base de datos', correcta: true },
                    { texto: 'Ocultar el enlace en la pantalla', correcta: false },
                    { texto: 'Usar identificadores más largos y no hacer nada más', correcta: false },
                  ],
                },
                {
                  pregunta: '¿Qué clave puede estar en el código que llega al navegador?',
                  puntos: 3,
                  opciones: [
                    { texto: 'La clave pública, siempre que las políticas por fila estén activas', correcta: true },
                    { texto: 'La clave secreta, si el código está minificado', correcta: false },
                    { texto: 'Cualquiera, si el repositorio es privado', correcta: false },
                    { texto: 'La contraseña de la base de datos, si empieza con VITE_', correcta: false },
                  ],
                },
                {
                  pregunta: '¿Cuándo sabes que tus respaldos sirven?',
                  puntos: 3,
                  opciones: [
                    { texto: 'Cuando el proveedor dice que están activos', correcta: false },
                    { texto: 'Cuando ya restauraste uno en una base de prueba y los datos estaban completos', correcta: true },
                    { texto: 'Cuando el archivo pesa más que el anterior', correcta: false },
                    { texto: 'Cuando se guardan en el mismo servidor', correcta: false },
                  ],
                },
              ],
            },
          ],
          recursos: [
            {
              titulo: 'GitHub Actions: guía de inicio rápido',
              enlace: 'https://docs.github.com/es/actions/get-started/quickstart',
              tipo: 1,
            },
            { titulo: 'Documentación de Dependabot', enlace: 'https://docs.github.com/es/code-security/dependabot', tipo: 1 },
            { titulo: 'The Twelve-Factor App en español', enlace: 'https://12factor.net/es/', tipo: 1 },
          ],
        },
      ],
    },
  ],
};
