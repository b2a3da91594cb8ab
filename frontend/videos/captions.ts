/** What is said with the films, which have no sound: each cue begins at its second and stands until the next one. The last one stands to the end. */
export interface Cue {
  at: number;
  es: string;
  en: string;
}

export const captions: Readonly<Record<string, readonly Cue[]>> = {
  'el-ciclo-de-un-agente': [
    {
      at: 0.5,
      es: '¿Qué hace un agente entre tu pregunta y su respuesta?',
      en: 'What does an agent do between your question and its answer?',
    },
    {
      at: 6,
      es: 'En un flujo, alguien dibujó los pasos: leer, buscar, redactar, enviar.',
      en: 'In a workflow somebody drew the steps: read, search, write, send.',
    },
    {
      at: 12.6,
      es: 'Un agente decide en cada punto: prueba un camino, regresa y toma otro.',
      en: 'An agent decides at each point: it tries one way, comes back and takes another.',
    },
    { at: 20, es: 'Recibe un objetivo: «¿Dónde está mi pedido 1042?»', en: 'It is given a goal: “Where is my order 1042?”' },
    {
      at: 23.4,
      es: 'Y herramientas: aquí, buscar un pedido y rastrear una guía.',
      en: 'And tools: here, finding an order and tracking a parcel.',
    },
    { at: 28, es: 'Piensa: le falta el número de guía.', en: 'It thinks: the tracking number is missing.' },
    { at: 31, es: 'Actúa: pide que se ejecute una herramienta.', en: 'It acts: it asks for a tool to be run.' },
    { at: 34, es: 'Observa el resultado, y lo suma a lo que ya sabe.', en: 'It observes the result, and adds it to what it knows.' },
    {
      at: 37,
      es: 'Segunda vuelta: con la guía ya puede rastrear el paquete.',
      en: 'Second turn: with the number it can track the parcel.',
    },
    { at: 43, es: 'El paquete está detenido en Culiacán, por lluvia.', en: 'The parcel is held up in Culiacán, because of the rain.' },
    { at: 46, es: 'Tercera vuelta: ya tiene todo lo que le faltaba.', en: 'Third turn: it has everything that was missing.' },
    { at: 49, es: 'Sale del ciclo y responde, con datos que comprobó.', en: 'It leaves the loop and answers, with facts that it checked.' },
    {
      at: 53.8,
      es: 'Antes de soltarlo, tres frenos. Primero: un máximo de vueltas.',
      en: 'Before letting it go, three brakes. First: a limit of turns.',
    },
    { at: 57.2, es: 'Segundo: solo los permisos que necesita.', en: 'Second: only the permissions that it needs.' },
    { at: 60.2, es: 'Tercero: una persona aprueba lo que no se puede deshacer.', en: 'Third: a person approves what cannot be undone.' },
    {
      at: 64.6,
      es: 'Pensar, actuar, observar y repetir, hasta cumplir el objetivo.',
      en: 'Think, act, observe and repeat, until the goal is met.',
    },
  ],
  'asi-lee-un-modelo': [
    {
      at: 0.5,
      es: '¿Cómo lee un modelo de lenguaje? Sin una sola fórmula.',
      en: 'How does a language model read? Without a single formula.',
    },
    { at: 6, es: 'Tú ves cuatro palabras. El modelo no.', en: 'You see four words. The model does not.' },
    {
      at: 9,
      es: 'Primero corta el texto en trozos que se repiten mucho en el idioma.',
      en: 'First it cuts the text into pieces that are frequent in the language.',
    },
    {
      at: 13,
      es: 'Esos trozos se llaman tokens: «tortillería» son dos.',
      en: 'Those pieces are called tokens: “tortillería” is two of them.',
    },
    {
      at: 17.5,
      es: 'Cada modelo corta a su manera; así se cuenta lo que cuesta una respuesta.',
      en: 'Each model cuts in its own way; that is how the cost of an answer is counted.',
    },
    {
      at: 21.4,
      es: 'A cada token le toca un número de una lista fija. Estos son de ejemplo.',
      en: 'Each token has a number of a fixed list. These are examples.',
    },
    { at: 26.4, es: 'Al modelo solo le llegan esos números.', en: 'Those numbers are all that reaches the model.' },
    {
      at: 31,
      es: 'Un embedding es el lugar de cada uno en un mapa. Al principio, al azar.',
      en: 'An embedding is the place of each one on a map. At first, at random.',
    },
    {
      at: 35,
      es: 'Al leer millones de textos, se acercan las palabras que aparecen en compañías parecidas.',
      en: 'Reading millions of texts, words that keep similar company move closer.',
    },
    {
      at: 40.4,
      es: 'Animales con animales, comida con comida, transporte con transporte.',
      en: 'Animals with animals, food with food, transport with transport.',
    },
    {
      at: 45.4,
      es: 'El mapa de verdad tiene cientos o miles de direcciones; aquí dibujamos dos.',
      en: 'The real map has hundreds or thousands of directions; we draw two here.',
    },
    { at: 50.4, es: '¿Y si alguien busca «mascota»?', en: 'What if somebody looks for “pet” (mascota)?' },
    { at: 53.6, es: 'Cae cerca de «perro», «gato» y «loro».', en: 'It lands near “dog”, “cat” and “parrot”.' },
    {
      at: 57.4,
      es: 'Las encuentra por su significado, aunque no comparta letras con ellas.',
      en: 'They are found by their meaning, though they share no letters with it.',
    },
    {
      at: 61.6,
      es: 'Así trabajan los buscadores que entienden de qué hablas.',
      en: 'That is how searches that understand what you mean work.',
    },
    { at: 65.6, es: 'Del texto a los tokens, a los números y al significado.', en: 'From text to tokens, to numbers, and to meaning.' },
  ],
  'buscar-antes-de-responder': [
    { at: 0.5, es: 'RAG: buscar antes de responder, paso a paso.', en: 'RAG: search before answering, step by step.' },
    { at: 6, es: 'Le preguntas a un modelo por las reglas de tu tienda.', en: 'You ask a model about the rules of your shop.' },
    {
      at: 10.4,
      es: 'Contesta algo creíble. Pero nunca leyó tu manual: lo inventó.',
      en: 'It answers something plausible. But it never read your manual: it made it up.',
    },
    { at: 17.8, es: 'Paso uno: parte tus documentos.', en: 'Step one: split your documents.' },
    {
      at: 21.6,
      es: 'Cada fragmento trata de una sola cosa y recuerda de qué página viene.',
      en: 'Each fragment is about one thing, and remembers the page it comes from.',
    },
    {
      at: 29,
      es: 'Paso dos: a cada fragmento se le calcula su lugar en el mapa del significado.',
      en: 'Step two: each fragment gets its place on the map of meaning.',
    },
    {
      at: 35,
      es: 'Los de envíos quedan juntos, los de pagos también, y los de devoluciones.',
      en: 'Those about shipping stay together, those about payments too, and those about returns.',
    },
    {
      at: 40,
      es: 'Paso tres: la pregunta también tiene su lugar en el mapa.',
      en: 'Step three: the question has its place on the map as well.',
    },
    { at: 44.6, es: 'Se eligen los fragmentos más cercanos: aquí, tres.', en: 'The nearest fragments are chosen: here, three.' },
    {
      at: 52.6,
      es: 'Paso cuatro: el modelo recibe la pregunta junto con esos fragmentos.',
      en: 'Step four: the model gets the question together with those fragments.',
    },
    {
      at: 58.6,
      es: 'Responde con lo que dicen, y cita la página para que puedas comprobarlo.',
      en: 'It answers with what they say, and quotes the page so that you can check it.',
    },
    {
      at: 66,
      es: 'Si la respuesta no viene en los fragmentos, pídele que lo diga.',
      en: 'Where the answer is not in the fragments, ask it to say so.',
    },
    {
      at: 70.8,
      es: 'Partir, ubicar, buscar y responder, siempre con su fuente.',
      en: 'Split, place, search and answer, always with its source.',
    },
  ],
  'una-neurona-que-aprende': [
    { at: 0.5, es: '¿Cómo aprende una neurona? Equivocándose.', en: 'How does a neuron learn? By being wrong.' },
    {
      at: 6,
      es: 'Recibe dos datos de la mañana: cuántas nubes hay y qué tan húmedo está.',
      en: 'It gets two facts about the morning: how cloudy and how damp it is.',
    },
    { at: 9.4, es: 'Multiplica cada dato por un peso, y suma.', en: 'It multiplies each one by a weight, and adds them up.' },
    { at: 12, es: 'La suma se vuelve una apuesta: 30 % de que llueva.', en: 'The sum becomes a bet: a 30 % chance of rain.' },
    {
      at: 20,
      es: 'Pero sí llovió. La diferencia entre la apuesta y lo que pasó es su error.',
      en: 'But it did rain. The difference between the bet and what happened is its error.',
    },
    {
      at: 30,
      es: 'Ahora ajusta cada peso un poco, en la dirección que reduce el error.',
      en: 'Now it adjusts each weight a little, in the direction that reduces the error.',
    },
    {
      at: 34.4,
      es: 'Otra vuelta: los pesos crecen, la apuesta sube y el error baja.',
      en: 'Another turn: the weights grow, the bet goes up and the error goes down.',
    },
    { at: 39, es: 'Nadie le dijo la regla: la sacó de sus errores.', en: 'Nobody told it the rule: it drew it from its errors.' },
    { at: 43, es: 'Con un solo día no basta. Estos son treinta y cuatro.', en: 'One day is not enough. Here are thirty-four.' },
    {
      at: 47.4,
      es: 'La raya separa los días en que predice lluvia. Al principio falla mucho.',
      en: 'The line parts the days for which it predicts rain. At first it is often wrong.',
    },
    {
      at: 52.4,
      es: 'En cada vuelta mira todos los días, suma sus errores y mueve la raya.',
      en: 'In each turn it looks at all days, adds up its errors and moves the line.',
    },
    {
      at: 58.6,
      es: 'Al final casi acierta. Algunos días se parecen demasiado: nadie acierta siempre.',
      en: 'In the end it is nearly right. Some days are too alike: nobody is always right.',
    },
    {
      at: 64.4,
      es: 'Un modelo de lenguaje hace lo mismo, con miles de millones de pesos.',
      en: 'A language model does the same, with billions of weights.',
    },
    { at: 71.8, es: 'Predecir, comparar, ajustar y repetir.', en: 'Predict, compare, adjust and repeat.' },
  ],
  'un-enchufe-para-todo': [
    { at: 0.5, es: 'MCP: un enchufe para conectar la IA con tus sistemas.', en: 'MCP: one plug to connect AI with your systems.' },
    {
      at: 6,
      es: 'Tienes tres aplicaciones con IA y cuatro sistemas de trabajo.',
      en: 'You have three applications with AI and four systems at work.',
    },
    {
      at: 9.4,
      es: 'Sin un acuerdo, cada pareja necesita su propia conexión: doce en total.',
      en: 'Without an agreement each pair needs a connection of its own: twelve in all.',
    },
    { at: 20, es: 'MCP es ese acuerdo: todos hablan del mismo modo.', en: 'MCP is that agreement: everyone speaks in the same way.' },
    { at: 24.6, es: 'Cada quien se conecta una sola vez: siete en total.', en: 'Each one connects only once: seven in all.' },
    {
      at: 33,
      es: 'Un servidor MCP cuenta qué ofrece. Herramientas: lo que se puede hacer.',
      en: 'An MCP server tells what it offers. Tools: what can be done.',
    },
    { at: 37, es: 'Recursos: lo que se puede leer.', en: 'Resources: what can be read.' },
    { at: 39.6, es: 'Y prompts: instrucciones listas para usar.', en: 'And prompts: instructions that are ready to use.' },
    {
      at: 45.2,
      es: 'Preguntas cuántas mochilas quedan. El modelo propone llamar una herramienta.',
      en: 'You ask how many backpacks are left. The model proposes to call a tool.',
    },
    { at: 50, es: 'Tu programa revisa el permiso y hace la llamada.', en: 'Your program checks the permission and makes the call.' },
    { at: 53.4, es: 'El servidor contesta con el dato.', en: 'The server answers with the figure.' },
    { at: 56, es: 'Y el modelo lo convierte en una respuesta.', en: 'And the model turns it into an answer.' },
    {
      at: 60.6,
      es: 'Te conectas una vez, y sirve para todas tus aplicaciones.',
      en: 'You connect once, and it works for all your applications.',
    },
  ],
};

const clock = (second: number): string => {
  const whole = Math.floor(second);
  const part = Math.round((second - whole) * 1000);
  return `00:${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}.${String(part).padStart(3, '0')}`;
};
/** As a file of WebVTT. */
export const webVtt = (cues: readonly Cue[], language: 'es' | 'en', seconds: number): string =>
  `WEBVTT\n\n${cues.map((cue, index) => `${clock(cue.at)} --> ${clock(cues[index + 1]?.at ?? seconds)}\n${cue[language]}\n`).join('\n')}`;
