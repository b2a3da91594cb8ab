import type { BundleTerms } from '../../events/bundles.ts';
import { schoolDay } from '../../events/calendar.ts';
import type { EnglishWords, SiteItemOf, SiteSection } from '../../events/site.ts';
import { type CommandContext, derived } from '../commands/kernel/handle.ts';
import { createCoupons } from '../commands/payments/coupons.ts';
import type { NewLead } from '../commands/site/leads.ts';
import type { Domain } from '../domain.ts';
import { DAY, MINUTE } from './agenda.ts';

/** The demo school's site: published, edited and ordered by its administrator, as in any school. Names and figures are invented. */

type Item<S extends SiteSection> = { visible?: boolean; item: SiteItemOf[S]; english?: EnglishWords };
type Content = { [S in SiteSection]: readonly Item<S>[] };

/** Reserved for examples: it never belongs to anybody. */
const CHAT = 'https://chat.aulaviva.example';

const content: Content = {
  policies: [
    {
      item: {
        code: 'reembolso',
        title: 'Garantía de reembolso',
        text: 'Si un curso o el plan Premium no es para ti, pídelo dentro de {reembolso} y te devolvemos lo que pagaste.',
        amount: 30,
        unit: 'days',
      },
      english: {
        title: 'Refund guarantee',
        text: 'If a course or the Premium plan is not for you, ask within {reembolso} and we give you back what you paid.',
      },
    },
    {
      item: {
        code: 'respuestaPremium',
        title: 'Soporte prioritario',
        text: 'Con Premium respondemos en menos de {respuestaPremium}, con soporte técnico especializado.',
        amount: 24,
        unit: 'hours',
      },
      english: {
        title: 'Priority support',
        text: 'With Premium we answer in less than {respuestaPremium}, with specialized technical support.',
      },
    },
    {
      item: {
        code: 'respuestaConsultoria',
        title: 'Consultoría',
        text: 'Respondemos las solicitudes de consultoría en menos de {respuestaConsultoria}, de {horario}.',
        amount: 4,
        unit: 'business-hours',
      },
      english: {
        title: 'Consulting',
        text: 'We answer consulting requests in less than {respuestaConsultoria}, {horario}.',
      },
    },
    {
      item: {
        code: 'acceso',
        title: 'Acceso a los cursos',
        text: 'Un curso que compras es tuyo para siempre. Lo que abre tu plan Premium sigue abierto mientras lo tengas.',
        amount: null,
        unit: null,
      },
      english: {
        title: 'Access to courses',
        text: 'A course that you buy is yours forever. What your Premium plan opens stays open as long as you have it.',
      },
    },
    {
      item: {
        code: 'privacidad',
        title: 'Aviso de privacidad',
        text: 'Usamos tus datos solo para responderte sobre lo que pediste. No los compartimos con nadie más y puedes pedir que los borremos cuando quieras.',
        amount: null,
        unit: null,
      },
      english: {
        title: 'Privacy notice',
        text: 'We use your data only to answer you about what you asked for. We share it with nobody else, and you can ask us to erase it whenever you want.',
      },
    },
  ],
  faq: [
    {
      item: {
        question: '¿Puedo cambiar mi plan después?',
        answer: 'Sí. Puedes pasar de Básico a Premium en cualquier momento, por {precioPremium}, y tu avance se conserva completo.',
      },
      english: {
        title: 'Can I change my plan later?',
        text: 'Yes. You can go from Basic to Premium at any time, for {precioPremium}, and you keep all of your progress.',
      },
    },
    {
      item: {
        question: '¿Los cursos individuales son míos para siempre?',
        answer: 'Sí. Un curso que compras es tuyo de por vida, con todas sus actualizaciones, aunque después cambies de plan.',
      },
      english: {
        title: 'Are single courses mine forever?',
        text: 'Yes. A course that you buy is yours for life, with all its updates, even if you change your plan later.',
      },
    },
    {
      item: {
        question: '¿Qué incluye el soporte prioritario?',
        answer: 'Respuesta en menos de {respuestaPremium} y soporte técnico especializado.',
      },
      english: {
        title: 'What does priority support include?',
        text: 'An answer in less than {respuestaPremium} and specialized technical support.',
      },
    },
    {
      item: {
        question: '¿Hay garantía de reembolso?',
        answer: 'Sí. Tienes {reembolso} para pedir tu dinero de vuelta, tanto en Premium como en los cursos individuales.',
      },
      english: {
        title: 'Is there a refund guarantee?',
        text: 'Yes. You have {reembolso} to ask for your money back, for Premium as well as for single courses.',
      },
    },
    {
      item: { question: '¿Qué métodos de pago aceptan?', answer: 'Puedes pagar con {metodosDePago}. Los precios siempre dicen su moneda.' },
      english: {
        title: 'Which payment methods do you accept?',
        text: 'You can pay by {metodosDePago}. Prices always say their currency.',
      },
    },
  ],
  press: [
    {
      item: {
        source: 'Diario Frontera Norte',
        logoUrl: null,
        title: 'Una escuela de Tijuana enseña a programar con inteligencia artificial en español',
        excerpt:
          'La escuela Aulaviva abrió seis rutas de aprendizaje que van de los primeros programas en Python al ajuste fino de modelos. Sus clases son cortas, la ruta sin código no tiene costo y cada estudiante ve su avance como las estaciones de una línea de transporte: sabe dónde está, qué sigue y cuánto ha recorrido desde que empezó.',
        imageUrl: null,
        url: null,
        color: 'agave',
      },
    },
    {
      item: {
        source: 'Revista Oficio Digital',
        logoUrl: null,
        title: 'Un millón de becas para entrar a la tecnología',
        excerpt:
          'La campaña nacional reparte becas por medio de organizaciones, con códigos que cada persona usa en el curso que elige. El contador es público.',
        imageUrl: null,
        url: null,
        color: 'bugambilia',
      },
    },
    {
      visible: false,
      item: {
        source: 'Podcast Código y Café',
        logoUrl: null,
        title: 'Aprender IA sin saber programar: ¿hasta dónde se llega?',
        excerpt: 'Conversación con el equipo docente sobre la ruta sin código y lo que sus estudiantes construyen el primer mes.',
        imageUrl: null,
        url: null,
        color: 'azul',
      },
    },
    {
      visible: false,
      item: {
        source: 'Boletín Industria BC',
        logoUrl: null,
        title: 'Capacitación en inteligencia artificial para la maquila',
        excerpt: 'Tres plantas de la región forman a sus equipos de calidad con programas a la medida.',
        imageUrl: null,
        url: null,
        color: 'cempasuchil',
      },
    },
  ],
  testimonials: [
    {
      item: {
        name: 'Sofía Hernández',
        role: 'Analista de datos',
        imageUrl: null,
        text: 'Venía de hojas de cálculo. En dos meses automaticé los reportes de mi área y ahora me piden enseñarle al resto.',
      },
    },
    {
      item: {
        name: 'Diego Martínez',
        role: 'Desarrollador web',
        imageUrl: null,
        text: 'Los cursos van al grano. El de agentes me sirvió esa misma semana: tenía un servidor MCP funcionando el viernes.',
      },
    },
    {
      item: {
        name: 'Valentina Torres',
        role: 'Maestra de secundaria',
        imageUrl: null,
        text: 'Pensé que era solo para ingenieros. La ruta sin código me dejó hacer un asistente para mis grupos sin escribir una línea.',
      },
    },
    {
      item: {
        name: 'Emiliano Cruz',
        role: 'Estudiante',
        imageUrl: null,
        text: 'Estudio en el camión, diez minutos a la vez. La escuela siempre recuerda exactamente dónde me quedé.',
      },
    },
    {
      item: {
        name: 'Camila Rivera',
        role: 'Gerente de operaciones',
        imageUrl: null,
        text: 'Capacitamos a veinte personas. Lo que más valoro es que cada avance se ve y se puede comprobar.',
      },
    },
    {
      visible: false,
      item: {
        name: 'Óscar Reyes',
        role: 'Consultor',
        imageUrl: null,
        text: 'Claro, ordenado y en español. Justo lo que buscaba para mi equipo.',
      },
    },
  ],
  employers: [
    'Norte Datos',
    'Maquila Inteligente',
    'Banca Pacífico',
    'Logística Cachanilla',
    'Estudio Ballena',
    'Salud Conectada',
    'Agro Sensores',
    'Frontera Cloud',
  ].map((name) => ({ item: { name, logoUrl: null, url: null } })),
  channels: (
    [
      ['Bienvenida', 'Preséntate y cuenta qué quieres construir.', 'general', 'bienvenida', 1250],
      ['Bolsa de trabajo', 'Vacantes y consejos para entrevistas.', 'jobs', 'trabajo', 890],
      ['Herramientas de IA', 'Novedades, comparaciones y trucos.', 'tools', 'herramientas', 2100],
      ['Proyectos en equipo', 'Busca con quién construir tu idea.', 'projects', 'proyectos', 650],
      ['Dudas de código', 'Pregunta sin pena; alguien ya pasó por ahí.', 'general', 'dudas', 980],
      ['Vitrina', 'Enseña lo que terminaste.', 'projects', 'vitrina', 420],
    ] as const
  ).map(([name, description, category, at, members]) => ({
    item: {
      name,
      description,
      category,
      url: `${CHAT}/${at}`,
      members,
      membersAt: '2026-11-01',
      membersSource: 'Recuento de quienes moderan el servidor',
    },
  })),
  claims: [
    ['employers', '50,000+', 'vacantes activas en Estados Unidos y México', 'Conteo propio en bolsas de trabajo públicas', '2026-10-15'],
    ['corporate', '500+', 'colaboradores capacitados', 'Listas de asistencia de los programas', '2026-09-30'],
    ['corporate', '40%', 'más productividad', 'Encuesta a los responsables de área, 18 respuestas', '2026-09-30'],
    ['corporate', '25+', 'empresas', 'Contratos firmados', '2026-09-30'],
    ['corporate', '90%', 'de satisfacción', 'Encuesta de cierre de los programas', '2026-09-30'],
    ['consulting', '50+', 'proyectos', 'Registro de proyectos de consultoría', '2026-10-31'],
    ['consulting', '95%', 'de éxito', 'Proyectos que cumplieron su objetivo, de los entregados', '2026-10-31'],
    ['consulting', '30%', 'menos costos', 'Mediana reportada por los clientes a los seis meses', '2026-10-31'],
  ].map(([place, value, label, source, date]) => ({
    item: { place, value, label, source, owner: 'Renata Arriaga', date } as SiteItemOf['claims'],
  })),
};

