import type { JudgePolarity } from '#insights/polarity/judgement.ts';
import { DOMAINS, type Domain } from '../labelled/find-data.ts';
import type { LabelledLine } from '../labelled/polarity-file.ts';
import { predictPolarity } from './measure-polarity.ts';
import { labelSideByPeer, PEERS } from './peers.ts';
import type { Prediction, Verdict } from './prediction.ts';

/** The least accuracy that we aim for when a domain is held out. */
export const AIMS: Readonly<Record<Domain, number>> = { yelp: 0.9, amazon: 0.9, imdb: 0.88 };

/** Sentences of each domain, and what else there is to learn from. */
export type DomainData<Example extends LabelledLine = LabelledLine> = {
  readonly uci: ReadonlyMap<Domain, readonly Example[]>;
  readonly mams: readonly Example[];
  readonly own: readonly Example[];
};

/** What the methods say of the sentences of one domain, by the method's name. */
export type DomainVerdicts = {
  readonly domain: Domain;
  readonly ours: ReadonlyMap<string, readonly Prediction[]>;
  readonly peers: ReadonlyMap<string, readonly Verdict[]>;
};

/** The method whose figures count, named by what it is trained on. The lexicon is in both. */
export const OURS = 'the other two, MAMS and our sentences';
const ALONE = 'the other two and our lexicon alone';

/** Judges each domain by models that saw none of its sentences, and by the peers. */
export function judgeDomains<Example extends LabelledLine>(
  { uci, mams, own }: DomainData<Example>,
  train: (examples: readonly Example[]) => JudgePolarity,
): readonly DomainVerdicts[] {
  return DOMAINS.map((domain) => {
    const held = uci.get(domain) ?? [];
    const others = DOMAINS.flatMap((name) => (name === domain ? [] : (uci.get(name) ?? [])));
    const predictBy = (examples: readonly Example[]) => predictPolarity(held, train(examples));
    return {
      domain,
      ours: new Map([
        [OURS, predictBy([...others, ...mams, ...own])],
        [ALONE, predictBy(others)],
      ]),
      peers: new Map(
        PEERS.map((peer) => [
          peer.name,
          held.map(({ text, label: gold }) => ({ gold, predicted: labelSideByPeer(peer, text) })),
        ]),
      ),
    };
  });
}
