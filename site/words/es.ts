import type { Formats } from './formats.ts';
import type { Words } from './words.ts';

/** The words of the pages in Spanish. */
export function es({ number, mean, count }: Formats) {
  const reviews = (value: number) => count(value, { one: 'reseña', other: 'reseñas' });
  const verified = (value: number) =>
    count(value, { one: 'reseña verificada', other: 'reseñas verificadas' });
  const mentionedAmong: Words['entity']['mentions']['places'] = (part, all, sides) =>
    `Se menciona en ${number(part)} de ${reviews(all)}: en conjunto, ${count(sides.praising, { one: 'positiva', other: 'positivas' })} y ${count(sides.criticising, { one: 'negativa', other: 'negativas' })}.`;
  const first = (shown: number, total: number) =>
    shown === total ? reviews(total) : `las primeras ${number(shown)} de ${reviews(total)}`;
  const stars = (value: number) => count(value, { one: 'estrella', other: 'estrellas' });
  return {
    reviews,
    evidence: 'Según',
    site: {
      name: (business) => `Reseñas de ${business}`,
      verifiedReviews: 'Reseñas verificadas',
      skip: 'Ir al contenido',
      navigation: 'Principal',
      breadcrumbs: 'Ruta',
      home: 'Inicio',
      onThisPage: 'En esta página',
      reviews: 'Reseñas',
      insights: 'Análisis',
      methodology: 'Método',
      feeds: 'Canales y datos',
      agents: 'Agentes de IA',
      openData: 'Datos abiertos',
      documentation: 'Documentación (en inglés)',
      contact: 'Contacto',
      publishedBy: (business) =>
        `Este sitio lo publica ⟦${business}⟧, el negocio del que tratan las reseñas. Muestra todas las que se pudieron verificar, también las críticas. ⟦Cómo se recogen las reseñas⟧.`,
      license: 'Licencia de los datos:',
      lastChange: 'Último cambio:',
      origin: (address) => `Las direcciones de esta página empiezan por ${address}`,
    },
    rating: {
      outOf: 'de 5',
      outOfFive: (value) => `${value} de 5`,
      outOfFiveStars: (value) => `${value} de 5 estrellas`,
      stars,
      starsColumn: 'Estrellas',
      share: 'Proporción',
      reviews: 'Reseñas',
      mean: 'Media',
      byStars: 'Valoraciones por estrellas',
      ratings: (value) => count(value, { one: 'valoración', other: 'valoraciones' }),
      interval: (low, high) => `Intervalo del 95 %: de ${low} a ${high}`,
      few: 'Pocas valoraciones para sacar conclusiones',
    },
    sides: {
      positive: 'elogio',
      neutral: 'sin opinión',
      mixed: 'elogio y crítica',
      negative: 'crítica',
    },
    sentiment: {
      positive: 'Positiva',
      neutral: 'Neutra',
      mixed: 'Mixta',
      negative: 'Negativa',
    },
    quote: { positive: 'Elogio', negative: 'Crítica' },
    entities: {
      people: 'Personas',
      services: 'Servicios',
      places: 'Lugares',
      aspects: 'Aspectos',
    },
    oneEntity: { people: 'Persona', services: 'Servicio', places: 'Lugar', aspects: 'Aspecto' },
    relationship: {
      sentence: {
        employee: (business) => `El autor trabaja o trabajó para ${business}.`,
        family: (business) => `El autor es familiar de alguien de ${business}.`,
        incentivized: () => 'El autor recibió algo a cambio de escribir esta reseña.',
      },
      filter: {
        none: 'Sin vínculo con el negocio',
        employee: 'De un empleado',
        family: 'De un familiar',
        incentivized: 'Escrita a cambio de algo',
      },
    },
    verification: {
      short: {
        'client-record': 'Verificada: registro de clientes',
        invitation: 'Verificada: invitación',
        'platform-import': 'Verificada: importada',
        document: 'Verificada: documento',
      },
      meaning: {
        'client-record': 'El autor figura en el registro de clientes.',
        invitation: 'El autor respondió a una invitación enviada a los clientes.',
        'platform-import':
          'La reseña se importó de una plataforma como Google, y el negocio la marcó como verificada.',
        document: 'El autor mostró un documento, como un contrato o una factura.',
      },
      sentence: {
        'client-record': (business) => `${business} encontró al autor en su registro de clientes.`,
        invitation: (business) =>
          `El autor respondió a una invitación que ${business} envía a sus clientes.`,
        'platform-import': (business, source) =>
          `La reseña se importó de ${source}, y ${business} la marcó como verificada.`,
        document: () => 'El autor mostró un documento, como un contrato o una factura.',
      },
    },
    home: {
      description: (facts) =>
        facts.mean === null
          ? `Reseñas verificadas de ${facts.name}`
          : `${facts.name} tiene una media de ${mean(facts.mean)} de 5 en ${reviews(facts.count)}, todas verificadas, también las críticas.`,
      reviews: 'Las más recientes y las más críticas',
      allReviews: (value) => `Ver ${reviews(value)}`,
      newest: 'Recientes',
      critical: (value) =>
        value === 0 ? 'Críticas' : `Críticas: dos estrellas o menos (${number(value)})`,
      noCritical: 'Ninguna reseña publicada da dos estrellas o menos.',
      aspects: 'Lo que se elogia y lo que se critica',
      allAspects: 'Todo el análisis',
      data: 'Para investigar y programar',
      doors: {
        data: {
          title: 'Datos',
          text: 'Todas las reseñas como datos abiertos, para descargar o seguir en un lector.',
        },
        api: {
          title: 'API (en inglés)',
          text: 'Buscar, contar y sincronizar por HTTP, sin clave.',
        },
        agents: {
          title: 'Agentes de IA',
          text: 'Deje que un asistente busque y cite las reseñas.',
        },
      },
    },
    list: {
      title: 'Todas las reseñas',
      titleOf: (filters) => `Reseñas: ${filters}`,
      description: (business, total) =>
        `${reviews(total)} de ${business}, verificadas y con sus respuestas. Busque en ellas o filtre por valoración, servicio, persona, lugar y fecha.`,
      narrow: 'Filtrar',
      facets: {
        rating: 'Valoración',
        service: 'Servicio',
        technician: 'Persona',
        service_area: 'Lugar',
        aspect: 'Aspecto',
        source: 'Fuente',
        year: 'Año',
        language: 'Idioma',
        has_reply: 'Respuesta',
      },
      side: (aspect, side, value) => `${aspect}, ${side}: ${reviews(value)}`,
      more: (value) => `${number(value)} más`,
      form: {
        words: 'Buscar en las reseñas',
        since: 'Desde',
        until: 'Hasta',
        sort: 'Ordenar por',
        sorts: {
          best: 'Más relevantes',
          newest: 'Más recientes',
          oldest: 'Más antiguas',
          highest: 'Mejor valoradas',
          lowest: 'Peor valoradas',
        },
        submit: 'Buscar',
      },
      filters: {
        query: (text) => `«${text}»`,
        minRating: (value) => `${stars(value)} o más`,
        maxRating: (value) => `${stars(value)} o menos`,
        side: (aspect, sentiment) => `${aspect}: opinión ${sentiment.toLowerCase()}`,
        source: (name) => `De ${name}`,
        since: (date) => `Desde el ${date}`,
        until: (date) => `Hasta el ${date}`,
        anyLanguage: 'Cualquier idioma',
        withReply: 'Con respuesta',
        withoutReply: 'Sin respuesta',
      },
      chosen: 'Filtros activos',
      remove: 'Quitar el filtro:',
      removeAll: 'Quitar todos',
      found: reviews,
      foundWithMean: (total, average) => `${reviews(total)}, ${average} de 5 de media`,
      foundPartly: (found) =>
        `${found}. Ninguna reseña contiene todas estas palabras; estas son las que más contienen.`,
      unreachable: 'No se puede acceder al servicio. Compruebe su conexión e inténtelo de nuevo.',
      busy: 'El servicio está ocupado. La lista llega en un momento.',
      problems: 'Algunos filtros no se aplicaron:',
      problem: {
        unreadable: 'Una parte de la dirección no se puede leer.',
        unknown: (name) => `No hay ningún filtro llamado «${name}».`,
        cursor:
          'La dirección de una página posterior ya no corresponde a los filtros. Esta es la primera página.',
        repeated: (field) => `${field}: aparece más de una vez.`,
        period: 'El último día era anterior al primero.',
        range: 'La valoración máxima era inferior a la mínima.',
        invalid: (field) => `${field}: este valor no se puede usar.`,
      },
      fields: {
        rating: 'Valoración',
        min_rating: 'Valoración mínima',
        max_rating: 'Valoración máxima',
        since: 'Primer día',
        until: 'Último día',
        words: 'Texto de búsqueda',
        query: 'Texto exacto',
        mentions_technician: 'Persona',
        mentions_service: 'Servicio',
        service_area: 'Lugar',
        aspect: 'Aspecto',
        sentiment: 'Opinión',
        source: 'Fuente',
        language: 'Idioma',
        has_reply: 'Respuesta',
        relationship: 'Vínculo con el negocio',
        sort: 'Orden',
        after: 'Página',
      },
      none: 'Todavía no hay reseñas verificadas. La primera aparecerá aquí y en todos los canales.',
      nothing: 'Ninguna reseña cumple todos estos filtros.',
      didYouMean: (name) => `¿Quiso decir ${name}?`,
      withoutFilter: (filter, total) => `Sin el filtro ${filter}: ${reviews(total)}`,
      widen: 'Empiece de nuevo con ⟦todas las reseñas⟧ o vea ⟦de qué tratan⟧.',
      needsService:
        'La búsqueda y los filtros necesitan el servicio, y esto es una copia de sus páginas. ⟦El archivo⟧ contiene todas las reseñas.',
      archive: '¿Busca una fecha? ⟦El archivo⟧ contiene todas las reseñas por mes.',
      pages: 'Páginas',
      firstPage: 'Primera página',
      nextPage: 'Página siguiente',
      uses: {
        title: 'Seguir esta lista o usarla en un programa',
        feeds: 'Seguirla en un lector de canales: ⟦Atom⟧, ⟦JSON Feed⟧',
        csv: (total) => `Descargar en CSV (${reviews(total)})`,
        json: (shown, total) => `En JSON, de la API de búsqueda (${first(shown, total)})`,
        call: (shown, total) =>
          `Como la llamada que hace un agente de IA por MCP (${first(shown, total)}):`,
        theCall: 'la llamada',
        agents: 'Cómo conectar un agente',
      },
    },
    review: {
      by: (author) => `Reseña de ${author}`,
      business: 'Negocio',
      author: 'Autor',
      rating: 'Valoración',
      tie: 'Vínculo con el negocio',
      page: 'Página',
      record: 'Esta reseña como datos',
      licence: 'Licencia',
      title: (rating, author) => `${rating}/5 de ${author}`,
      describe: (author, rating, source) =>
        `${author} dio ${rating} de 5 estrellas en ${source}, sin texto.`,
      withoutText: 'Una valoración sin texto.',
      mentions: 'Menciona',
      replyBy: (business) => `Respuesta de ${business}`,
      edited: 'Editada:',
      published: 'Publicada',
      editedByAuthor: 'Editada por su autor',
      source: 'Fuente',
      original: 'Ver el original',
      verified: 'Verificación',
      language: 'Idioma',
      saysOf: 'Opina sobre',
      showMarks: 'Subrayar lo que se contó como',
      share: 'Compartir',
      addressOf: 'la dirección de esta reseña',
      cite: 'Citar',
      theCitation: 'la cita',
      citation: (facts) =>
        facts.title === undefined
          ? `${facts.author}. Reseña de ${facts.business}. ${facts.date}. ${facts.url}`
          : `${facts.author}. «${facts.title}». Reseña de ${facts.business}. ${facts.date}. ${facts.url}`,
      asData: 'En ⟦JSON⟧ o ⟦Markdown⟧',
      report: 'Denunciar esta reseña',
      reportSubject: (id) => `Denuncia de la reseña ${id}`,
      similar: 'Reseñas parecidas',
      allSimilar: 'Ver todas',
      byDate: 'Reseñas por fecha',
      newer: 'Posterior',
      older: 'Anterior',
    },
    removed: {
      title: 'Esta reseña se retiró',
      description: (business, date) =>
        `Aquí hubo una reseña de ${business}. Se retiró${date ? ` el ${date}` : ''}.`,
      lead: (business) =>
        `En esta dirección hubo una reseña de ${business}. Ya no se publican ni su texto ni el nombre de su autor.`,
      date: 'Retirada',
      reason: 'Motivo',
      reasons: {
        'author-request': 'Su autor pidió que se retirara.',
        'personal-data': 'Revelaba información personal de alguien.',
        unlawful: 'Su contenido era ilícito.',
        'not-a-customer': 'Resultó que su autor no era cliente.',
        duplicate: 'La misma reseña se publicó dos veces.',
        'off-topic': 'No trataba de este negocio.',
        spam: 'Era publicidad o un texto automático.',
        'court-order': 'Un tribunal ordenó retirarla.',
      },
      counts: '⟦Cuántas reseñas se retiraron o no se publicaron⟧, y por qué.',
    },
    missing: {
      title: 'Página no encontrada',
      description: (business) =>
        `En esta dirección no hay nada publicado. Busque en las reseñas verificadas de ${business}.`,
      lead: 'En esta dirección no hay nada publicado. Puede estar mal escrita o incompleta.',
      review:
        'Si siguió un enlace a una reseña, puede que aún no esté verificada o que no se publicara por uno de los ⟦motivos publicados⟧.',
    },
    entity: {
      title: (name) => `Reseñas que mencionan ${name}`,
      description: (facts) =>
        facts.mean === null
          ? `Qué dicen de ${facts.name} las reseñas verificadas de ${facts.business}.`
          : `${reviews(facts.total)} de ${facts.business} sobre ${facts.name}: ${mean(facts.mean)} de 5 de media.`,
      none: 'Todavía no hay reseñas publicadas que lo mencionen.',
      mentions: {
        people: (part, all, { praising, criticising }) =>
          `Se nombra en ${number(part)} de ${reviews(all)}; con elogio en ${number(praising)}, con crítica en ${number(criticising)}. La valoración es la de toda la reseña.`,
        services: mentionedAmong,
        places: mentionedAmong,
        aspects: (part, all) =>
          `Se menciona en ${number(part)} de ${reviews(all)}. La valoración es la de toda la reseña.`,
      },
      aspects: 'De qué tratan estas reseñas',
      quotes: 'En sus palabras',
      unquoted: {
        ofPerson: (value, dates) =>
          value === 1
            ? `1 reseña critica a esta persona y no se cita aquí: ${dates}`
            : `${reviews(value)} critican a esta persona, y ninguna se cita aquí. Las más recientes: ${dates}`,
        asWhole: (value) =>
          value === 1
            ? '⟦1 reseña que lo menciona es negativa en conjunto⟧. No se cita aquí.'
            : `⟦${reviews(value)} que lo mencionan son negativas en conjunto⟧. Ninguna se cita aquí.`,
      },
      reviews: 'Reseñas más recientes',
      all: (value) => `Ver ${reviews(value)}`,
    },
    quarters: {
      trend: 'Elogios y críticas por trimestre',
      title: 'Valoración por trimestre',
      caption: 'Valoración media y reseñas por trimestre',
      newest: (value) =>
        `Valoración media y reseñas en los últimos ${number(value)} trimestres con reseñas`,
      period: 'Trimestre',
      name: (key) => `T${key.slice(6)} de ${key.slice(0, 4)}`,
    },
    years: {
      caption: 'Valoración media y reseñas por año',
      newest: (value) =>
        `Valoración media y reseñas en los últimos ${number(value)} años con reseñas`,
      period: 'Año',
      name: (key) => key,
    },
    aspect: {
      trend: 'Reseñas que lo mencionan, por trimestre',
      name: 'Aspecto',
      mentioned: (value) => `⟦${reviews(value)}⟧ lo ${value === 1 ? 'menciona' : 'mencionan'}.`,
      judged: ({ name, total, judging, praising, criticising, both }) => {
        const praise = count(praising, { one: 'elogia', other: 'elogian' });
        const criticize = count(criticising, { one: 'critica', other: 'critican' });
        const doing =
          both === 0 ? '' : ` (${count(both, { one: 'hace', other: 'hacen' })} ambas cosas)`;
        return `${number(judging)} de ${number(total)} reseñas con texto ${judging === 1 ? 'opina' : 'opinan'} sobre ${name}: ⟦${praise}⟧, ⟦${criticize}⟧${doing}.`;
      },
      unquoted: (value) =>
        `⟦${count(value, { one: 'reseña lo critica', other: 'reseñas lo critican' })}⟧. ${value === 1 ? 'No' : 'Ninguna'} se cita aquí.`,
    },
    summary: {
      title: 'En resumen',
      by: (author) => `Por ${author}`,
      byProgram: 'Escrito por un programa solo a partir de las cifras',
      headline: (average, total) => `${mean(average)} de 5 en ${verified(total)}`,
      figures: (facts) => {
        const when =
          facts.from === facts.to ? `del ${facts.from}` : `del ${facts.from} al ${facts.to}`;
        return facts.total === 1
          ? `Una reseña verificada ${when} valora a ${facts.business} con ${number(facts.mean)} de 5.`
          : `${number(facts.total)} reseñas verificadas, ${when}, valoran a ${facts.business} con ${mean(facts.mean)} de 5 de media: ${number(facts.fives)} con cinco estrellas, ${number(facts.withText)} con texto.`;
      },
      more: 'Leer el resumen completo',
      mostPraised: 'Lo más elogiado',
      mostCriticised: 'Lo más criticado',
      strengths: 'Puntos fuertes',
      concerns: 'Puntos débiles',
    },
    insights: {
      title: 'Análisis',
      description: (business) =>
        `Qué elogian y qué critican las reseñas verificadas de ${business}, y a quién y qué mencionan, con citas y cifras.`,
      lead: (business) =>
        `Qué se elogia y qué se critica de ${business}, y a quién y qué se menciona. Los recuentos llevan a sus reseñas.`,
      aspects: 'Elogios y críticas',
      analysed: (value) =>
        `${count(value, { one: 'texto analizado', other: 'textos analizados' })}:`,
      labels: {
        positive: (value) => count(value, { one: 'positivo', other: 'positivos' }),
        mixed: (value) => count(value, { one: 'mixto', other: 'mixtos' }),
        neutral: (value) => count(value, { one: 'neutro', other: 'neutros' }),
        negative: (value) => count(value, { one: 'negativo', other: 'negativos' }),
      },
      name: 'Nombre',
      praised: 'Elogios',
      criticised: 'Críticas',
      byName:
        'Los elogios y las críticas cuentan las reseñas en las que una frase sobre la persona elogia o critica.',
      ofReviews: 'Los elogios y las críticas cuentan reseñas positivas y negativas en su conjunto.',
      questions: 'Preguntas que responden las reseñas',
      questionsNote:
        'Las responden los editores, que indican en qué reseñas se basa cada respuesta.',
    },
    collection: {
      caption: 'Qué fue de las reseñas recibidas',
      outcome: 'Resultado',
      meaning: 'Significado',
      published: {
        label: 'Publicadas',
        note: 'Verificadas, y mostradas sea cual sea la valoración.',
      },
      pending: { label: 'Pendientes', note: 'Aún sin verificar.' },
      withheld: {
        label: 'No publicadas',
        note: 'Por uno de estos motivos. Ninguno depende de la valoración.',
      },
      removed: { label: 'Retiradas', note: 'Se publicaron y se retiraron después.' },
      received: { label: 'Recibidas en total', note: '' },
      reasons: {
        'not-a-customer': {
          label: 'No era cliente',
          note: 'El autor no figura en el registro de clientes.',
        },
        duplicate: { label: 'Duplicada', note: 'La misma reseña se recibió dos veces.' },
        'personal-data': {
          label: 'Datos personales',
          note: 'El texto revela datos privados de alguien.',
        },
        unlawful: { label: 'Ilícita', note: 'La ley prohíbe publicar el texto.' },
        'off-topic': { label: 'Ajena al tema', note: 'El texto no trata de este negocio.' },
        spam: { label: 'Spam', note: 'Publicidad o texto automático.' },
        'author-request': {
          label: 'A petición del autor',
          note: 'El autor pidió que no se publicara.',
        },
      },
    },
    methodology: {
      title: 'Cómo se publican estas reseñas',
      description: (business) =>
        `Cómo se recogen, verifican, descartan y analizan las reseñas de ${business}, y cómo leerlas.`,
      lead: (business) =>
        `${business} publica estas reseñas por su cuenta. Esta página explica cómo se recogen y comprueban, qué se deja fuera y por qué, y hasta dónde se puede confiar en el análisis.`,
      sections: {
        collection: 'Cómo se recogen las reseñas',
        verified: 'Qué significa «verificada»',
        ties: 'Vínculos con el negocio',
        sources: 'De dónde vienen',
        analysis: 'Cómo se analizan los textos',
        accuracy: 'Con qué frecuencia acierta el análisis',
        reading: 'Cómo leer las cifras',
      },
      collection: (business) =>
        `Una reseña se publica cuando ${business} ha verificado que su autor fue cliente, sea cual sea la valoración. Solo se deja de publicar por uno de los motivos siguientes.`,
      verified: (business) =>
        `Alguien de ${business} comprobó que el autor fue cliente. Cada reseña dice cuándo y cómo, de una de estas maneras:`,
      ties: 'Las reseñas de personas que trabajan para el negocio, son familiares de alguien de él o recibieron algo a cambio se marcan allí donde se muestran o se citan.',
      analysis: [
        'Un programa lee cada texto oración por oración. Encuentra de qué aspecto del negocio trata cada una por medio de listas de palabras y, para despachos de abogados, también por lo que aprendió de frases etiquetadas. Un pequeño modelo estadístico juzga si elogia o critica; las estrellas de la reseña también cuentan. Los elogios y las críticas a personas del negocio cuentan para quienes la oración nombra, o llama «ella» o «él» después de haberlos nombrado. Lo que hizo otro, como una aseguradora, no cuenta en ningún sentido.',
        'Los editores pueden corregir los aspectos de una reseña y cómo juzga cada uno, su opinión en conjunto y la lista de personas que menciona: los elogios y las críticas no cuentan para nadie fuera de esa lista. Todas las citas son frases enteras, tal como se escribieron, con la parte que se contó subrayada. Ninguna reseña se cita más de una vez en una página sobre todos los aspectos.',
        'Solo se analizan los textos en inglés. Las reseñas en otros idiomas cuentan en todas las valoraciones y se pueden buscar y filtrar como las demás.',
      ],
      reading: (business) => [
        `${business} publica este sitio por su cuenta. La tabla de recogida muestra qué no se publica, pero nadie de fuera la ha comprobado.`,
        'Quien tuvo una experiencia muy buena o muy mala escribe reseñas con más frecuencia que los demás.',
        'Una media de pocas valoraciones puede equivocarse mucho: el intervalo muestra cuánto. Cubre solo el azar, no quién decidió escribir.',
        'Una valoración es de toda la experiencia, así que la media de las reseñas que mencionan a una persona no es una valoración de esa persona.',
        'Cada plataforma atrae a un público distinto. Compare las medias por fuente antes de comparar negocios.',
      ],
      more: 'Más sobre el ⟦análisis⟧ (en inglés), todas las cifras en ⟦insights.json⟧ y ⟦los datos⟧ para comprobarlas.',
    },
    accuracy: {
      lead: (set) =>
        `Un lector marcó cada opinión en ${set} que el programa no había visto: de qué trata y si es elogio o crítica. Después se comparó el programa con el lector.`,
      sets: {
        law: 'reseñas realistas de despachos de abogados',
        other: 'reseñas realistas de servicios para el hogar',
      },
      measure: 'Medida',
      share: 'Proporción',
      number: 'De opiniones',
      measures: {
        recall: 'Opiniones del lector que encuentra el programa',
        praiseRecall: 'Solo los elogios',
        criticismRecall: 'Solo las críticas',
        precision: 'Opiniones del programa que son correctas',
      },
      note: ({ set, found, praise, criticism, right }) =>
        `Lo cuenta un programa. De las opiniones que un lector encuentra en ${set}, encuentra el ${found} (elogios ${praise}, críticas ${criticism}); de las que encuentra, el ${right} son correctas. ⟦Cómo se midió⟧`,
      reviewed: 'Una persona ha comprobado cada juicio de este sitio.',
      notReviewed:
        'Los juicios de este sitio los hace el programa; los editores corrigen los que encuentran equivocados.',
    },
    archive: {
      title: 'Archivo',
      of: (period) => `Reseñas de ${period}`,
      part: (period, part) => `Reseñas de ${period}, parte ${number(part)}`,
      description: (business, period) =>
        period === undefined
          ? `Todas las reseñas verificadas de ${business}, por año y mes.`
          : `Todas las reseñas verificadas de ${business} de ${period}.`,
      search: 'Para buscar y filtrar, vea ⟦todas las reseñas⟧.',
    },
    feeds: {
      title: 'Canales y datos',
      description: (business) =>
        `Siga las reseñas verificadas de ${business} en un lector o descárguelas todas como datos abiertos.`,
      lead: (business) =>
        `Siga las reseñas verificadas de ${business} en un lector o descárguelas todas como datos abiertos.`,
      feeds: 'Canales',
      feedsNote: (size) =>
        `Cada canal contiene las ${number(size)} reseñas más recientes, completas. Los conjuntos de datos las contienen todas.`,
      atom: {
        name: 'Atom',
        note: 'Para cualquier lector.',
        what: 'la dirección del canal Atom',
      },
      json: {
        name: 'JSON Feed',
        note: 'Más fácil de leer para los programas.',
        what: 'la dirección del canal JSON',
      },
      reader: 'En un lector de canales',
      steps: [
        'Copie la dirección de uno de los canales.',
        'En su lector, elija «Añadir canal» o «Suscribirse» y péguela. La mayoría de los lectores también encuentran los canales a partir de la dirección de este sitio.',
        'Las reseñas nuevas aparecen cuando el lector vuelve a comprobar. Las editadas se actualizan en su lugar.',
      ],
      push: 'Los programas no necesitan preguntar una y otra vez: ⟦pueden recibir los cambios⟧ (en inglés).',
      preview: 'Entradas más recientes',
      previewNote: 'Como las muestra un lector: primero la valoración y después el autor.',
      files: 'Archivos',
      file: 'Archivo',
      holds: 'Contenido (en inglés)',
      mediaType: 'Tipo de medio',
      rows: (value) => count(value, { one: 'fila', other: 'filas' }),
      columns: (value) => count(value, { one: 'columna', other: 'columnas' }),
      verify: 'Las columnas, el tamaño y el SHA-256 de cada archivo están en ⟦datapackage.json⟧.',
      filesNote:
        'Cada archivo tiene un ETag. Devuélvalo en If-None-Match, y lo que no haya cambiado no se envía de nuevo.',
      agents: 'Los agentes de IA no necesitan archivos: ⟦deje que pregunten⟧.',
      part: 'Solo una parte',
      examples: {
        search: (text) => `Hasta cinco reseñas sobre «${text}», primero las más relevantes`,
        service: (name) => `Cuatro estrellas o más que mencionan ${name}`,
        technician: (name) => `Reseñas que mencionan a ${name}`,
        since: (date) => `Todo desde el ${date}, con lo que se retiró desde entonces`,
      },
    },
    agents: {
      title: 'Agentes de IA',
      description: (business) =>
        `Deje que su asistente de IA busque, cuente y cite las reseñas verificadas de ${business}: una dirección, sin clave.`,
      lead: 'Su asistente puede trabajar directamente con estas reseñas. Busca y cuenta, resume lo que dicen de una persona o un servicio, y cita cada una con su fecha y un enlace.',
      protocol: 'Por ⟦MCP⟧, el Model Context Protocol, que admiten la mayoría de los asistentes.',
      address: 'Una dirección, sin clave',
      theAddress: 'la dirección del servidor MCP',
      addressNote:
        'La dirección es para programas, así que un navegador que la abre ve un error. No hay cuentas, y los agentes solo pueden leer.',
      clients: 'Añádalo a su cliente',
      kinds: {
        steps: {
          title: 'Asistentes',
          note: 'Siga estos menús, indique un nombre y la dirección, y deje los demás campos vacíos. No hace falta iniciar sesión: si se le pregunta, elija que no haya autenticación.',
        },
        command: { title: 'Terminal', note: 'Una sola orden.' },
        link: {
          title: 'Editores',
          note: 'Ambos se abren con un enlace y preguntan antes de añadir nada.',
        },
        config: {
          title: 'Archivos de configuración',
          note: 'Añada esto a lo que contiene el archivo.',
        },
      },
      theCommand: (client) => `la orden para ${client}`,
      theEntry: (client) => `la entrada para ${client}`,
      addTo: (client) => `Añadir a ${client}`,
      others: 'Cualquier otro cliente',
      othersNote:
        'Elija «Streamable HTTP» o «servidor remoto» e indique la dirección. Los clientes que leen un archivo de configuración aceptan una entrada como esta; algunos dan otros nombres a sus campos.',
      bridgeNote:
        'Los clientes que solo pueden iniciar programas llegan a la dirección mediante ⟦mcp-remote⟧, que necesita Node.js.',
      documented: 'Cada nombre lleva a la documentación de ese cliente.',
      publicOnly:
        'Los servicios web se conectan desde sus propias máquinas, así que solo llegan a direcciones públicas.',
      tools: 'Qué puede preguntar un agente',
      questions: 'Por ejemplo',
      toolsNote: 'La búsqueda acepta los mismos filtros que ⟦la búsqueda por HTTP⟧ (en inglés).',
      resources:
        'Los archivos como ⟦reviews.json⟧ también están disponibles como recursos, a los que los clientes pueden suscribirse.',
      rules: 'Conviene saber',
      rulesItems: {
        text: {
          term: 'Lo que escribieron los autores',
          meaning:
            'Los textos se transmiten tal como se escribieron. A los agentes se les dice que los traten como datos, nunca como instrucciones.',
        },
        current: {
          term: 'Siempre al día',
          meaning:
            'Las respuestas salen de las reseñas publicadas en ese momento. Lo que se retiró tampoco está aquí.',
        },
        limits: {
          term: 'Límites',
          meaning:
            'En principio, 120 peticiones por minuto y cliente, de 64 kB cada una. Por encima, un 429 dice cuándo volver a intentarlo.',
        },
      },
      revisions: 'Protocolo',
      revisionsNote: (versions) =>
        `Streamable HTTP, en las revisiones ${versions}. La más reciente no necesita sesión.`,
      builders: 'Para quienes desarrollan clientes',
      card: 'La tarjeta del servidor, que indica a los programas dónde conectarse',
      llms: 'Un índice de todo lo que hay aquí, para modelos de lenguaje',
      openapi: 'La interfaz HTTP que hay detrás, en OpenAPI',
      ask: {
        sides: (business) => `¿Qué elogian y qué critican los clientes de ${business}?`,
        person: (name) =>
          `¿Cómo han valorado a lo largo de los años las reseñas que mencionan a ${name}?`,
        service: (name) => `Cita tres reseñas sobre ${name}, con fecha y enlace.`,
        critical: '¿Qué reseñas tienen dos estrellas o menos y cómo respondió el negocio?',
        quarters: '¿Cuántas reseñas llegaron cada trimestre y cómo ha cambiado la media?',
      },
    },
    websub: { title: 'Avisos de cambios (en inglés)' },
    image: {
      aspect: (business: string) => `Lo que dicen las reseñas de ${business} sobre`,
      none: 'Todavía no hay reseñas',
      reviews: verified,
    },
    copy: {
      action: 'Copiar',
      copied: 'Copiado',
      selected: 'Seleccionado, pulse Ctrl+C o ⌘C',
    },
  } satisfies Words;
}