/** Policies come first, because questions refer to them. */
const order: readonly SiteSection[] = ['policies', 'faq', 'press', 'testimonials', 'employers', 'channels', 'claims'];

const people = [
  ['Adriana Salas', 'adriana.salas@ejemplo.mx', '+52 664 555 0101'],
  ['Marco Peña', 'marco.pena@ejemplo.mx', '+52 664 555 0102'],
  ['Lizbeth Ochoa', 'lizbeth.ochoa@ejemplo.mx', '+52 686 555 0103'],
  ['Fundación Puente', 'contacto@puente.ejemplo.mx', '+52 664 555 0104'],
  ['Grupo Cardón', 'capacitacion@cardon.ejemplo.mx', '+52 664 555 0105'],
  ['Ernesto Villa', 'ernesto.villa@ejemplo.mx', '+52 646 555 0106'],
  ['Talleres Marea', 'direccion@marea.ejemplo.mx', '+52 664 555 0107'],
] as const;
const asked: readonly (Pick<NewLead, 'kind' | 'subject' | 'company' | 'message'> & { days: number })[] = [
  { kind: 'course', subject: 'Agentes de IA', company: null, message: null, days: 40 },
  { kind: 'course', subject: 'Curso de Python', company: null, message: null, days: 61 },
  { kind: 'course', subject: 'IA No-Code', company: null, message: null, days: 78 },
  {
    kind: 'scholarship',
    subject: 'Becas para organizaciones',
    company: 'Fundación Puente',
    message: 'Queremos 200 becas para jóvenes.',
    days: 50,
  },
  { kind: 'corporate', subject: 'Capacitación para empresas', company: 'Grupo Cardón', message: 'Somos 35 personas en calidad.', days: 70 },
  { kind: 'course', subject: 'Fine Tuning LLMs', company: null, message: null, days: 88 },
  { kind: 'consulting', subject: 'Consultoría', company: 'Talleres Marea', message: 'Clasificar correos de clientes.', days: 89.9 },
];

