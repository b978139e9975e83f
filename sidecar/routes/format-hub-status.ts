import type { HubStatusDocument } from '#artifacts/hub-status.ts';

const COLUMNS = [
  'topic',
  'active',
  'to verify',
  'to remove',
  'expired',
  'undelivered',
  'published',
];

/** The status for people: a table of the topics, and the rules below. */
export function formatStatus(status: HubStatusDocument): string {
  const rows = status.topics.map(({ topic, subscriptions, undelivered, lastPublished }) => [
    topic,
    String(subscriptions.active),
    String(subscriptions.pendingVerification),
    String(subscriptions.pendingRemoval),
    String(subscriptions.expired),
    String(undelivered),
    lastPublished ?? 'not yet',
  ]);
  const { leaseSeconds: lease, signature, limits } = status;
  return [
    `WebSub hub ${status.hub}`,
    status.isPaused
      ? 'Paused: no subscriber can be reached, so only some are tried and nobody is blamed.'
      : 'Notifications are sent.',
    '',
    ...alignColumns([COLUMNS, ...rows]),
    '',
    `Lease: ${lease.default} seconds unless asked otherwise, ${lease.min} to ${lease.max}.`,
    `Signature: ${signature.header} with ${signature.algorithm}, for those who give a hub.secret.`,
    `Failures: ${status.failureRule.text.replaceAll('. ', '.\n  ')}`,
    `Limits: ${limits.formBytes} bytes and ${limits.formParameters} parameters a request, ${limits.secretBytes} bytes a secret;`,
    `  ${orNoLimit(limits.requestsPerMinute)} requests a client and minute, ${limits.waitingRequests} requests to verify;`,
    `  ${orNoLimit(limits.subscriptions)} subscriptions, ${orNoLimit(limits.subscriptionsPerHost)} of one callback host.`,
    '',
  ].join('\n');
}

function orNoLimit(limit: number | null): string {
  return limit === null ? 'any number of' : String(limit);
}

/** The first column to the left, as it holds names, and the others to the right. */
function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = COLUMNS.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  '),
  );
}
