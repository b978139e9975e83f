import fc from 'fast-check';
import { type ContentProblem, FILE_START, problemAt } from '#dataset/content-problem.ts';
import { type ContentFile, compareFiles } from '#dataset/read/content-file.ts';
import { BUSINESS, reviewText } from '../../support/content-files.ts';

/** What a folder holds at some time, as it was read. */
export type FolderState = {
  readonly files: readonly ContentFile[];
  readonly problems: readonly ContentProblem[];
};

/** A file that is written or, where undefined, deleted; an unreadable one is a problem instead. */
type Edit = { readonly path: string; readonly text: string | undefined; readonly unread?: true };

const IDS = ['first', 'second', 'fourth', 'fifth', 'sixth', 'seventh', 'gone-1'];
const BODIES = [
  'They kept me informed.',
  'Maria López won my divorce in Mill Brook.',
  'Write to a@b.example about the car crash.',
  'Straße </script> 🙂',
  '',
];

const reviewEdit = fc
  .record({
    slot: fc.nat(5),
    id: fc.constantFrom(...IDS),
    day: fc.integer({ min: 1, max: 5 }),
    body: fc.constantFrom(...BODIES),
    changes: fc.constantFrom<Readonly<Record<string, string>>[]>(
      {},
      {},
      { rating: '4.5', name: 'Thanks, Maria' },
      { rating: '7' },
      { dateModified: '2026-10-09', inLanguage: 'es' },
      { dateModified: '2026-01-01' },
      { dateCreated: '2026-10-06T20:00:00Z' },
      { technicians: '[maria-lopez]', services: '[]' },
      { technicians: '[maria-lopez, wei-zhang]' },
      { aspects: '{ staff: positive }', serviceAreas: '[mill-brook]' },
      { verification: '{ status: pending }' },
      { verification: '{ status: withheld, reason: spam, date: 2026-10-20 }' },
      { ownerReply: '{ text: Thank you. }' },
      { ownerReply: '{ text: "Glad you got $12,500!", datePublished: 2026-10-07 }' },
    ),
  })
  .map(({ slot, id, day, body, changes }): Edit => {
    const text = reviewText({ id, datePublished: `2026-10-0${day}`, ...changes }, body);
    return { path: `reviews/2026/${slot}.md`, text };
  });

const BROKEN = [undefined, '', '- [', 'id: 1\n', '\u0007', '- { id: twice }\n'];
const FILES: Readonly<Record<string, readonly string[]>> = {
  'business.yaml': [
    BUSINESS,
    BUSINESS.replace('[en]', '[es, en]').replace('America/Chicago', 'Asia/Tokyo'),
    BUSINESS.replace('Law', 'Bar'),
  ],
  'technicians.yaml': [
    '- { id: maria-lopez, name: María López, jobTitle: Partner, unambiguous: true }\n',
    '- { id: maria-lopez, name: María López, jobTitle: Of counsel }\n- { id: wei-zhang, name: Wei Zhang, jobTitle: B, aliases: [Maria Lopez] }\n',
    '- { id: nobody, name: Nobody, jobTitle: C }\n',
  ],
  'services.yaml': [
    '- { id: divorce, name: Divorce }\n',
    '- { id: divorce, name: Divorce }\n- { id: crash, name: Car crash }\n',
  ],
  'service-areas.yaml': ['- { id: mill-brook, name: Mill Brook }\n'],
  'aspects.yaml': ['- { id: staff, name: Staff, description: A, terms: [b] }\n'],
  'removed.yaml': [
    '- { id: gone-1, dateRemoved: 2026-10-08, reason: spam }\n',
    '- { id: gone-1, dateRemoved: 2026-10-08, reason: spam }\n- { id: second, dateRemoved: 2026-10-30, reason: unlawful }\n',
  ],
  'faq.yaml': [
    '- { id: fees, question: A?, answer: B., evidence: [first, gone-1], dateModified: 2026-10-01 }\n',
    '- { id: fees, question: A?, answer: B., evidence: [third], dateModified: 2026-11-01 }\n',
    '- { id: fees, question: A?, answer: B., evidence: [third, fourth], dateModified: 2026-11-01 }\n',
  ],
  'summary.md': [
    '---\nheadline: A\nauthor: B\ndateModified: 2026-10-01\nstrengths: [{ text: C, aspect: staff, evidence: [first] }]\n---\nText.\n',
    '---\nheadline: A\nauthor: B\ndateModified: 2026-10-25\n---\n',
  ],
  'reviews/2026/0.md': [reviewText({ id: 'first' })],
  'reviews/2026/9.md': [reviewText({ id: 'third', datePublished: '2026-10-02' })],
  'reviews/notes.yaml': ['x: y\n'],
};

const fileEdit = fc.constantFrom(...Object.keys(FILES)).chain((path) =>
  fc.record({
    path: fc.constant(path),
    text: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...(FILES[path] ?? [])) },
      { weight: 1, arbitrary: fc.constantFrom(...BROKEN) },
    ),
  }),
);
const deletion = fc.nat(5).map((slot): Edit => {
  return { path: `reviews/2026/${slot}.md`, text: undefined };
});
const unread = fc
  .constantFrom('faq.yaml', 'removed.yaml', 'reviews/2026/1.md')
  .map((path): Edit => ({ path, text: undefined, unread: true }));

// Whatever is broken ought to be mended at times, or hardly any folder were right.
const mending = fc
  .constantFrom(...Object.entries(FILES))
  .map(([path, [text]]): Edit => ({ path, text }));

const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 8, arbitrary: reviewEdit },
  { weight: 4, arbitrary: fileEdit },
  { weight: 3, arbitrary: deletion },
  { weight: 5, arbitrary: mending },
  { weight: 1, arbitrary: unread },
);

const START: FolderState = {
  files: Object.entries(FILES)
    .flatMap(([path, [text]]) => (text === undefined ? [] : [{ path, bytes: Buffer.from(text) }]))
    .sort(compareFiles),
  problems: [],
};

/** What a folder holds step by step, from right content on; some steps hold several edits. */
export const anyHistory: fc.Arbitrary<readonly FolderState[]> = fc
  .array(fc.array(anyEdit, { minLength: 1, maxLength: 3 }), { maxLength: 8 })
  .map((steps) => {
    const states = [START];
    for (const edits of steps) states.push(edits.reduce(edited, states.at(-1) ?? START));
    return states;
  });

function edited({ files, problems }: FolderState, { path, text, unread }: Edit): FolderState {
  const others = files.filter((file) => file.path !== path);
  const written = text === undefined ? [] : [{ path, bytes: Buffer.from(text) }];
  const unreadable = unread ? [problemAt(path, FILE_START, 'cannot be read')] : [];
  return {
    files: [...others, ...written].sort(compareFiles),
    problems: [...problems.filter(({ file }) => file !== path), ...unreadable],
  };
}
