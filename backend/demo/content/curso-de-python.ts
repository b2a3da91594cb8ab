import type { DemoCourse } from './types.ts';

export const cursoDePython: DemoCourse = {
  slug: 'curso-de-python',
  nombre: 'Curso de Python',
  descripcion:
    'Aprende Python desde tu primera línea hasta un proyecto con datos reales. Escribirás programas que calculan, leen archivos, consultan servicios web y clasifican mensajes, con ejemplos de negocios mexicanos y sin pedirte experiencia previa.',
  tipo: 'Básico',
  categoria: 'Programación',
  dificultad: 'principiante',
  ruta: 'code',
  duracion: '1 semana',
  precio: 499,
  modulos: [
    {
      nombre: 'Primeros pasos',
      descripcion: 'Instalas Python, creas un entorno ordenado y escribes programas que guardan datos y hacen cuentas.',
      contenido: `Programar es dar instrucciones tan claras que una computadora no pueda malinterpretarlas. Python es un buen lugar para empezar: se lee casi como una lista de pasos, funciona igual en Windows, macOS y Linux, y es el idioma común de la ciencia de datos y de la inteligencia artificial.

En este módulo preparas tu computadora y escribes tus primeros programas. Trabajarás con el caso de una papelería que necesita cobrar, calcular el IVA y entregar una nota legible. Son problemas pequeños, pero con ellos aparecen casi todas las ideas que usarás después: variables, tipos, operaciones y texto.

**Un consejo para todo el curso:** escribe el código a mano, ejecútalo y cámbialo hasta que se rompa. Leer código ayuda; modificarlo enseña.`,
      objetivos: [
        'Instalar Python y crear un entorno virtual para cada proyecto',
        'Escribir y ejecutar un programa desde la terminal',
        'Guardar datos en variables y elegir el tipo adecuado',
        'Mostrar resultados legibles con f-strings',
      ],
      clases: [
        {
          titulo: 'Tu entorno de trabajo',
          descripcion: 'Deja tu computadora lista y ejecuta tu primer programa.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'Instala Python y crea un entorno virtual',
              descripcion: 'Instalación en los tres sistemas y la carpeta aislada donde vivirá tu proyecto.',
              texto: `## Instala una versión reciente

Para este curso sirve Python 3.12 o cualquier versión posterior. Descárgalo de python.org. En Windows, marca la casilla **Add python.exe to PATH** en la primera pantalla del instalador; si la olvidas, la terminal no encontrará el programa.

Abre una terminal y comprueba la instalación:

| Sistema | Comando |
| --- | --- |
| Windows (PowerShell) | \`py --version\` |
| macOS y Linux | \`python3 --version\` |

## Por qué usar un entorno virtual

Imagina que el proyecto de tu papelería necesita la versión 2 de una biblioteca y el de tu primo, la versión 1. Si instalas todo en el mismo lugar, uno de los dos se rompe. Un **entorno virtual** es una carpeta con su propio Python y sus propias bibliotecas.

\`\`\`bash
mkdir papeleria
cd papeleria
python3 -m venv .venv        # en Windows: py -m venv .venv
source .venv/bin/activate    # en Windows: .venv\\Scripts\\Activate.ps1
\`\`\`

Cuando está activo, verás \`(.venv)\` al inicio de la línea y podrás escribir simplemente \`python\`. Para salir, escribe \`deactivate\`.

## Si PowerShell no te deja activar

Windows puede bloquear los scripts. Permítelos solo para tu usuario:

\`\`\`bash
Set-ExecutionPolicy -Scope CurrentUser RemoteSigned
\`\`\`

## Tu editor

Usa Visual Studio Code con la extensión oficial de Python. Abre la carpeta \`papeleria\` completa, no archivos sueltos: así el editor detecta tu entorno y te ofrece usarlo.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Tu primer programa',
              descripcion: 'Escribe, ejecuta y corrige un programa que cobra en una papelería.',
              texto: `## Un programa es una lista de pasos

Crea el archivo \`cobro.py\` dentro de tu carpeta y copia esto:

\`\`\`python
# Cobro de la papelería La Esperanza
precio_cuaderno = 38
cantidad = 4
total = precio_cuaderno * cantidad

print("Total a pagar:", total, "pesos")
\`\`\`

Ejecútalo con \`python cobro.py\`. Verás \`Total a pagar: 152 pesos\`.

## Qué hizo cada línea

1. La línea que empieza con \`#\` es un **comentario**: Python la ignora y tú la agradeces dentro de un mes.
2. Las tres siguientes crean **variables**, es decir, nombres para valores.
3. \`print\` muestra en pantalla lo que le pases entre paréntesis, separado por espacios.

Python lee de arriba hacia abajo. Si usas \`total\` antes de crearla, obtendrás un error.

## Aprende a leer errores

Cambia \`print\` por \`prnt\` y vuelve a ejecutar:

\`\`\`text
Traceback (most recent call last):
  File "cobro.py", line 6, in <module>
    prnt("Total a pagar:", total, "pesos")
    ^^^^
NameError: name 'prnt' is not defined. Did you mean: 'print'?
\`\`\`

Léelo **de abajo hacia arriba**: la última línea dice qué pasó; las anteriores, dónde. Casi siempre basta con eso.

## Pide datos a la persona

\`\`\`python
nombre = input("¿A nombre de quién? ")
piezas = int(input("¿Cuántos cuadernos? "))
print(nombre, "debe pagar", piezas * 38, "pesos")
\`\`\`

\`input\` siempre entrega texto. Por eso usamos \`int\` para convertirlo en número entero. Prueba a escribir \`dos\` y observa el error: en el módulo 3 aprenderás a manejarlo.`,
              duracion: 3,
            },
          ],
          recursos: [
            {
              titulo: 'Tutorial oficial: usar el intérprete de Python',
              enlace: 'https://docs.python.org/es/3/tutorial/interpreter.html',
              tipo: 1,
            },
            { titulo: 'Descargas oficiales de Python', enlace: 'https://www.python.org/downloads/', tipo: 3 },
            { titulo: 'Entornos virtuales y paquetes', enlace: 'https://docs.python.org/es/3/tutorial/venv.html', tipo: 1 },
          ],
        },
        {
          titulo: 'Datos y operaciones',
          descripcion: 'Variables, tipos básicos, cuentas con dinero y texto bien presentado.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'Variables, tipos y dinero',
              descripcion: 'Los cuatro tipos que más usarás y por qué el dinero merece cuidado.',
              texto: `## Los tipos básicos

Cada valor en Python tiene un tipo, y el tipo decide qué puedes hacer con él.

| Tipo | Ejemplo | Para qué |
| --- | --- | --- |
| \`int\` | \`12\` | Contar piezas, personas, días |
| \`float\` | \`2.75\` | Medir peso, distancia, temperatura |
| \`str\` | \`"Toluca"\` | Texto, y también códigos como el postal |
| \`bool\` | \`True\` | Respuestas de sí o no |

Un código postal se guarda como texto: \`"06700"\` en la Roma Norte conserva su cero inicial; como número lo perdería.

## Operaciones

\`\`\`python
print(17 / 5)   # 3.4   división
print(17 // 5)  # 3     división entera
print(17 % 5)   # 2     residuo
print(2 ** 10)  # 1024  potencia
\`\`\`

El residuo es muy útil: si tienes 17 galletas para 5 personas, a cada una le tocan \`17 // 5\` y sobran \`17 % 5\`.

## El dinero no es un float cualquiera

\`\`\`python
print(0.1 + 0.2)  # 0.30000000000000004
\`\`\`

No es un defecto de Python: la computadora guarda los \`float\` en binario y muchos decimales no caben exactos. Para una gráfica no importa; para una factura, sí. Usa \`Decimal\` y créalo **a partir de texto**:

\`\`\`python
from decimal import Decimal, ROUND_HALF_UP

subtotal = Decimal("152.35")
iva = (subtotal * Decimal("0.16")).quantize(Decimal("0.01"), ROUND_HALF_UP)
print(iva)             # 24.38
print(subtotal + iva)  # 176.73
\`\`\`

Otra opción válida es trabajar en centavos con \`int\` y dividir solo al mostrar el resultado.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Texto y f-strings',
              descripcion: 'Limpia lo que escribe la gente y presenta una nota de venta alineada.',
              texto: `## El texto llega sucio

Las personas escriben con espacios de más y mayúsculas inconsistentes. Los métodos de \`str\` lo resuelven:

\`\`\`python
ciudad = "  san LUIS potosí "
print(ciudad.strip().title())        # San Luis Potosí
print("IVA incluido".lower())        # iva incluido
print("lápiz,goma,regla".split(","))  # ['lápiz', 'goma', 'regla']
\`\`\`

Un detalle importante: estos métodos **no modifican** el texto original, entregan uno nuevo. Si quieres conservarlo, asígnalo: \`ciudad = ciudad.strip().title()\`.

## Combina texto y valores

Pon una \`f\` antes de las comillas y usa llaves para insertar cualquier expresión:

\`\`\`python
cliente = "Marisol"
total = 1234.5
print(f"{cliente}, tu total es \${total:,.2f}")
# Marisol, tu total es $1,234.50
\`\`\`

Lo que va después de los dos puntos es el **formato**:

| Formato | Significado |
| --- | --- |
| \`:,.2f\` | Separador de miles y dos decimales |
| \`:>10\` | Alinear a la derecha en 10 espacios |
| \`:<15\` | Alinear a la izquierda en 15 espacios |
| \`:.0%\` | Porcentaje sin decimales |

## Una nota de venta

\`\`\`python
print(f"{'Artículo':<15}{'Importe':>10}")
print(f"{'Cuaderno':<15}{152:>10.2f}")
print(f"{'Plumas':<15}{45.5:>10.2f}")
print("-" * 25)
print(f"{'Total':<15}{197.5:>10.2f}")
\`\`\`

**Ejercicio:** agrega el IVA como línea aparte y el nombre de la clienta como encabezado. Después cambia un importe por \`12500\` y ajusta el formato para que aparezca el separador de miles.`,
              duracion: 3,
            },
            {
              tipo: 'evaluacion',
              titulo: 'Comprueba lo aprendido: primeros pasos',
              descripcion: 'Tres preguntas sobre entornos, tipos y texto.',
              preguntas: [
                {
                  pregunta: '¿Qué devuelve input() cuando la persona escribe 25?',
                  puntos: 3,
                  opciones: [
                    { texto: 'El texto "25"', correcta: true },
                    { texto: 'El número entero 25', correcta: false },
                    { texto: 'El número decimal 25.0', correcta: false },
                    { texto: 'Un error, porque 25 no lleva comillas', correcta: false },
                  ],
                },
                {
                  pregunta: '¿Cuáles de estas son buenas formas de manejar importes en pesos? Elige todas las correctas.',
                  puntos: 4,
                  opciones: [
                    { texto: 'Usar Decimal creado a partir de texto, como Decimal("19.90")', correcta: true },
                    { texto: 'Guardar centavos como enteros y dividir entre 100 al mostrarlos', correcta: true },
                    { texto: 'Usar float y confiar en que 0.1 + 0.2 da exactamente 0.3', correcta: false },
                    { texto: 'Usar Decimal(0.1), porque Decimal corrige el float que recibe', correcta: false },
                  ],
                },
                {
                  pregunta: '¿Para qué sirve un entorno virtual?',
                  puntos: 3,
                  opciones: [
                    { texto: 'Para que el programa se ejecute más rápido', correcta: false },
                    { texto: 'Para que cada proyecto tenga sus propias bibliotecas sin afectar a los demás', correcta: true },
                    { texto: 'Para ejecutar Python sin instalarlo', correcta: false },
                    { texto: 'Para guardar una copia de seguridad del código', correcta: false },
                  ],
                },
              ],
            },
          ],
          recursos: [
            {
              titulo: 'Tutorial oficial: una introducción informal a Python',
              enlace: 'https://docs.python.org/es/3/tutorial/introduction.html',
              tipo: 1,
            },
            { titulo: 'Módulo decimal', enlace: 'https://docs.python.org/es/3/library/decimal.html', tipo: 1 },
            { titulo: 'Sintaxis de formato de cadenas', enlace: 'https://docs.python.org/es/3/library/string.html#formatspec', tipo: 1 },
          ],
        },
      ],
    },
    {
      nombre: 'Decisiones, ciclos y colecciones',
      descripcion: 'Tus programas aprenden a elegir, a repetir y a manejar muchos datos a la vez.',
      contenido: `Un programa que siempre hace lo mismo es una calculadora. En cuanto puede **decidir** y **repetir**, se convierte en una herramienta: revisa mil ventas, avisa cuáles están atrasadas y suma solo las que cumplen una condición.

Aquí trabajarás con una ruta de reparto de garrafones en Querétaro. Primero, un pedido: ¿lleva descuento?, ¿entra en zona de entrega? Después, muchos pedidos: listas para guardarlos en orden, diccionarios para encontrarlos por nombre y conjuntos para quitar repetidos.

Al terminar podrás tomar un problema cotidiano, dividirlo en pasos y elegir la estructura de datos que lo hace fácil. Esa elección es la mitad del trabajo de programar: con la colección correcta, el código restante suele ser corto.`,
      objetivos: [
        'Tomar decisiones con if, elif y else',
        'Repetir tareas con for y while sin ciclos infinitos',
        'Elegir entre lista, tupla, diccionario y conjunto',
        'Transformar colecciones con comprensiones legibles',
      ],
      clases: [
        {
          titulo: 'Decisiones y ciclos',
          descripcion: 'Condiciones que se leen bien y repeticiones que saben cuándo parar.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'Decidir con if',
              descripcion: 'Condiciones, comparaciones y el orden en que se evalúan.',
              texto: `## La forma básica

\`\`\`python
garrafones = 12
colonia = "Juriquilla"

if garrafones >= 20:
    descuento = 0.10
elif garrafones >= 10:
    descuento = 0.05
else:
    descuento = 0

print(f"Descuento: {descuento:.0%}")  # Descuento: 5%
\`\`\`

Fíjate en dos cosas: los dos puntos al final de cada condición y la **sangría** de cuatro espacios. En Python la sangría no es decoración: define qué líneas pertenecen al bloque.

## El orden importa

Python evalúa de arriba hacia abajo y se queda con la **primera** condición verdadera. Si pusieras \`garrafones >= 10\` primero, un pedido de 25 recibiría solo 5 %. Regla práctica: de lo más exigente a lo más general.

## Combinar condiciones

| Operador | Se cumple cuando |
| --- | --- |
| \`and\` | Ambas partes son verdaderas |
| \`or\` | Al menos una es verdadera |
| \`not\` | La parte siguiente es falsa |
| \`in\` | El valor está dentro de la colección |

\`\`\`python
zona_norte = ("Juriquilla", "El Refugio", "Zibatá")
if colonia in zona_norte and garrafones >= 3:
    print("Entrega sin costo")
\`\`\`

## Dos errores comunes

- Usar \`=\` (asignar) en lugar de \`==\` (comparar). Python te avisará con un \`SyntaxError\`.
- Escribir \`if colonia == "Zibatá" or "El Refugio"\`. Eso **siempre** es verdadero, porque un texto no vacío cuenta como verdadero. Lo correcto es \`if colonia in ("Zibatá", "El Refugio")\`.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Repetir con for y while',
              descripcion: 'Cuándo usar cada ciclo y cómo salir de ellos.',
              texto: `## for: cuando sabes qué recorrer

\`\`\`python
pedidos = [3, 12, 1, 20]
total = 0
for cantidad in pedidos:
    total += cantidad
print(total)  # 36
\`\`\`

Léelo en voz alta: «para cada cantidad en pedidos, súmala al total». Si necesitas también la posición, usa \`enumerate\`:

\`\`\`python
for numero, cantidad in enumerate(pedidos, start=1):
    print(f"Parada {numero}: {cantidad} garrafones")
\`\`\`

Para repetir un número fijo de veces está \`range\`. Recuerda que el final **no se incluye**: \`range(1, 6)\` produce 1, 2, 3, 4 y 5.

## while: cuando esperas que algo cambie

\`\`\`python
carga = 40
viajes = 0
while carga > 0:
    carga -= 15
    viajes += 1
print(viajes)  # 3
\`\`\`

Algo dentro del ciclo debe acercarte al final. Si borras \`carga -= 15\`, el programa no termina nunca; deténlo con \`Ctrl + C\`.

## Saltar y cortar

- \`continue\` pasa a la siguiente vuelta.
- \`break\` termina el ciclo por completo.

\`\`\`python
for cantidad in pedidos:
    if cantidad < 2:
        continue          # pedido mínimo: dos garrafones
    if cantidad > 15:
        print("Requiere camioneta grande")
        break
\`\`\`

## Cómo elegir

| Situación | Ciclo |
| --- | --- |
| Recorrer ventas, archivos o clientes | \`for\` |
| Repetir hasta que la persona escriba «salir» | \`while\` |
| Exactamente diez intentos | \`for\` con \`range\` |

Ante la duda, prefiere \`for\`: no puede quedarse atorado en una lista normal.`,
              duracion: 3,
            },
          ],
          recursos: [
            {
              titulo: 'Tutorial oficial: herramientas para control de flujo',
              enlace: 'https://docs.python.org/es/3/tutorial/controlflow.html',
              tipo: 1,
            },
            { titulo: 'Comparaciones y operaciones booleanas', enlace: 'https://docs.python.org/es/3/library/stdtypes.html', tipo: 1 },
          ],
        },
        {
          titulo: 'Colecciones',
          descripcion: 'Guarda muchos datos y encuentra el que buscas.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'Listas, tuplas, diccionarios y conjuntos',
              descripcion: 'Cuatro formas de agrupar datos y un criterio claro para escoger.',
              texto: `## Un criterio rápido

| Necesitas | Usa | Ejemplo |
| --- | --- | --- |
| Orden y poder cambiar | \`list\` | \`["Ana", "Beto"]\` |
| Un grupo fijo | \`tuple\` | \`(20.59, -100.39)\` |
| Buscar por nombre | \`dict\` | \`{"Ana": 3}\` |
| Elementos sin repetir | \`set\` | \`{"norte", "sur"}\` |

## Listas

\`\`\`python
clientes = ["Ana", "Beto", "Carla"]
clientes.append("Diego")
print(clientes[0])    # Ana
print(clientes[-1])   # Diego
print(clientes[1:3])  # ['Beto', 'Carla']
\`\`\`

Se cuenta desde cero, y en un corte el final queda fuera.

## Diccionarios

\`\`\`python
precios = {"garrafón": 52, "botella": 14}
precios["hielo"] = 35
print(precios["garrafón"])        # 52
print(precios.get("vaso", 0))     # 0, porque no existe

for producto, precio in precios.items():
    print(f"{producto}: \${precio}")
\`\`\`

Con corchetes, una clave inexistente produce \`KeyError\`. Con \`.get\` decides qué valor recibir en ese caso.

## Conjuntos

\`\`\`python
lunes = {"Ana", "Beto", "Carla"}
martes = {"Carla", "Diego"}
print(lunes & martes)  # {'Carla'}: pidió ambos días
print(lunes - martes)  # solo pidieron el lunes
\`\`\`

## Una trampa: dos nombres, una lista

\`\`\`python
original = [1, 2]
copia = original
copia.append(3)
print(original)  # [1, 2, 3]
\`\`\`

\`copia = original\` no copia: da un segundo nombre a la misma lista. Para obtener otra, escribe \`copia = original.copy()\`.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Comprensiones y orden',
              descripcion: 'Filtra, transforma y ordena colecciones en pocas líneas.',
              texto: `## Del ciclo a la comprensión

Este patrón aparece todo el tiempo: crear una lista vacía, recorrer otra y agregar algunos elementos.

\`\`\`python
pedidos = [
    {"cliente": "Ana", "piezas": 3, "pagado": True},
    {"cliente": "Beto", "piezas": 12, "pagado": False},
    {"cliente": "Carla", "piezas": 8, "pagado": False},
]

pendientes = []
for p in pedidos:
    if not p["pagado"]:
        pendientes.append(p["cliente"])
\`\`\`

Una **comprensión** lo dice en una línea:

\`\`\`python
pendientes = [p["cliente"] for p in pedidos if not p["pagado"]]
print(pendientes)  # ['Beto', 'Carla']
\`\`\`

El orden de lectura es: *qué quiero*, *de dónde sale* y *con qué condición*. También funciona con diccionarios:

\`\`\`python
piezas = {p["cliente"]: p["piezas"] for p in pedidos}
print(piezas)  # {'Ana': 3, 'Beto': 12, 'Carla': 8}
\`\`\`

## Sumar y ordenar

\`\`\`python
total = sum(p["piezas"] for p in pedidos)
mayor = max(pedidos, key=lambda p: p["piezas"])
por_tamano = sorted(pedidos, key=lambda p: p["piezas"], reverse=True)
print(total, mayor["cliente"])  # 23 Beto
\`\`\`

\`key\` recibe una función pequeña que responde: «¿por cuál dato comparo?». \`sorted\` entrega una lista nueva; \`lista.sort()\` ordena la misma lista y devuelve \`None\`, así que no escribas \`lista = lista.sort()\`.

## Cuándo no usarla

Si tu comprensión necesita dos ciclos y tres condiciones, vuelve al \`for\` normal. Quien lea tu código (quizá tú, en diciembre) debe entenderla de un vistazo. La brevedad no vale más que la claridad.`,
              duracion: 3,
            },
            {
              tipo: 'evaluacion',
              titulo: 'Comprueba lo aprendido: decisiones y colecciones',
              descripcion: 'Tres preguntas sobre condiciones, ciclos y estructuras de datos.',
              preguntas: [
                {
                  pregunta: '¿Qué valores produce list(range(2, 6))?',
                  puntos: 3,
                  opciones: [
                    { texto: '[2, 3, 4, 5, 6]', correcta: false },
                    { texto: '[2, 3, 4, 5]', correcta: true },
                    { texto: '[3, 4, 5, 6]', correcta: false },
                    { texto: '[2, 6]', correcta: false },
                  ],
                },
                {
                  pregunta: '¿Qué afirmaciones son verdaderas sobre los diccionarios? Elige todas las correctas.',
                  puntos: 4,
                  opciones: [
                    { texto: 'precios.get("vaso", 0) devuelve 0 si la clave "vaso" no existe', correcta: true },
                    { texto: 'precios["vaso"] produce KeyError si la clave no existe', correcta: true },
                    { texto: 'Dos claves iguales pueden guardar dos valores distintos a la vez', correcta: false },
                    { texto: '.items() permite recorrer claves y valores juntos', correcta: true },
                  ],
                },
                {
                  pregunta: 'Después de a = [1, 2]; b = a; b.append(3), ¿qué contiene a?',
                  puntos: 3,
                  opciones: [
                    { texto: '[1, 2]', correcta: false },
                    { texto: '[1, 2, 3]', correcta: true },
                    { texto: 'Un error, porque a no puede cambiar', correcta: false },
                    { texto: '[3]', correcta: false },
                  ],
                },
              ],
            },
          ],
          recursos: [
            {
              titulo: 'Tutorial oficial: estructuras de datos',
              enlace: 'https://docs.python.org/es/3/tutorial/datastructures.html',
              tipo: 1,
            },
          ],
        },
      ],
    },
    {
      nombre: 'Programas que se sostienen',
      descripcion: 'Funciones, errores, archivos y pruebas para que tu código resista el uso diario.',
      contenido: `Hasta ahora tus programas caben en una pantalla. Cuando crecen aparecen problemas nuevos: el mismo cálculo copiado en tres lugares, un archivo que no existe, una persona que escribe letras donde esperabas números. Este módulo te da las herramientas para que un programa siga funcionando cuando la realidad no coopera.

Trabajarás con una cafetería en Xalapa que guarda sus ventas en un archivo CSV exportado de su punto de venta. Convertirás cálculos sueltos en **funciones** con nombre, separarás el código en **módulos**, leerás y escribirás archivos sin perder acentos y comprobarás con **pruebas automáticas** que todo sigue correcto.

Es también el paso en que tu código deja de ser solo tuyo: otra persona podrá leerlo, usarlo y confiar en él.`,
      objetivos: [
        'Dividir un problema en funciones con parámetros y resultados claros',
        'Manejar errores esperados sin esconder los inesperados',
        'Leer y escribir archivos CSV y JSON en UTF-8',
        'Escribir pruebas automáticas con pytest',
      ],
      clases: [
        {
          titulo: 'Funciones y módulos',
          descripcion: 'Da nombre a tus cálculos y reutilízalos.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'Funciones que se explican solas',
              descripcion: 'Parámetros, resultados, valores por omisión y anotaciones de tipo.',
              texto: `## Anatomía de una función

\`\`\`python
def precio_con_descuento(precio: float, porcentaje: float = 10) -> float:
    """Devuelve el precio después de aplicar un porcentaje de descuento."""
    return precio * (1 - porcentaje / 100)

print(precio_con_descuento(80))                 # 72.0
print(precio_con_descuento(80, porcentaje=25))  # 60.0
\`\`\`

- **Parámetros**: los datos que necesita. \`porcentaje\` tiene un valor por omisión.
- **Anotaciones** (\`: float\`, \`-> float\`): documentan el tipo esperado. Python no las impone al ejecutar, pero tu editor las usa para avisarte.
- **Docstring**: la frase entre comillas triples, que \`help()\` muestra.
- **return**: entrega el resultado y termina la función.

## return no es print

\`print\` le muestra algo a una persona; \`return\` le entrega un valor al resto del programa. Una función que solo imprime no se puede sumar, guardar ni probar. Calcula en las funciones e imprime al final.

## Una función, una tarea

Si al describirla dices «y además», probablemente son dos. Compara:

| Nombre | Señal |
| --- | --- |
| \`procesar()\` | ¿Procesar qué? |
| \`leer_ventas_y_enviar_correo()\` | Son dos funciones |
| \`total_por_dia(ventas)\` | Se entiende sin abrirla |

## Cuidado con las listas por omisión

\`\`\`python
def agregar(producto, orden=None):
    if orden is None:
        orden = []
    orden.append(producto)
    return orden
\`\`\`

¿Por qué no \`orden=[]\`? Porque esa lista se crea **una sola vez**, al definir la función, y todas las llamadas la compartirían: el capuchino de una clienta aparecería en la cuenta de la siguiente.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Módulos y bibliotecas',
              descripcion: 'Separa tu código en archivos y aprovecha el de otras personas.',
              texto: `## Tu propio módulo

Cualquier archivo \`.py\` es un módulo. Guarda esto como \`precios.py\`:

\`\`\`python
IVA = 0.16

def con_iva(precio):
    return round(precio * (1 + IVA), 2)

if __name__ == "__main__":
    print(con_iva(100))
\`\`\`

Y úsalo desde \`main.py\`, en la misma carpeta:

\`\`\`python
from precios import con_iva

print(con_iva(65))  # 75.4
\`\`\`

El bloque \`if __name__ == "__main__"\` se ejecuta solo cuando corres \`python precios.py\` directamente, no cuando lo importas. Así un archivo puede ser programa y biblioteca a la vez.

## La biblioteca estándar

Python ya trae cientos de módulos. Estos te servirán pronto:

| Módulo | Para qué |
| --- | --- |
| \`datetime\` | Fechas y horas |
| \`pathlib\` | Rutas de archivos |
| \`csv\` y \`json\` | Leer y escribir datos |
| \`random\` | Sorteos y muestras |
| \`statistics\` | Promedio, mediana, desviación |

## Bibliotecas de terceros

Se instalan con \`pip\`, siempre con tu entorno activo:

\`\`\`bash
python -m pip install httpx
python -m pip freeze > requirements.txt
\`\`\`

El segundo comando anota las versiones exactas. Otra persona podrá reproducir tu entorno con \`python -m pip install -r requirements.txt\`.

## Antes de instalar algo

Revisa que el nombre sea exacto: existen paquetes maliciosos con nombres casi iguales a los populares. Mira también en pypi.org la fecha de la última versión y el enlace al código. Y no llames a tu archivo \`random.py\` o \`json.py\`: taparía al módulo original.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Nombres y valores',
              descripcion: 'Lo que de verdad ocurre al asignar y al pasar argumentos.',
              texto: `## Etiquetas, no cajas

Una variable no es una caja que contiene un valor: es una **etiqueta** pegada a un valor. Asignar nunca copia datos; solo pega otra etiqueta.

\`\`\`python
def agregar_pan(orden):
    orden.append("concha")

def cambiar_orden(orden):
    orden = ["té"]

mesa = ["lechero"]
agregar_pan(mesa)
print(mesa)  # ['lechero', 'concha']
cambiar_orden(mesa)
print(mesa)  # ['lechero', 'concha']
\`\`\`

La primera función **modifica** la lista a la que ambos nombres apuntan. La segunda solo mueve su propia etiqueta local hacia otra lista; la de afuera ni se entera.

## Tres preguntas

1. ¿Por qué no importa la diferencia cuando usas números o textos? Porque no se pueden modificar: toda operación entrega un valor nuevo.
2. ¿Qué tienen en común una asignación, un \`for\`, un \`import\` y el paso de argumentos? Los cuatro pegan una etiqueta.
3. ¿Cuándo conviene \`==\` y cuándo \`is\`? \`==\` compara los valores; \`is\` pregunta si dos etiquetas están en el mismo. Para comparar con \`None\` usa \`is\`; para lo demás, \`==\`.

## Para practicar

Escribe una función \`sin_azucar(orden)\` que reciba una lista de bebidas y entregue **otra** lista con « sin azúcar» agregado a cada una, sin alterar la original. Compruébalo imprimiendo las dos. Después escribe una segunda versión que sí modifique la lista recibida y compara cuál preferirías encontrar en el código de alguien más.`,
              duracion: 4,
            },
          ],
          recursos: [
            {
              titulo: 'Tutorial oficial: definir funciones',
              enlace: 'https://docs.python.org/es/3/tutorial/controlflow.html#defining-functions',
              tipo: 1,
            },
            { titulo: 'Tutorial oficial: módulos', enlace: 'https://docs.python.org/es/3/tutorial/modules.html', tipo: 1 },
            { titulo: 'PEP 8, guía de estilo', enlace: 'https://peps.python.org/pep-0008/', tipo: 1 },
          ],
        },
        {
          titulo: 'Archivos, errores y pruebas',
          descripcion: 'Lee datos reales, anticipa fallas y comprueba que tu código funciona.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'Leer ventas de un CSV sin tropezar',
              descripcion: 'Archivos en UTF-8, filas inválidas y excepciones bien atrapadas.',
              texto: `## El archivo

La cafetería exporta \`ventas.csv\`:

\`\`\`text
fecha,producto,importe
2026-03-02,Café lechero,58
2026-03-02,Concha,22
2026-03-03,Café de olla,cuarenta
\`\`\`

La última fila está mal. En la vida real siempre hay una así.

## Léelo

\`\`\`python
import csv
from pathlib import Path

def leer_ventas(ruta):
    ventas, errores = [], []
    with Path(ruta).open(encoding="utf-8-sig", newline="") as archivo:
        for numero, fila in enumerate(csv.DictReader(archivo), start=2):
            try:
                fila["importe"] = float(fila["importe"])
            except ValueError:
                errores.append(f"Fila {numero}: importe inválido ({fila['importe']})")
            else:
                ventas.append(fila)
    return ventas, errores
\`\`\`

- \`with\` cierra el archivo aunque ocurra un error.
- \`utf-8-sig\` conserva los acentos y descarta la marca invisible que Excel agrega al inicio.
- \`start=2\` porque la fila 1 es el encabezado: así el aviso coincide con lo que se ve en Excel.

## Atrapa solo lo que esperas

Un \`except:\` sin tipo esconde también los errores de dedo en tu propio código. Nombra la excepción y decide qué hacer:

| Excepción | Causa habitual |
| --- | --- |
| \`FileNotFoundError\` | La ruta está mal escrita |
| \`ValueError\` | Texto que no es número |
| \`KeyError\` | Falta una columna |

## Guarda el resultado

\`\`\`python
import json

resumen = {"ciudad": "Xalapa", "total": 80.0}
Path("resumen.json").write_text(
    json.dumps(resumen, ensure_ascii=False, indent=2), encoding="utf-8"
)
\`\`\`

\`ensure_ascii=False\` deja legible la «é» de café.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Pruebas con pytest',
              descripcion: 'Comprueba en segundos que un cambio no rompió nada.',
              texto: `## Por qué probar

Mañana cambiarás una función para agregar un descuento. ¿Cómo sabrás que el resto sigue bien? Puedes revisar a mano cada vez, o escribir una **prueba** una sola vez.

Instala la herramienta con \`python -m pip install pytest\`.

## El código

Guarda en \`propinas.py\`:

\`\`\`python
def dividir_cuenta(total, personas, propina=0.10):
    if personas < 1:
        raise ValueError("Debe haber al menos una persona")
    return round(total * (1 + propina) / personas, 2)
\`\`\`

\`raise\` lanza un error a propósito: es mejor detenerse con un mensaje claro que seguir con un resultado absurdo.

## Las pruebas

Guarda en \`test_propinas.py\`:

\`\`\`python
import pytest
from propinas import dividir_cuenta

def test_divide_con_propina():
    assert dividir_cuenta(500, 2) == 275

def test_sin_propina():
    assert dividir_cuenta(300, 3, propina=0) == 100

def test_rechaza_cero_personas():
    with pytest.raises(ValueError):
        dividir_cuenta(500, 0)
\`\`\`

Ejecuta \`python -m pytest\`. La herramienta encuentra sola los archivos que empiezan con \`test_\`.

## Qué conviene probar

1. **El caso normal**, con un resultado que calculaste a mano.
2. **Los bordes**: cero, uno, lista vacía, texto con acentos.
3. **Los errores**: que falle cuando debe fallar.
4. **Cada falla que encuentres**: primero escribe la prueba que la reproduce y después corrige.

Si una función es difícil de probar, suele ser porque hace demasiado. Sepárala: una parte que calcula y otra que lee o imprime.`,
              duracion: 3,
            },
            {
              tipo: 'evaluacion',
              titulo: 'Comprueba lo aprendido: programas que se sostienen',
              descripcion: 'Tres preguntas sobre funciones, errores y pruebas.',
              preguntas: [
                {
                  pregunta: '¿Por qué conviene evitar def agregar(producto, orden=[])?',
                  puntos: 3,
                  opciones: [
                    { texto: 'Porque las listas no pueden ser parámetros', correcta: false },
                    { texto: 'Porque la misma lista se comparte entre todas las llamadas que no la indican', correcta: true },
                    { texto: 'Porque Python lanza SyntaxError', correcta: false },
                    { texto: 'Porque las listas por omisión son más lentas', correcta: false },
                  ],
                },
                {
                  pregunta: '¿Qué prácticas son recomendables al leer un CSV de un punto de venta? Elige todas las correctas.',
                  puntos: 4,
                  opciones: [
                    { texto: 'Abrirlo con with para que se cierre siempre', correcta: true },
                    { texto: 'Indicar la codificación de forma explícita', correcta: true },
                    { texto: 'Envolver todo el programa en un except: vacío para que nunca falle', correcta: false },
                    { texto: 'Anotar qué filas fueron inválidas y por qué', correcta: true },
                  ],
                },
                {
                  pregunta: '¿Qué comprueba with pytest.raises(ValueError)?',
                  puntos: 3,
                  opciones: [
                    { texto: 'Que el código no lance ningún error', correcta: false },
                    { texto: 'Que el código dentro del bloque lance ValueError', correcta: true },
                    { texto: 'Que ValueError se ignore en toda la prueba', correcta: false },
                    { texto: 'Que la función devuelva el texto "ValueError"', correcta: false },
                  ],
                },
              ],
            },
          ],
          recursos: [
            { titulo: 'Tutorial oficial: errores y excepciones', enlace: 'https://docs.python.org/es/3/tutorial/errors.html', tipo: 1 },
            { titulo: 'Módulo csv', enlace: 'https://docs.python.org/es/3/library/csv.html', tipo: 1 },
            { titulo: 'Documentación de pytest (inglés)', enlace: 'https://docs.pytest.org/en/stable/getting-started.html', tipo: 1 },
          ],
        },
      ],
    },
    {
      nombre: 'Python para datos e inteligencia artificial',
      descripcion: 'Analizas ventas con pandas, consultas una API y entrenas tu primer clasificador de texto.',
      contenido: `Ya sabes Python; ahora lo pones a trabajar. Este módulo reúne las tres habilidades que más se piden al empezar en inteligencia artificial: ordenar datos, traer información de internet y entrenar un modelo que aprenda de ejemplos.

Primero analizarás ventas con **pandas**, la biblioteca estándar para tablas. Después consultarás el pronóstico del clima de Guadalajara mediante una **API** pública. Por último, con **scikit-learn**, entrenarás un modelo que lee quejas de clientes y decide a qué área enviarlas.

El proyecto final es tuyo: elige un problema de tu trabajo, tu escuela o tu colonia. Un programa pequeño que alguien usa de verdad vale más en tu portafolio que uno enorme sin terminar.`,
      objetivos: [
        'Explorar, limpiar y agrupar datos con pandas',
        'Consultar una API web y manejar sus fallas',
        'Entrenar y evaluar un clasificador de texto sencillo',
        'Presentar un proyecto que otra persona pueda ejecutar',
      ],
      clases: [
        {
          titulo: 'Análisis de datos con pandas',
          descripcion: 'De una tabla desordenada a una respuesta para el negocio.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'Explora y limpia una tabla',
              descripcion: 'Carga datos, revisa su calidad y corrige lo necesario.',
              texto: `## Carga y mira

Instala con \`python -m pip install pandas\`. Usaremos datos en memoria para que puedas copiar y ejecutar:

\`\`\`python
import pandas as pd

ventas = pd.DataFrame({
    "fecha": ["2026-03-02", "2026-03-02", "2026-03-03", "2026-03-03"],
    "sucursal": ["Centro", "centro ", "Ánimas", "Centro"],
    "producto": ["Lechero", "Concha", "Lechero", "Concha"],
    "importe": [58.0, 22.0, None, 22.0],
})
print(ventas.shape)         # (4, 4)
print(ventas.isna().sum())  # un importe vacío
\`\`\`

Con un archivo usarías \`pd.read_csv("ventas.csv")\`.

## Tres preguntas antes de calcular

1. **¿Qué tipos tengo?** \`ventas.dtypes\` revela fechas guardadas como texto.
2. **¿Qué falta?** \`isna().sum()\` cuenta los vacíos por columna.
3. **¿Hay variantes del mismo valor?** \`ventas["sucursal"].unique()\` muestra que «Centro» y «centro » son distintos para la computadora.

## Limpia

\`\`\`python
ventas["fecha"] = pd.to_datetime(ventas["fecha"])
ventas["sucursal"] = ventas["sucursal"].str.strip().str.title()
ventas = ventas.dropna(subset=["importe"])
\`\`\`

Borrar la fila vacía es **una decisión**, no un trámite. Si el importe falta porque el sistema se cayó, quizá debas recuperarlo del ticket. Anota siempre cuántas filas quitaste y por qué.

## Selecciona

\`\`\`python
centro = ventas[ventas["sucursal"] == "Centro"]
caras = ventas[(ventas["importe"] > 30) & (ventas["producto"] == "Lechero")]
\`\`\`

Con pandas se usa \`&\` y \`|\` en lugar de \`and\` y \`or\`, y cada condición va entre paréntesis.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Agrupa y responde preguntas',
              descripcion: 'Totales por sucursal, comparaciones entre productos y resultados exportables.',
              texto: `## La pregunta primero

«Quiero ver los datos» no es una pregunta. «¿Qué sucursal vendió más esta semana y con qué producto?» sí lo es, y casi siempre se responde con \`groupby\`.

\`\`\`python
import pandas as pd

ventas = pd.DataFrame({
    "sucursal": ["Centro", "Centro", "Ánimas", "Ánimas", "Centro"],
    "producto": ["Lechero", "Concha", "Lechero", "Lechero", "Lechero"],
    "importe": [58, 22, 62, 62, 58],
})

resumen = (
    ventas.groupby("sucursal")["importe"]
    .agg(total="sum", tickets="count", promedio="mean")
    .sort_values("total", ascending=False)
)
print(resumen)
\`\`\`

Centro encabeza con 138 pesos en tres tickets (promedio de 46); Ánimas suma 124 en dos (promedio de 62).

## Interpreta antes de presumir

¿Quién va mejor? Depende: Centro vende más en total, pero Ánimas cobra más por ticket. Con cinco ventas no puedes concluir nada; con cinco mil, quizá. Antes de mostrar un número, pregúntate:

- ¿Cuántos casos hay detrás?
- ¿El **promedio** está inflado por una venta enorme? Compáralo con la mediana.
- ¿Las dos sucursales abrieron los mismos días?

## Tabla cruzada

\`\`\`python
tabla = ventas.pivot_table(
    index="sucursal", columns="producto",
    values="importe", aggfunc="sum", fill_value=0,
)
print(tabla)
\`\`\`

Así ves de golpe qué producto vende cada sucursal.

## Comparte

\`\`\`python
resumen.to_csv("resumen.csv", encoding="utf-8-sig")
\`\`\`

\`utf-8-sig\` hace que Excel muestre bien «Ánimas».

**Ejercicio:** agrega una columna \`mes\` con \`ventas["fecha"].dt.month\` a tu propia tabla y repite el análisis por mes.`,
              duracion: 3,
            },
          ],
          recursos: [
            { titulo: '10 minutes to pandas (inglés)', enlace: 'https://pandas.pydata.org/docs/user_guide/10min.html', tipo: 1 },
            { titulo: 'Datos abiertos del INEGI', enlace: 'https://www.inegi.org.mx/datosabiertos/', tipo: 3 },
          ],
        },
        {
          titulo: 'Conecta tu programa con internet',
          descripcion: 'Consulta servicios web y cuida tus claves.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'Consulta una API',
              descripcion: 'Pide el pronóstico de Guadalajara y maneja las fallas de red.',
              texto: `## Qué es una API

Una **API web** es una ventanilla para programas: envías una petición a una dirección y recibes datos, normalmente en JSON. Open-Meteo ofrece pronósticos gratuitos para uso no comercial y no pide registro.

\`\`\`python
import httpx

def temperatura_maxima(latitud, longitud):
    respuesta = httpx.get(
        "https://api.open-meteo.com/v1/forecast",
        params={
            "latitude": latitud,
            "longitude": longitud,
            "daily": "temperature_2m_max",
            "timezone": "America/Mexico_City",
            "forecast_days": 3,
        },
        timeout=10,
    )
    respuesta.raise_for_status()
    diario = respuesta.json()["daily"]
    return dict(zip(diario["time"], diario["temperature_2m_max"]))

if __name__ == "__main__":
    try:
        print(temperatura_maxima(20.67, -103.35))
    except httpx.HTTPError as error:
        print(f"No se pudo consultar el clima: {error}")
\`\`\`

## Línea por línea

- \`params\` arma la dirección por ti y codifica los caracteres especiales.
- \`timeout=10\` evita esperar demasiado si el servidor no responde.
- \`raise_for_status()\` convierte una respuesta 404 o 500 en una excepción.
- \`zip\` une cada fecha con su temperatura.

## Los códigos que verás

| Código | Significado | Qué hacer |
| --- | --- | --- |
| 200 | Todo bien | Usar los datos |
| 401 | Falta la clave o es inválida | Revisarla |
| 404 | No existe | Corregir la dirección |
| 429 | Demasiadas peticiones | Esperar y reintentar |
| 500 | Falla del servidor | Reintentar más tarde |

**Ejercicio:** consulta Mérida (20.97, -89.62) y Toluca (19.29, -99.65), e imprime cuál tendrá mañana el día más caluroso.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Claves secretas y buenos modales',
              descripcion: 'Guarda credenciales fuera del código y respeta los límites de cada servicio.',
              texto: `## Nunca escribas la clave en el código

Muchas API, entre ellas las de modelos de inteligencia artificial, cobran según el uso y te dan una clave personal. Quien la tenga gasta tu dinero. Si la escribes en el código y lo subes a GitHub, hay programas que la encontrarán en minutos.

Guárdala en una **variable de entorno** y léela así:

\`\`\`python
import os
import sys

clave = os.environ.get("MI_API_KEY")
if not clave:
    sys.exit("Define la variable MI_API_KEY antes de ejecutar.")
\`\`\`

En macOS o Linux la defines con \`export MI_API_KEY="valor"\`; en PowerShell, con \`$env:MI_API_KEY = "valor"\`. Si prefieres un archivo \`.env\`, agrégalo a \`.gitignore\` **antes** de tu primer commit.

## ¿Se filtró una clave?

1. Revócala en el panel del servicio. Borrarla del código no basta: sigue en el historial.
2. Crea una nueva.
3. Revisa el consumo reciente.

## Reintenta con paciencia

\`\`\`python
import time
import httpx

def pedir(url, intentos=3):
    for intento in range(intentos):
        respuesta = httpx.get(url, timeout=10)
        if respuesta.status_code != 429:
            respuesta.raise_for_status()
            return respuesta.json()
        time.sleep(2 ** intento)  # 1, 2, 4 segundos
    raise RuntimeError("El servicio sigue ocupado")
\`\`\`

Esperar cada vez más se llama **retroceso exponencial** y evita saturar al servidor.

## Buenos modales

- Lee los términos de uso: poder descargar algo no significa tener permiso.
- Guarda en un archivo lo que ya consultaste en lugar de pedirlo cien veces.
- No recolectes datos personales que no necesitas.`,
              duracion: 3,
            },
          ],
          recursos: [
            { titulo: 'Documentación de HTTPX (inglés)', enlace: 'https://www.python-httpx.org/', tipo: 1 },
            { titulo: 'Open-Meteo: API gratuita del clima (inglés)', enlace: 'https://open-meteo.com/en/docs', tipo: 3 },
            {
              titulo: 'MDN: códigos de estado de respuesta HTTP',
              enlace: 'https://developer.mozilla.org/es/docs/Web/HTTP/Reference/Status',
              tipo: 1,
            },
          ],
        },
        {
          titulo: 'Proyecto: tu primer clasificador',
          descripcion: 'Entrena un modelo que envía cada queja al área correcta y prepáralo para mostrarlo.',
          subtemas: [
            {
              tipo: 'lectura',
              titulo: 'Entrena un clasificador de quejas',
              descripcion: 'De mensajes en español a un modelo que aprende de ejemplos.',
              texto: `## Aprender de ejemplos

En lugar de escribir cien reglas («si dice cobro, entonces…»), mostramos mensajes ya clasificados y dejamos que el modelo encuentre qué palabras distinguen cada área. Instala con \`python -m pip install scikit-learn\`.

\`\`\`python
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

mensajes = [
    "me cobraron dos veces el recibo", "el cargo en mi tarjeta es incorrecto",
    "quiero la factura de mi pago", "no reconozco este cobro",
    "no tengo internet desde ayer", "el módem no prende",
    "la señal se corta en la noche", "el internet está muy lento",
]
areas = ["cobranza"] * 4 + ["soporte"] * 4

modelo = make_pipeline(
    TfidfVectorizer(strip_accents="unicode", ngram_range=(1, 2)),
    LogisticRegression(max_iter=1000),
)
modelo.fit(mensajes, areas)
print(modelo.predict(["otra vez se cortó el internet"]))  # ['soporte']
\`\`\`

## Qué ocurre adentro

1. **TfidfVectorizer** convierte cada mensaje en números: da más peso a las palabras frecuentes en ese mensaje y raras en los demás.
2. **LogisticRegression** aprende cuánto empuja cada palabra hacia un área u otra.
3. **make_pipeline** une los dos pasos para que siempre se apliquen igual.

## Mira la duda

\`\`\`python
probabilidades = modelo.predict_proba(["tengo una pregunta"])[0]
for area, p in zip(modelo.classes_, probabilidades):
    print(f"{area}: {p:.0%}")
\`\`\`

Si la mayor probabilidad es baja, envía el mensaje a una persona. Ocho ejemplos bastan para aprender la mecánica; para usarlo de verdad reúne al menos cien por área, escritos por clientes reales y sin datos personales.`,
              duracion: 3,
            },
            {
              tipo: 'lectura',
              titulo: 'Evalúa y presenta tu proyecto',
              descripcion: 'Mide con datos nuevos, explica los errores y entrega algo que otros puedan ejecutar.',
              texto: `## No califiques con el examen resuelto

Un modelo puede memorizar. Para saber si aprendió, aparta mensajes que no vea al entrenar:

\`\`\`python
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split

def evaluar(modelo, mensajes, areas):
    x_entrena, x_prueba, y_entrena, y_prueba = train_test_split(
        mensajes, areas, test_size=0.25, stratify=areas, random_state=42
    )
    modelo.fit(x_entrena, y_entrena)
    print(classification_report(y_prueba, modelo.predict(x_prueba)))
\`\`\`

\`stratify\` mantiene la misma proporción de áreas en ambos grupos, y \`random_state\` permite repetir el resultado.

## Lee el reporte

Cuenta los aciertos de cobranza, $a$; las falsas alarmas, $f$, que marcaste como cobranza sin serlo, y las omisiones, $o$, que eran cobranza y no viste:

| Medida | Pregunta que responde | Cálculo |
| --- | --- | --- |
| Precisión, $P$ | De lo que marqué como cobranza, ¿cuánto lo era? | $\\dfrac{a}{a + f}$ |
| Exhaustividad (*recall*), $R$ | De todo lo que era cobranza, ¿cuánto encontré? | $\\dfrac{a}{a + o}$ |
| F1 | ¿Qué tan equilibradas están las dos? | $\\dfrac{2 P R}{P + R}$ |

Con 18 aciertos, 2 falsas alarmas y 6 omisiones, $P = 0.90$, $R = 0.75$ y $F_1 = 0.82$.

La exactitud sola engaña: si 95 % de los mensajes son de soporte, responder siempre «soporte» acierta 95 % y no sirve de nada.

## Entrega tu proyecto

Tu carpeta final debería contener:

- \`README.md\`: qué problema resuelve, cómo instalarlo y un ejemplo de uso.
- \`requirements.txt\`: las bibliotecas y sus versiones.
- \`datos/\`: ejemplos inventados o anonimizados, nunca datos reales de clientes.
- \`entrenar.py\` y \`clasificar.py\`: dos programas cortos.
- \`test_clasificar.py\`: al menos tres pruebas.

En el README incluye **los errores**: tres mensajes que tu modelo clasifica mal y tu hipótesis de por qué. Esa sección demuestra más criterio que cualquier porcentaje.`,
              duracion: 3,
            },
            {
              tipo: 'evaluacion',
              titulo: 'Evaluación final: datos e inteligencia artificial',
              descripcion: 'Tres preguntas para cerrar el curso.',
              preguntas: [
                {
                  pregunta: '¿Por qué se aparta un grupo de datos de prueba?',
                  puntos: 4,
                  opciones: [
                    { texto: 'Para que el entrenamiento termine antes', correcta: false },
                    { texto: 'Para medir cómo responde el modelo ante ejemplos que no ha visto', correcta: true },
                    { texto: 'Para tener un respaldo si se pierde el archivo', correcta: false },
                    { texto: 'Para que todas las áreas tengan el mismo número de mensajes', correcta: false },
                  ],
                },
                {
                  pregunta: '¿Qué debes hacer si subiste por error una clave de API a un repositorio público? Elige todas las correctas.',
                  puntos: 3,
                  opciones: [
                    { texto: 'Revocar la clave de inmediato en el panel del servicio', correcta: true },
                    { texto: 'Revisar si hubo consumo que no reconoces', correcta: true },
                    { texto: 'Borrarla en un commit nuevo y seguir usándola', correcta: false },
                    { texto: 'Crear una clave nueva y guardarla fuera del código', correcta: true },
                  ],
                },
                {
                  pregunta: 'En pandas, ¿cómo seleccionas las filas con importe mayor que 30 y producto "Lechero"?',
                  puntos: 3,
                  opciones: [
                    { texto: 'ventas[ventas["importe"] > 30 and ventas["producto"] == "Lechero"]', correcta: false },
                    { texto: 'ventas[(ventas["importe"] > 30) & (ventas["producto"] == "Lechero")]', correcta: true },
                    { texto: 'ventas.where("importe > 30", "Lechero")', correcta: false },
                    { texto: 'ventas["importe" > 30]["Lechero"]', correcta: false },
                  ],
                },
              ],
            },
          ],
          recursos: [
            {
              titulo: 'scikit-learn: extracción de características de texto (inglés)',
              enlace: 'https://scikit-learn.org/stable/modules/feature_extraction.html',
              tipo: 1,
            },
            {
              titulo: 'scikit-learn: evaluación de modelos (inglés)',
              enlace: 'https://scikit-learn.org/stable/modules/model_evaluation.html',
              tipo: 1,
            },
          ],
        },
      ],
    },
  ],
};
