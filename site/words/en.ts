import type { Formats } from './formats.ts';

/** How many of all reviews with a text judge an aspect: praise it, criticize it, or do both. */
type JudgedFacts = {
  name: string;
  total: number;
  judging: number;
  praising: number;
  criticising: number;
  both: number;
};

/** How many reviews praise a person, a service or a place, and how many criticize it. */
type Sides = Pick<JudgedFacts, 'praising' | 'criticising'>;

/** The words of the pages in English, which every other catalogue translates. */
export function en({ number, mean, count }: Formats) {
  const reviews = (value: number) => count(value, { one: 'review', other: 'reviews' });
  const verified = (value: number) =>
    count(value, { one: 'verified review', other: 'verified reviews' });
  const mentionedAmong = (part: number, all: number, sides: Sides) =>
    `Mentioned in ${number(part)} of ${reviews(all)}: as a whole, ${number(sides.praising)} positive and ${number(sides.criticising)} negative.`;
  const first = (shown: number, total: number) =>
    shown === total ? reviews(total) : `first ${number(shown)} of ${reviews(total)}`;
  const stars = (value: number) => count(value, { one: 'star', other: 'stars' });
  return {
    reviews,
    evidence: 'Based on',
    site: {
      name: (business: string) => `Reviews of ${business}`,
      verifiedReviews: 'Verified reviews',
      skip: 'Skip to content',
      navigation: 'Main',
      breadcrumbs: 'Breadcrumbs',
      home: 'Home',
      onThisPage: 'On this page',
      reviews: 'Reviews',
      insights: 'Insights',
      methodology: 'Method',
      feeds: 'Feeds and data',
      agents: 'AI agents',
      openData: 'Open data',
      documentation: 'Documentation',
      contact: 'Contact',
      publishedBy: (business: string) =>
        `This site is published by ⟦${business}⟧, the business that the reviews are about. It shows every review that could be verified, including critical ones. ⟦How the reviews are collected⟧.`,
      license: 'Data license:',
      lastChange: 'Last changed',
      origin: (address: string) => `Addresses on this page begin with ${address}`,
    },
    rating: {
      outOf: 'out of 5',
      outOfFive: (value: string) => `${value} out of 5`,
      outOfFiveStars: (value: string) => `${value} out of 5 stars`,
      stars,
      starsColumn: 'Stars',
      share: 'Share',
      reviews: 'Reviews',
      mean: 'Average',
      byStars: 'Ratings by stars',
      ratings: (value: number) => count(value, { one: 'rating', other: 'ratings' }),
      interval: (low: string, high: string) => `95% interval: ${low} to ${high}`,
      few: 'Too few ratings to say much',
    },
    sides: {
      positive: 'praise',
      neutral: 'no opinion',
      mixed: 'praise and criticism',
      negative: 'criticism',
    },
    sentiment: {
      positive: 'Positive',
      neutral: 'Neutral',
      mixed: 'Mixed',
      negative: 'Negative',
    },
    quote: { positive: 'Praise', negative: 'Criticism' },
    entities: { people: 'People', services: 'Services', places: 'Places', aspects: 'Aspects' },
    /** Just one of them. */
    oneEntity: { people: 'Person', services: 'Service', places: 'Place', aspects: 'Aspect' },
    relationship: {
      sentence: {
        employee: (business: string) => `The reviewer works or worked for ${business}.`,
        family: (business: string) => `The reviewer is related to somebody at ${business}.`,
        incentivized: (_business: string) =>
          'The reviewer received something in return for writing this review.',
      },
      filter: {
        none: 'No connection to the business',
        employee: 'By an employee',
        family: 'By a relative',
        incentivized: 'Written for a reward',
      },
    },
    verification: {
      short: {
        'client-record': 'Verified: client record',
        invitation: 'Verified: invitation',
        'platform-import': 'Verified: imported',
        document: 'Verified: document',
      },
      meaning: {
        'client-record': 'The reviewer was found in the client records.',
        invitation: 'The reviewer answered an invitation that was sent to clients.',
        'platform-import':
          'The review was imported from a platform such as Google, and the business marked it as verified.',
        document: 'The reviewer showed a document, such as an agreement or a bill.',
      },
      sentence: {
        'client-record': (business: string, _source: string) =>
          `${business} found the reviewer in its client records.`,
        invitation: (business: string, _source: string) =>
          `The reviewer answered an invitation that ${business} sends to its clients.`,
        'platform-import': (business: string, source: string) =>
          `The review was imported from ${source}, and ${business} marked it as verified.`,
        document: (_business: string, _source: string) =>
          'The reviewer showed a document, such as an agreement or a bill.',
      },
    },
    home: {
      description: (facts: { name: string; mean: number | null; count: number }) =>
        facts.mean === null
          ? `Verified reviews of ${facts.name}`
          : `${facts.name} is rated ${mean(facts.mean)} out of 5 in ${reviews(facts.count)}, all verified, critical ones included.`,
      reviews: 'Newest and most critical',
      allReviews: (value: number) => `All ${reviews(value)}`,
      newest: 'Newest',
      critical: (value: number) =>
        value === 0 ? 'Critical' : `Critical: two stars or fewer (${number(value)})`,
      noCritical: 'No published review gives two stars or fewer.',
      aspects: 'What people praise and criticize',
      allAspects: 'All insights',
      data: 'For researchers and developers',
      doors: {
        data: {
          title: 'Data',
          text: 'Every review as open data, to download or to follow in a feed reader.',
        },
        api: { title: 'API', text: 'Search, count and sync over HTTP, without a key.' },
        agents: { title: 'AI agents', text: 'Let an assistant search and quote the reviews.' },
      },
    },
    list: {
      title: 'All reviews',
      titleOf: (filters: string) => `Reviews: ${filters}`,
      description: (business: string, total: number) =>
        `${reviews(total)} of ${business}, verified, with the replies. Search them, or filter by rating, service, person, place and date.`,
      narrow: 'Filter',
      facets: {
        rating: 'Rating',
        service: 'Service',
        technician: 'Person',
        service_area: 'Place',
        aspect: 'Aspect',
        source: 'Source',
        year: 'Year',
        language: 'Language',
        has_reply: 'Reply',
      },
      side: (aspect: string, side: string, value: number) =>
        `${aspect}, ${side}: ${reviews(value)}`,
      more: (value: number) => `${number(value)} more`,
      form: {
        words: 'Search the reviews',
        since: 'From',
        until: 'To',
        sort: 'Sort by',
        sorts: {
          best: 'Best match',
          newest: 'Newest first',
          oldest: 'Oldest first',
          highest: 'Highest rating',
          lowest: 'Lowest rating',
        },
        submit: 'Search',
      },
      filters: {
        query: (text: string) => `“${text}”`,
        minRating: (value: number) => `${stars(value)} or more`,
        maxRating: (value: number) => `${stars(value)} or fewer`,
        side: (aspect: string, sentiment: string) => `${aspect}: ${sentiment.toLowerCase()}`,
        source: (name: string) => `From ${name}`,
        since: (date: string) => `Since ${date}`,
        until: (date: string) => `Until ${date}`,
        anyLanguage: 'Any language',
        withReply: 'With a reply',
        withoutReply: 'Without a reply',
      },
      chosen: 'Active filters',
      remove: 'Remove filter:',
      removeAll: 'Clear all',
      found: reviews,
      foundWithMean: (total: number, average: string) =>
        `${reviews(total)}, ${average} out of 5 on average`,
      foundPartly: (found: string) =>
        `${found}. No review has all of these words; these have the most.`,
      unreachable: 'The service cannot be reached. Check your connection and try again.',
      busy: 'The service is busy. The list follows in a moment.',
      problems: 'Some of the filters were not used:',
      problem: {
        unreadable: 'A part of the address cannot be read.',
        unknown: (name: string) => `There is no filter called “${name}”.`,
        cursor: 'The address of a later page no longer fits the filters. This is the first page.',
        repeated: (field: string) => `${field}: given more than once.`,
        period: 'The last day was before the first.',
        range: 'The highest rating was below the lowest.',
        invalid: (field: string) => `${field}: this value cannot be used.`,
      },
      fields: {
        rating: 'Rating',
        min_rating: 'Lowest rating',
        max_rating: 'Highest rating',
        since: 'First day',
        until: 'Last day',
        words: 'Search text',
        query: 'Exact text',
        mentions_technician: 'Person',
        mentions_service: 'Service',
        service_area: 'Place',
        aspect: 'Aspect',
        sentiment: 'Opinion',
        source: 'Source',
        language: 'Language',
        has_reply: 'Reply',
        relationship: 'Connection to the business',
        sort: 'Order',
        after: 'Page',
      },
      none: 'There are no verified reviews yet. The first one will appear here and in every feed.',
      nothing: 'No review matches all of these filters.',
      didYouMean: (name: string) => `Did you mean ${name}?`,
      withoutFilter: (filter: string, total: number) =>
        `Without the filter ${filter}: ${reviews(total)}`,
      widen: 'Start again with ⟦all reviews⟧, or see ⟦what reviews are about⟧.',
      needsService:
        'Search and filters need the live service, and this is a copy of its pages. ⟦The archive⟧ lists every review.',
      archive: 'Looking for a date? ⟦The archive⟧ lists every review by month.',
      pages: 'Pages',
      firstPage: 'First page',
      nextPage: 'Next page',
      uses: {
        title: 'Follow this list, or use it in a program',
        feeds: 'Follow it in a feed reader: ⟦Atom⟧, ⟦JSON Feed⟧',
        csv: (total: number) => `Download as CSV (${reviews(total)})`,
        json: (shown: number, total: number) =>
          `As JSON, from the search API (${first(shown, total)})`,
        call: (shown: number, total: number) =>
          `As the call an AI agent makes over MCP (${first(shown, total)}):`,
        theCall: 'the call',
        agents: 'How to connect an agent',
      },
    },
    review: {
      by: (author: string) => `Review by ${author}`,
      business: 'Business',
      author: 'Author',
      rating: 'Rating',
      tie: 'Connection to the business',
      page: 'Page',
      record: 'This review as data',
      licence: 'License',
      title: (rating: string, author: string) => `${rating}/5 by ${author}`,
      describe: (author: string, rating: string, source: string) =>
        `${author} gave ${rating} out of 5 stars on ${source}, without a text.`,
      withoutText: 'A rating without a text.',
      mentions: 'Mentions',
      replyBy: (business: string) => `Reply from ${business}`,
      edited: 'Edited',
      published: 'Published',
      editedByAuthor: 'Edited by the reviewer',
      source: 'Source',
      original: 'See the original',
      verified: 'Verification',
      language: 'Language',
      saysOf: 'Aspects',
      showMarks: 'Underline what counts as',
      share: 'Share',
      addressOf: 'the address of this review',
      cite: 'Cite',
      theCitation: 'the citation',
      citation: (facts: {
        author: string;
        title: string | undefined;
        business: string;
        date: string;
        url: string;
      }) =>
        facts.title === undefined
          ? `${facts.author}. Review of ${facts.business}. ${facts.date}. ${facts.url}`
          : `${facts.author}. “${facts.title}.” Review of ${facts.business}. ${facts.date}. ${facts.url}`,
      asData: 'As ⟦JSON⟧ or ⟦Markdown⟧',
      report: 'Report this review',
      reportSubject: (id: string) => `Report of the review ${id}`,
      similar: 'Similar reviews',
      allSimilar: 'All of them',
      byDate: 'Reviews by date',
      newer: 'Newer',
      older: 'Older',
    },
    removed: {
      title: 'This review was taken down',
      description: (business: string, date: string | undefined) =>
        `A review of ${business} was published here. It was taken down${date ? ` on ${date}` : ''}.`,
      lead: (business: string) =>
        `A review of ${business} used to be at this address. Its text and the name of its author are no longer published.`,
      date: 'Taken down',
      reason: 'Reason',
      reasons: {
        'author-request': 'Its author asked for it to be taken down.',
        'personal-data': 'It revealed personal information about someone.',
        unlawful: 'Its content was unlawful.',
        'not-a-customer': 'Its author turned out not to be a customer.',
        duplicate: 'The same review was published twice.',
        'off-topic': 'It was not about this business.',
        spam: 'It was advertising or machine-made.',
        'court-order': 'A court ordered its removal.',
      },
      counts: '⟦How many reviews were taken down or withheld⟧, and why.',
    },
    missing: {
      title: 'Page not found',
      description: (business: string) =>
        `Nothing is published at this address. Search the verified reviews of ${business} instead.`,
      lead: 'Nothing is published at this address. It may be mistyped or cut off.',
      review:
        'If you followed a link to a review, it may still be waiting for verification, or it may have been withheld for one of the ⟦published reasons⟧.',
    },
    entity: {
      title: (name: string) => `Reviews that mention ${name}`,
      description: (facts: {
        name: string;
        business: string;
        total: number;
        mean: number | null;
      }) =>
        facts.mean === null
          ? `What the verified reviews of ${facts.business} say about ${facts.name}.`
          : `${reviews(facts.total)} of ${facts.business} about ${facts.name}: ${mean(facts.mean)} out of 5 on average.`,
      none: 'No published review mentions this yet.',
      mentions: {
        people: (part: number, all: number, sides: Sides) =>
          `Named in ${number(part)} of ${reviews(all)}; praised in ${number(sides.praising)}, criticized in ${number(sides.criticising)}. The rating is that of the whole review.`,
        services: mentionedAmong,
        places: mentionedAmong,
        aspects: (part: number, all: number) =>
          `Mentioned in ${number(part)} of ${reviews(all)}. The rating is that of the whole review.`,
      },
      aspects: 'What these reviews are about',
      quotes: 'In their words',
      unquoted: {
        ofPerson: (value: number, dates: string) =>
          value === 1
            ? `1 review criticizes this person and is not quoted here: ${dates}`
            : `${reviews(value)} criticize this person, and none of them is quoted here. The newest: ${dates}`,
        asWhole: (value: number) =>
          value === 1
            ? '⟦1 review that mentions this is negative as a whole⟧. It is not quoted here.'
            : `⟦${reviews(value)} that mention this are negative as a whole⟧. None of them is quoted here.`,
      },
      reviews: 'Newest reviews',
      all: (value: number) => `All ${reviews(value)}`,
    },
    quarters: {
      trend: 'Praise and criticism by quarter',
      title: 'Rating by quarter',
      caption: 'Average rating and reviews by quarter',
      newest: (value: number) =>
        `Average rating and reviews in the last ${number(value)} quarters with reviews`,
      period: 'Quarter',
      name: (key: string) => `${key.slice(5)} ${key.slice(0, 4)}`,
    },
    years: {
      caption: 'Average rating and reviews by year',
      newest: (value: number) =>
        `Average rating and reviews in the last ${number(value)} years with reviews`,
      period: 'Year',
      name: (key: string) => key,
    },
    aspect: {
      trend: 'Reviews that mention it, by quarter',
      name: 'Aspect',
      mentioned: (value: number) =>
        `⟦${reviews(value)}⟧ ${value === 1 ? 'mentions' : 'mention'} it.`,
      judged: ({ name, total, judging, praising, criticising, both }: JudgedFacts) => {
        const praise = count(praising, { one: 'praises', other: 'praise' });
        const criticize = count(criticising, { one: 'criticizes', other: 'criticize' });
        const doing = both === 0 ? '' : ` (${count(both, { one: 'does', other: 'do' })} both)`;
        return `${number(judging)} of ${number(total)} written reviews ${judging === 1 ? 'judges' : 'judge'} ${name}: ⟦${praise}⟧, ⟦${criticize}⟧${doing}.`;
      },
      unquoted: (value: number) =>
        `⟦${count(value, { one: 'review criticizes', other: 'reviews criticize' })} this⟧. ${value === 1 ? 'It is not' : 'None of them is'} quoted here.`,
    },
    summary: {
      title: 'In short',
      by: (author: string) => `By ${author}`,
      byProgram: 'Written by a program from the figures alone',
      headline: (average: number, total: number) =>
        `${mean(average)} out of 5 from ${verified(total)}`,
      figures: (facts: {
        business: string;
        mean: number;
        total: number;
        fives: number;
        withText: number;
        from: string;
        to: string;
      }) => {
        const when = facts.from === facts.to ? facts.from : `${facts.from} to ${facts.to}`;
        return facts.total === 1
          ? `One verified review from ${when} rates ${facts.business} ${number(facts.mean)} out of 5.`
          : `${number(facts.total)} verified reviews from ${when} rate ${facts.business} ${mean(facts.mean)} out of 5 on average: ${number(facts.fives)} with five stars, ${number(facts.withText)} with a text.`;
      },
      more: 'Read the whole summary',
      mostPraised: 'Most praised',
      mostCriticised: 'Most criticized',
      strengths: 'Strengths',
      concerns: 'Concerns',
    },
    insights: {
      title: 'Insights',
      description: (business: string) =>
        `What the verified reviews of ${business} praise and criticize, the people, services and places they mention, with quotes and counts.`,
      lead: (business: string) =>
        `What people praise and criticize about ${business}, and the people, services and places they mention. Counts lead to the reviews behind them.`,
      aspects: 'Praise and criticism',
      analysed: (value: number) =>
        `${count(value, { one: 'text was', other: 'texts were' })} analyzed:`,
      labels: {
        positive: (value: number) => `${number(value)} positive`,
        mixed: (value: number) => `${number(value)} mixed`,
        neutral: (value: number) => `${number(value)} neutral`,
        negative: (value: number) => `${number(value)} negative`,
      },
      name: 'Name',
      praised: 'Praise',
      criticised: 'Criticism',
      byName:
        'Praise and criticism count the reviews in which a sentence about the person does either.',
      ofReviews: 'Praise and criticism count positive and negative reviews as a whole.',
      questions: 'Questions that the reviews answer',
      questionsNote: 'Answered by the editors, who name the reviews that each answer is based on.',
    },
    collection: {
      caption: 'Reviews received, by outcome',
      outcome: 'Outcome',
      meaning: 'Meaning',
      published: { label: 'Published', note: 'Verified, and shown whatever the rating.' },
      pending: { label: 'Pending', note: 'Not yet verified.' },
      withheld: { label: 'Withheld', note: 'For one of these reasons. None is about the rating.' },
      removed: { label: 'Taken down', note: 'Published at first, and removed since.' },
      received: { label: 'All received', note: '' },
      reasons: {
        'not-a-customer': { label: 'Not a customer', note: 'No record of the author as a client.' },
        duplicate: { label: 'Duplicate', note: 'The same review was received twice.' },
        'personal-data': {
          label: 'Personal data',
          note: 'The text reveals private facts about somebody.',
        },
        unlawful: { label: 'Unlawful', note: 'The law forbids publishing the text.' },
        'off-topic': { label: 'Off topic', note: 'The text is not about this business.' },
        spam: { label: 'Spam', note: 'Advertising or machine-made text.' },
        'author-request': {
          label: 'Author’s request',
          note: 'The author asked not to publish it.',
        },
      },
    },
    methodology: {
      title: 'How these reviews are published',
      description: (business: string) =>
        `How the reviews of ${business} are collected, verified, withheld and analyzed, and how to read them.`,
      lead: (business: string) =>
        `${business} publishes these reviews itself. This page says how they are collected and checked, what is left out and why, and how far the analysis can be trusted.`,
      sections: {
        collection: 'How reviews are collected',
        verified: 'What “verified” means',
        ties: 'Connections to the business',
        sources: 'Where they come from',
        analysis: 'How texts are analyzed',
        accuracy: 'How often the analysis is right',
        reading: 'How to read the figures',
      },
      collection: (business: string) =>
        `A review is published once ${business} has verified that its author was a customer, whatever the rating. It is withheld only for one of the reasons below.`,
      verified: (business: string) =>
        `Somebody at ${business} confirmed that the author was a customer. Each review says when and how, in one of these ways:`,
      ties: 'Reviews by people who work for the business, are related to somebody there, or received something in return are marked wherever they are shown or quoted.',
      analysis: [
        'A program reads each text clause by clause. It finds which aspect of the business a clause is about by lists of words, and for law firms also by what it learned from labeled sentences. A small statistical model judges whether the clause praises or criticizes; the stars of the review have a say. Praise and criticism of people of the business count for those whom the clause names, or whom it calls “she” or “he” after they were named. What somebody else did, such as an insurer, counts neither way.',
        'Editors can correct the aspects of a review and how it judges each of them, its sentiment as a whole, and the list of people whom it mentions: praise and criticism count for nobody outside that list. All quotes are whole sentences, exactly as they were written, with the part that was counted underlined. No review is quoted more than once on a page about all aspects.',
        'Only English texts are analyzed. Reviews in other languages count in every rating and can be searched and filtered like all others.',
      ],
      reading: (business: string) => [
        `${business} publishes this site itself. The collection above shows what is not published, but nobody outside has checked it.`,
        'People who had a very good or a very bad experience write reviews more often than others do.',
        'An average of few ratings can be off by a lot: the interval shows how much. It covers chance alone, not who chose to write.',
        'A rating is about the whole experience, so the average of reviews that mention a person is not a rating of that person.',
        'Platforms attract different people. Compare averages by source before you compare businesses.',
      ],
      more: 'More on the ⟦analysis⟧, all figures in ⟦insights.json⟧, and ⟦the data⟧ to check them with.',
    },
    accuracy: {
      lead: (set: string) =>
        `A reader marked every opinion in ${set} that the program had not seen: what it is about, and whether it is praise or criticism. The program was then compared with the reader.`,
      sets: {
        law: 'realistic reviews of law firms',
        other: 'realistic reviews of home services',
      },
      measure: 'Measure',
      share: 'Share',
      number: 'Of opinions',
      measures: {
        recall: 'Opinions of the reader that the program finds',
        praiseRecall: 'Praise alone',
        criticismRecall: 'Criticism alone',
        precision: 'Opinions of the program that are right',
      },
      note: (facts: {
        set: string;
        found: string;
        praise: string;
        criticism: string;
        right: string;
      }) =>
        `Counted by a program. Of the opinions that a reader finds in ${facts.set}, it finds ${facts.found} (praise ${facts.praise}, criticism ${facts.criticism}); of those that it finds, ${facts.right} are right. ⟦How this was measured⟧`,
      reviewed: 'A person has checked every judgment on this site.',
      notReviewed:
        'Judgments on this site are made by the program; editors correct those that they find wrong.',
    },
    archive: {
      title: 'Archive',
      of: (period: string) => `Reviews from ${period}`,
      part: (period: string, part: number) => `Reviews from ${period}, part ${number(part)}`,
      description: (business: string, period: string | undefined) =>
        period === undefined
          ? `Every verified review of ${business}, by year and month.`
          : `Every verified review of ${business} from ${period}.`,
      search: 'To search and filter, see ⟦all reviews⟧.',
    },
    feeds: {
      title: 'Feeds and data',
      description: (business: string) =>
        `Follow the verified reviews of ${business} in a feed reader, or download all of them as open data.`,
      lead: (business: string) =>
        `Follow the verified reviews of ${business} in a feed reader, or download all of them as open data.`,
      feeds: 'Feeds',
      feedsNote: (size: number) =>
        `Each feed holds the ${number(size)} newest reviews in full. The datasets hold all of them.`,
      atom: { name: 'Atom', note: 'For any feed reader.', what: 'the address of the Atom feed' },
      json: {
        name: 'JSON Feed',
        note: 'Easier to read for programs.',
        what: 'the address of the JSON feed',
      },
      reader: 'In a feed reader',
      steps: [
        'Copy the address of either feed.',
        'In your reader, choose “Add feed” or “Subscribe” and paste it. Most readers also find the feeds from the address of this site.',
        'New reviews appear when the reader next checks. Edited reviews are updated where they are.',
      ],
      push: 'Programs do not need to poll: ⟦have changes sent to them⟧.',
      preview: 'Newest entries',
      previewNote: 'As a feed reader lists them: the rating first, then the author.',
      files: 'Files',
      file: 'File',
      holds: 'What it holds',
      mediaType: 'Media type',
      rows: (value: number) => count(value, { one: 'row', other: 'rows' }),
      columns: (value: number) => count(value, { one: 'column', other: 'columns' }),
      verify: 'The columns, the size and the SHA-256 of each file are in ⟦datapackage.json⟧.',
      filesNote:
        'Every file has an ETag. Send it back as If-None-Match, and an unchanged file is not sent again.',
      agents: 'AI agents need no file: ⟦let them ask⟧.',
      part: 'Only a part',
      examples: {
        search: (text: string) => `Up to five reviews about “${text}”, best match first`,
        service: (name: string) => `Four stars or more, mentioning ${name}`,
        technician: (name: string) => `Reviews that mention ${name}`,
        since: (date: string) => `Everything since ${date}, with what was taken down since`,
      },
    },
    agents: {
      title: 'AI agents',
      description: (business: string) =>
        `Let your AI assistant search, count and quote the verified reviews of ${business}: one address, no key.`,
      lead: 'Your assistant can work with these reviews directly. It searches and counts them, sums up what they say about a person or a service, and quotes each with its date and a link.',
      protocol: 'Over ⟦MCP⟧, the Model Context Protocol, which most assistants support.',
      address: 'One address, no key',
      theAddress: 'the address of the MCP server',
      addressNote:
        'The address is for programs, so a browser that opens it sees an error. There are no accounts, and agents can only read.',
      clients: 'Add it to your client',
      kinds: {
        steps: {
          title: 'Assistants',
          note: 'Follow these menus, enter a name and the address, and leave the other fields empty. No sign-in is needed: choose no authentication if you are asked.',
        },
        command: { title: 'Terminal', note: 'One command.' },
        link: {
          title: 'Editors',
          note: 'Both open from a link and ask before they add anything.',
        },
        config: {
          title: 'Configuration files',
          note: 'Add this to what the file holds.',
        },
      },
      theCommand: (client: string) => `the command for ${client}`,
      theEntry: (client: string) => `the entry for ${client}`,
      addTo: (client: string) => `Add to ${client}`,
      others: 'Any other client',
      othersNote:
        'Choose “Streamable HTTP” or “remote server” and give it the address. Clients that read a configuration file take an entry like this; some name its members differently.',
      bridgeNote:
        'Clients that can only start programs reach the address through ⟦mcp-remote⟧, which needs Node.js.',
      documented: 'Each name leads to the documentation of that client.',
      publicOnly:
        'Web services connect from their own machines, so they reach public addresses only.',
      tools: 'What an agent can ask',
      questions: 'For example',
      toolsNote: 'The search takes the same filters as ⟦the search over HTTP⟧.',
      resources:
        'Files such as ⟦reviews.json⟧ are also there as resources, which clients can subscribe to.',
      rules: 'Good to know',
      rulesItems: {
        text: {
          term: 'What reviewers wrote',
          meaning:
            'Review texts are passed on exactly as they were written. Agents are told to treat them as data, never as instructions.',
        },
        current: {
          term: 'Always current',
          meaning:
            'Answers come from the reviews as published at that moment. What was taken down is gone here as well.',
        },
        limits: {
          term: 'Limits',
          meaning:
            'By default 120 requests a minute from one client, 64 kB each. Above that, 429 says when to try again.',
        },
      },
      revisions: 'Protocol',
      revisionsNote: (versions: string) =>
        `Streamable HTTP, in the revisions ${versions}. The newest needs no session.`,
      builders: 'For developers of clients',
      card: 'The server card, which tells programs where to connect',
      llms: 'An index of everything here, for language models',
      openapi: 'The HTTP interface behind it, as OpenAPI',
      ask: {
        sides: (business: string) =>
          `What do clients of ${business} praise, and what do they criticize?`,
        person: (name: string) => `How have reviews that mention ${name} rated over the years?`,
        service: (name: string) => `Quote three reviews about ${name}, with date and link.`,
        critical: 'Which reviews have two stars or fewer, and how did the business reply?',
        quarters: 'How many reviews came in each quarter, and how has the average changed?',
      },
    },
    websub: { title: 'Change notifications' },
    image: {
      aspect: (business: string) => `What reviews of ${business} say about`,
      none: 'No reviews yet',
      reviews: verified,
    },
    copy: { action: 'Copy', copied: 'Copied', selected: 'Selected, press Ctrl+C or ⌘C' },
  };
}
