import type { Removal } from './delivery/decide-settlement.ts';
import type { HubParts } from './hub-parts.ts';
import { MAX_FAILURES } from './hub-settings.ts';
import type { Delivery } from './store/hub-store.ts';

/** More notices at a time are not sent: each is a courtesy. */
const MAX_UNDER_WAY = 20;

const REASON = `${MAX_FAILURES} consecutive deliveries failed`;

/**
 * Tells a callback that its subscription has ended (WebSub §5.2), once and without waiting for the
 * answer to mean anything; not where its network was asked too often of late. A callback that ended
 * it itself, with 410, knows.
 */
export class RemovalNotices {
  readonly #parts: Pick<HubParts, 'client' | 'log'>;
  #underWay = 0;

  constructor(parts: Pick<HubParts, 'client' | 'log'>) {
    this.#parts = parts;
  }

  send({ callback, topic, host }: Delivery, removal: Removal): void {
    const { client, log } = this.#parts;
    const why = removal === 'gone' ? 'the callback answered 410' : REASON;
    log('info', `a subscription has ended: ${why}`, { host, topic });
    if (removal === 'gone' || this.#underWay >= MAX_UNDER_WAY) return;
    this.#underWay++;
    const notice = client.get(
      callback,
      [
        ['hub.mode', 'denied'],
        ['hub.topic', topic],
        ['hub.reason', REASON],
      ],
      0,
    );
    void notice.finally(() => this.#underWay--);
  }
}
