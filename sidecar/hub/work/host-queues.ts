/** Work by host, in turn, each with a maximum in flight: a slow host holds up no other. */
export class HostQueues<Work extends { readonly host: string }> {
  readonly #perHost: number;
  /** In order of arrival, by host; a host without waiting work is not in it. */
  readonly #waiting = new Map<string, Work[]>();
  readonly #inFlight = new Map<string, number>();
  /** Hosts with waiting work and room for it; the next is first. */
  readonly #open = new Set<string>();
  #size = 0;

  constructor(perHost: number) {
    this.#perHost = perHost;
  }

  /** How much waits. */
  get size(): number {
    return this.#size;
  }

  add(work: Work): void {
    const { host } = work;
    const queue = this.#waiting.get(host);
    if (queue) queue.push(work);
    else this.#waiting.set(host, [work]);
    this.#size++;
    this.#openIfRoom(host);
  }

  /** The next piece that may begin; `end` must be called when it is over. */
  take(): Work | undefined {
    const [host] = this.#open;
    if (host === undefined) return undefined;
    this.#open.delete(host);
    const queue = this.#waiting.get(host);
    const work = queue?.shift();
    if (!queue || !work) return undefined;
    this.#size--;
    if (queue.length === 0) this.#waiting.delete(host);
    this.#inFlight.set(host, this.#inFlightOf(host) + 1);
    // Behind all others.
    this.#openIfRoom(host);
    return work;
  }

  /** A piece of a host is over. */
  end(host: string): void {
    const left = this.#inFlightOf(host) - 1;
    if (left > 0) this.#inFlight.set(host, left);
    else this.#inFlight.delete(host);
    this.#openIfRoom(host);
  }

  /** Takes out waiting work that matches. */
  drop(matches: (work: Work) => boolean): Work[] {
    const dropped: Work[] = [];
    for (const [host, queue] of this.#waiting) {
      const kept = queue.filter((work) => !matches(work));
      if (kept.length === queue.length) continue;
      dropped.push(...queue.filter(matches));
      if (kept.length > 0) this.#waiting.set(host, kept);
      else {
        this.#waiting.delete(host);
        this.#open.delete(host);
      }
    }
    this.#size -= dropped.length;
    return dropped;
  }

  /** Hosts with at least this much waiting and in flight. */
  hostsWith(least: number): string[] {
    const hosts = new Set([...this.#waiting.keys(), ...this.#inFlight.keys()]);
    return [...hosts].filter((host) => this.heldOf(host) >= least);
  }

  /** How much of a host waits or is in flight. */
  heldOf(host: string): number {
    return this.#inFlightOf(host) + (this.#waiting.get(host)?.length ?? 0);
  }

  #inFlightOf(host: string): number {
    return this.#inFlight.get(host) ?? 0;
  }

  #openIfRoom(host: string): void {
    if (this.#waiting.has(host) && this.#inFlightOf(host) < this.#perHost) this.#open.add(host);
  }
}
