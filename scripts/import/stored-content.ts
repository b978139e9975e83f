import { existsSync } from 'node:fs';
import { assumedAspects } from '#dataset/aspect-lists/aspect-lists.ts';
import { formatProblem } from '#dataset/content-problem.ts';
import { readStoredFolder, type StoredFolder } from '../content/stored-folder.ts';
import { ImportRefusal } from './import-refusal.ts';

/** What of a content folder an import looks at. */
export type StoredContent = Omit<StoredFolder, 'texts' | 'unread' | 'errors'>;

export const NO_CONTENT: StoredContent = {
  business: undefined,
  hasAspects: false,
  aspectIds: assumedAspects().value.aspects.map(({ id }) => id),
  technicians: [],
  files: [],
  unreadable: [],
  removedIds: new Set(),
};

/**
 * Reads a content folder, or nothing where it does not exist. Refuses where business.yaml or
 * removed.yaml cannot be read: dates would be wrong, or a review taken down would come back.
 */
export function readStoredContent(root: string): StoredContent {
  if (!existsSync(root)) return NO_CONTENT;
  // An export may be of as many reviews as are stored.
  const stored = readStoredFolder(root, true);
  const fatal = stored.errors.filter(
    ({ file }) =>
      file === 'business.yaml' ||
      file === 'removed.yaml' ||
      (!file.endsWith('.md') && /^(?:\.|reviews(?:\/.*)?)$/.test(file)),
  );
  if (fatal.length > 0) {
    const lines = fatal.map((problem) => formatProblem(problem, `${root}/`)).join('\n');
    throw new ImportRefusal(`The content folder must be readable first; correct this:\n${lines}`);
  }
  return stored;
}

/** The demo's business.yaml, known by any line that nobody keeps who has made it their own. */
export const DEMO_BUSINESS = {
  id: 'harbor-law',
  name: 'Harbor Injury Law',
  url: 'https://harborlaw.example/',
  feedAuthority: 'harborlaw.example,2026',
};

/** What follows the source in the ids of the demo's reviews, which operators may have deleted. */
const CODES: Readonly<Record<string, string>> = {
  avvo: `
    17fewkkb 3cz38u18 46hv26e3 d0ueajuo j54setrn p9djd4tb pi1vp7yv pujpnl2c qj25axv8 veph0sxb
    vp7ontwi
  `,
  direct: `
    0jv7zn5u 1cbs17cw 1q191det 2naqqhoj 3p7wycej 3qpeeegz 6mol9lx1 7fbddggp 7y0d4gwr 96hk6ag9
    997vbgcy azdljkh8 dkmu3xr1 e5e40z8y gkcdvj3f kmmq35ul obdj6w07 rr0smltd
  `,
  google: `
    00tleb60 0w03t8bd 1k3sahjn 1knbtczb 1m8jigwz 30fwaxef 33actt1g 34atc8f0 3mzqxha9 3q0q3jz0
    45cfnrz8 46wvva1t 4m97xts8 4su3oq1g 4ueukey9 4uf2w47j 4x36oehw 4zak7t0m 50f36jmk 5bml3ff5
    5cqpa5xb 5tcmkeko 60lxlco1 69rx29gq 6qf6al5n 7516a0sy 7cyytwki 7g6u0jzt 7hkub4uq 8fnoo93x
    8k8wmjnm 8p1t8u0b 9hwzkg25 9plsgplx a3tagg3b aagpit7y abfvoq1x as1h80g3 b6ux76lp bkzq4gy6
    bw9ta5hq bxtrim3c bxx7w3ep c7q5rgvl cvetews0 d1nhkvzv d8hpskfd danqrf6b dke8h4nq e70upj1r
    ecn9t3gv ehdt1bdc ey7piigj f1lfv41a f31yda50 ftps4d5o fu8uwtaj fx7z8u59 g1l3l4ns g5qtsirl
    gjvzsu7n gkefsypq gvxc9x7i gz6hajln h1ubhzo3 h95cstg7 hdkopiel hpmxv1vx hq0hms88 hwzyod5a
    i3twxapx ibvumxzl ivptni2n j52e8mnr jcpc0r3p jjeiitoc kawfc7ok kt5hjx96 lb9c4rgc mpyfts16
    mt60xucv mu9gj74m mwl1w0a3 ngtumi2h nrsw46a9 oc4b1vb9 oe1eb62r p2djnjqn pa8ug4q6 pme19t1p
    pz93bq7o qmjj0cvi rhjbgcle rolkseo1 rqffv3m7 rrgu6x92 s068t0ah s9sa9468 suquwia9 tgmnbjgh
    toapl6i0 tprqud62 tva1x5l8 u7vpbzc8 uf0lykko ur9um959 v5lbcwiy vnrswere wakmyzan wcurqjsy
    wf9fw1fh wxap7g1m xlwru5w2 xr3nbdsx yfyjclq0 ypchzhs5 zdu8vuu2 znbz6a48
  `,
  yelp: `
    0b2vb1qt 1w8hdq2r 78qv3p2m bzmbglsi ddujmvfo f204hmjr gndnoum8 hzbgk6pl iq9nsiao nb12devg
    rzw23k14 s9vp3zcw sgiqf82m t594onul utzqa9ft yq50g6mx
  `,
};

export const DEMO_REVIEWS: ReadonlySet<string> = new Set(
  Object.entries(CODES).flatMap(([source, codes]) =>
    codes
      .trim()
      .split(/\s+/)
      .map((code) => `${source}-${code}`),
  ),
);

/** Refuses a folder that is the demo still: real reviews would be published as a fictional firm's. */
export function refuseDemo(root: string, { business, files, unreadable }: StoredContent): void {
  const { name } = DEMO_BUSINESS;
  const isKept = (['id', 'name', 'url', 'feedAuthority'] as const).some(
    (key) => business?.[key] === DEMO_BUSINESS[key],
  );
  if (!isKept) return;
  const ids = [...files.map(({ review }) => review.id), ...unreadable.flatMap((one) => one.ids)];
  const count = new Set(ids.filter((id) => DEMO_REVIEWS.has(id))).size;
  if (count === 0) return;
  throw new ImportRefusal(
    `${root} holds the demo: lines of the business.yaml of the fictional ${name} and ${count} of its reviews. Yours would be published among them, so nothing was imported. Import into a folder of your own: pass --content my-content, or set CONTENT_DIR=my-content in .env for all commands`,
  );
}
