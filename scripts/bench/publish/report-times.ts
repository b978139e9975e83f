import type { BenchReport, Ratio } from '../bench-report.ts';
import type { PeerResult, PeerWay } from './measure-peer.ts';
import { type OwnResult, PATIENCE_MILLISECONDS } from './own-run.ts';
import { LONGEST_MILLISECONDS } from './peer-process.ts';
import { AIMED_AT } from './peers.ts';
import {
  calmEdits,
  fastestMedian,
  medianOf,
  pageTimes,
  servedTimes,
  spreadOf,
} from './summaries.ts';

/** What the design aims at: the median in milliseconds, by the number of reviews. */
const SERVED_AIMS: ReadonlyMap<number, number> = new Map([
  [10_000, 100],
  [100_000, 300],
]);
const PEER_AIM = { size: 10_000, atLeast: 20 };

const WAYS: Readonly<Record<PeerWay, string>> = { command: 'a new process', watch: 'watching' };

/** The table of times from a save until it is served, or written by a peer. */
export function reportTimes(
  size: number,
  own: OwnResult,
  peers: readonly PeerResult[],
  notes: readonly string[],
): BenchReport {
  const edits = calmEdits(own.edits);
  const served = servedTimes(edits);
  const pages = pageTimes([...own.edits, ...own.editsUnderLoad]);
  const heads = edits.map((edit) => edit.served.head);
  const row = (what: string, times: readonly number[], ours: readonly number[]) => {
    const [of, by] = [medianOf(times), medianOf(ours)];
    const factor = of === null || by === null ? null : of / by;
    return [what, times.length, ...spreadOf(times), factor];
  };
  const peerRows = (isDataOnly: boolean, ours: readonly number[]) =>
    peers
      .filter((peer) => peer.isDataOnly === isDataOnly)
      .map(({ label, way, milliseconds }) => row(`  ${label}, ${WAYS[way]}`, milliseconds, ours));
  return {
    title: `From saving one of ${size.toLocaleString('en')} reviews to its readers`,
    columns: ['until', 'edits', 'median ms', 'p95 ms', 'most ms', '× ours'],
    rows: [
      row('reviews.json is served: Testimony', served, served),
      row('  its first byte', heads, served),
      row('  beside other readers', servedTimes(own.editsUnderLoad), served),
      ...peerRows(true, served),
      row('its page is served: Testimony', pages, pages),
      ...peerRows(false, pages),
    ],
    ratios: listRatios(size, medianOf(served), fastestMedian(peers, AIMED_AT, true)),
    notes: [...describeFailures(own, peers), ...NOTES, ...notes],
  };
}

/** The figures that have an aim at a size. */
export function listRatios(size: number, ours: number | null, theirs: number | null): Ratio[] {
  const ratios: Ratio[] = [];
  const atMost = SERVED_AIMS.get(size);
  if (atMost !== undefined) {
    ratios.push({ what: 'save → served, median ms', value: ours, aim: { atMost } });
  }
  if (size === PEER_AIM.size) {
    ratios.push({
      what: `data files alone, ${AIMED_AT} at its fastest / ours`,
      value: ours === null || theirs === null ? null : theirs / ours,
      aim: { atLeast: PEER_AIM.atLeast },
    });
  }
  return ratios;
}

function describeFailures(own: OwnResult, peers: readonly PeerResult[]): string[] {
  const all = [...own.edits, ...own.editsUnderLoad];
  const busy = all.filter(({ isBusy }) => isBusy).length;
  const withoutPage = all.filter(({ page }) => page === null).length;
  return [
    ...(own.failure === undefined ? [] : [`Testimony was not measured whole: ${own.failure}.`]),
    ...(busy === 0
      ? []
      : [
          `${busy} of ${all.length} edits were saved while pages of earlier ones were still being made; they count for the time until data are served only where no other did.`,
        ]),
    ...(withoutPage === 0
      ? []
      : [
          `The pages of ${withoutPage} of ${all.length} edits had not followed when the ${PATIENCE_MILLISECONDS / 60_000} minutes were over that some edits together may wait.`,
        ]),
    ...peers.flatMap(({ label, way, isDataOnly, failure }) =>
      failure === undefined
        ? []
        : [
            `${label}, ${isDataOnly ? 'data files' : 'with pages'}, ${WAYS[way]}, was not measured whole: ${failure}.`,
          ],
    ),
  ];
}

const NOTES = [
  'An edit gives one review another text; each is of another review, saved in place and by rename in turn, when the server or the peer is at rest and the edit before has been seen.',
  "Ours runs from before the save to the last byte of a 200 on /reviews.json that has the text, asked for with If-None-Match a millisecond after each 304, so the watcher's wait is in it. Half of our edits came before the peers' and half after.",
  "A peer's runs from before the save until its reviews.json or, where it makes pages, the page of the review is whole on disk and has the text; nobody serves it. The faster of its two ways counts.",
  'Data files are reviews.json, insights.json, feed.xml and api/feed.json (with Hugo a home page of three lines, without which its watch mode does not make them anew). Ours are hashed and stored as well; search, compression and pages follow them.',
  'In their watch modes, both peers write the page that was edited, the home page and the data files, not every page; Hugo looks for changes every half second (edits are spread evenly over it), Eleventy waits until a file has not grown for 150 ms.',
  `A build of a peer may take ${LONGEST_MILLISECONDS / 1000} s.`,
];
