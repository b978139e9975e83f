import { explainEnd } from '#artifacts/hub-reasons.ts';
import type { Fault } from '../../sidecar/hub/callback/fault.ts';
import type { Row } from '../../sidecar/hub/store/rows.ts';
import type { Outcome } from '../command.ts';
import type { Hub, HubCall } from './hub.ts';
import { filterOf, unknownTo } from './row-filter.ts';
import { faultWords, formatTable, formatTime, stateWords, toJson, topicName } from './words.ts';

/** Shows everything known about one callback or row, except secrets. */
export async function showRows({ store, now, baseUrl }: Hub, call: HubCall): Promise<Outcome> {
  const rows = await store.list(filterOf(call, baseUrl));
  const [first] = rows;
  if (!first) throw unknownTo(call);
  const sections = rows.flatMap((row) => [
    `\n${row.id}  ${topicName(row.topic, baseUrl)}: ${stateWords(row, now)}`,
    ...formatTable(factsOf(row).map(([name, value]) => [`    ${name}`, value])),
  ]);
  return {
    lines: [first.callback, `Times are in UTC; it is ${formatTime(now)}.`, ...sections],
    data: rows.map(toJson),
  };
}

/** The due work in each state. */
const DUE = { pending: 'verification', active: 'delivery', ended: 'notice' } as const;

type Fact = readonly [name: string, value: string];

/** Unknown facts are omitted. */
function factsOf(row: Row): Fact[] {
  const facts: (readonly [name: string, value: string | undefined])[] = [
    ...stateFactsOf(row),
    ['failed attempts', row.attempts === 0 ? undefined : String(row.attempts)],
    [`${DUE[row.state]} failed`, failureOf(row.failedAt, row.fault)],
    [`next ${DUE[row.state]}`, timeOf(row.nextAt)],
  ];
  return facts.flatMap(([name, value]): Fact[] => (value === undefined ? [] : [[name, value]]));
}

function stateFactsOf(row: Row): (readonly [name: string, value: string | undefined])[] {
  switch (row.state) {
    case 'pending':
      return [
        [`asked to ${row.mode}`, timeOf(row.requestedAt)],
        ['given up', timeOf(row.expiresAt)],
      ];
    case 'active':
      return [
        ['subscribed', timeOf(row.subscribedAt)],
        ['agreed last', timeOf(row.verifiedAt)],
        ['lease ends', timeOf(row.expiresAt)],
        ['renewal failed', failureOf(row.refusedAt, row.refusal)],
        ['signed', row.secret === undefined ? 'no: it gave no secret' : 'yes'],
        ['acknowledged', timeOf(row.acknowledgedAt) ?? 'nothing yet'],
        ['up to date', row.acknowledged === row.offered ? 'yes' : 'no'],
      ];
    case 'ended':
      return [
        ['ended', `${formatTime(row.endedAt)}: ${explainEnd(row.reason).message}`],
        ['cause', row.cause && faultWords(row.cause)],
        ['subscribed', timeOf(row.subscribedAt) ?? 'never'],
        ['acknowledged', timeOf(row.acknowledgedAt)],
        ['notified', timeOf(row.notifiedAt) ?? (row.nextAt === undefined ? 'no' : 'not yet')],
      ];
  }
}

function timeOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : formatTime(at);
}

function failureOf(at: number | undefined, fault: Fault | undefined): string | undefined {
  return at === undefined || !fault ? undefined : `${formatTime(at)}: ${faultWords(fault)}`;
}