/** Adds the steps of the site to the agenda; `plan` runs each at its time, as `administrator`. */
export function planSite(
  { commands, site, leads, scholarships }: Pick<Domain, 'commands' | 'site' | 'leads' | 'scholarships'>,
  begin: number,
  plan: (at: number, name: string, by: 'administrator' | 'system', run: (context: CommandContext) => Promise<unknown>) => void,
): void {
  let at = begin + 5 * 3_600_000;
  const next = (): number => (at += 11 * MINUTE);
  const because = (context: CommandContext, reason: string): CommandContext => ({ ...context, reason });

  plan(next(), 'site school', 'administrator', (context) =>
    site.changeSchool(
      {
        email: 'hola@aulaviva.example',
        phone: '+52 664 555 0100',
        address: 'Av. Revolución 1500, Zona Centro, Tijuana, Baja California',
        messagingUrl: `${CHAT}/escuela`,
        communityUrl: `${CHAT}/servidor`,
        socials: [
          { name: 'LinkedIn', url: 'https://linkedin.aulaviva.example' },
          { name: 'Instagram', url: 'https://instagram.aulaviva.example' },
        ],
        mission: {
          text: 'Nuestra misión es ayudar a las personas a convertirse en los próximos líderes de la inteligencia artificial.',
          author: 'Renata Arriaga, dirección general',
        },
        video: {
          url: '/videos/asi-lee-un-modelo.webm',
          title: 'Así lee un modelo de lenguaje',
          captions: true,
        },
      },
      because(context, 'Datos de apertura'),
    ),
  );
  plan(next(), 'site prices', 'administrator', (context) =>
    site.setPrice(
      {
        plan: 'premium',
        price: { amount: 5_000, currency: 'USD' },
        period: 'month',
        validFrom: schoolDay(context.now.toISOString()),
      },
      because(context, 'Precio de lanzamiento'),
    ),
  );
  plan(next(), 'site prices tax', 'administrator', (context) =>
    site.setTaxRate(1_600, because(context, 'Los precios llevan el IVA incluido')),
  );
  plan(next(), 'site prices methods', 'administrator', (context) => site.setMethods(['card'], because(context, 'Solo tarjeta por ahora')));
  for (const section of order)
    plan(next(), `site ${section}`, 'administrator', async (context) => {
      for (const [index, { item, visible = true, english }] of (content[section] as readonly Item<SiteSection>[]).entries())
        await site.add(section, item, visible, because(derived(context, 'item', index), 'Contenido de apertura'), english);
    });
  // Later changes by an administrator: one note moves up, one figure is updated.
  plan(begin + 33 * DAY, 'site press orden', 'administrator', (context) =>
    site.act({ type: 'reorder', section: 'press', order: [2, 1, 3, 4] }, because(context, 'La campaña va primero')),
  );
  plan(begin + 47 * DAY, 'site testimonials mostrar', 'administrator', (context) =>
    site.act({ type: 'reorder', section: 'testimonials', order: [1, 2, 5, 3, 4, 6] }, because(context, 'Primero quien habla de su equipo')),
  );

  plan(begin + 10 * DAY, 'site becas', 'administrator', (context) =>
    scholarships.open('campana-nacional-2026', 'Campaña nacional 2026', 1_000_000, because(context, 'Acuerdo con las cámaras')),
  );
  plan(begin + 12 * DAY, 'site becas codigo', 'administrator', (context) =>
    scholarships.allot(
      'campana-nacional-2026',
      { organisation: 'Fundación Puente', grants: 200, courseId: null, expiresOn: null, leadId: null },
      because(context, 'Primer convenio'),
    ),
  );

  plan(begin + 20 * DAY, 'site cupon', 'administrator', (context) =>
    createCoupons(commands).create(
      'BIENVENIDA',
      { percent: 20, amount: null, what: 'everything', courseIds: [], limit: 500, from: null, until: null },
      because(context, 'Para quien compra por primera vez'),
    ),
  );

  for (const [index, { days, ...form }] of asked.entries()) {
    const [name, email, phone] = people[index] ?? people[0];
    plan(begin + days * DAY, `site lead-${index}`, 'administrator', async (context) => {
      const { leadId } = await leads.capture(
        {
          ...form,
          ...{ name, email, phone, courseId: null, consentVersion: '2026-11', campaign: null, submittedAt: context.now.toISOString() },
        },
        { ...context, actor: { userId: null, role: 'visitor' } },
      );
      if (index % 3 === 1) await leads.changeStatus(leadId, 'contacted', because(derived(context, 'status'), 'Se le llamó'));
      if (index === 0) await leads.changeStatus(leadId, 'converted', because(derived(context, 'status'), 'Se inscribió'));
    });
  }
}

/** Bundles of the demo: one that is sold, and a path that is not. The second is the last one, with a course that everybody has. */
export const demoBundles = (course: (slug: string) => number): BundleTerms[] => [
  {
    title: 'De Python a tus propios agentes',
    description:
      'Aprende a programar desde cero, construye agentes que usan herramientas y lleva tus ideas a producción. Tres cursos que se siguen uno al otro, en un solo pago.',
    courseIds: [course('curso-de-python'), course('agentes-de-ia'), course('vibe-coding')],
    price: { amount: 199_000, currency: 'MXN' },
  },
  {
    title: 'Primeros pasos con la IA',
    description: 'Para quien empieza: primero la IA sin programar, después tus primeras líneas de Python.',
    courseIds: [course('ia-no-code'), course('curso-de-python')],
    price: null,
  },
];
