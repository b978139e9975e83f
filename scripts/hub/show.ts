import { explainEnd } from '#artifacts/hub-reasons.ts';
import type { Fault } from '../../sidecar/hub/callback/fault.ts';
import type { Row } from '../../sidecar/hub/store/rows.ts';
import type { Outcome } from '../command.ts';
import { formatTable } from '../printed-text.ts';
import type { HubCall } from './hub.ts';
import { filterOf, unknownTo } from './removal.ts';
import { faultWords, formatTime, stateWords, toJson, topicName } from './row-words.ts';

/** Shows everything known about one callback or row, except secrets. */
export async function showRows(call: HubCall): Promise<Outcome> {
  const { store, now, baseUrl } = call;
  const rows = await store.list(filterOf(call));
  const [first] = rows;
  if (!first) throw unknownTo(call);
  const sections = rows.flatMap((row) => {
    const facts = factsOf(row).flatMap(([name, value]) => (value ? [[`    ${name}`, value]] : []));
    const heading = `${row.id}  ${topicName(row.topic, baseUrl)}: ${stateWords(row, now)}`;
    return ['', heading, ...formatTable(facts)];
  });
  return {
    lines: [first.callback, `Times are in UTC; it is ${formatTime(now)}.`, ...sections],
    data: rows.map(toJson),
  };
}

/** A fact with an empty value is unknown, and omitted. */
type Fact = readonly [name: string, value: string];

/** The pending work in each state. */
const WORK = { pending: 'verification', active: 'delivery', ended: 'notice' } as const;

function factsOf(row: Row): Fact[] {
  return [
    ...stateFactsOf(row),
    ['failed attempts', row.attempts === 0 ? '' : String(row.attempts)],
    [`${WORK[row.state]} failed`, failureOf(row.failedAt, row.fault)],
    [`next ${WORK[row.state]}`, formatTime(row.nextAt)],
  ];
}

function stateFactsOf(row: Row): Fact[] {
  switch (row.state) {
    case 'pending':
      return [
        [`asked to ${row.mode}`, formatTime(row.requestedAt)],
        ['expires', formatTime(row.expiresAt)],
      ];
    case 'active':
      return [
        ['subscribed', formatTime(row.subscribedAt)],
        ['last agreed', formatTime(row.verifiedAt)],
        ['lease ends', formatTime(row.expiresAt)],
        ['renewal failed', failureOf(row.refusedAt, row.refusal)],
        ['signed', row.secret === undefined ? 'no: it gave no secret' : 'yes'],
        ['acknowledged', formatTime(row.acknowledgedAt) || 'nothing yet'],
        ['up to date', row.acknowledged === row.offered ? 'yes' : 'no'],
      ];
    case 'ended':
      return [
        ['ended', `${formatTime(row.endedAt)}: ${explainEnd(row.reason).message}`],
        ['cause', row.cause ? faultWords(row.cause) : ''],
        ['subscribed', formatTime(row.subscribedAt) || 'never'],
        ['acknowledged', formatTime(row.acknowledgedAt)],
        ['notified', formatTime(row.notifiedAt) || (row.nextAt === undefined ? 'no' : 'not yet')],
      ];
  }
}

function failureOf(at: number | undefined, fault: Fault | undefined): string {
  return fault ? `${formatTime(at)}: ${faultWords(fault)}` : '';
}
