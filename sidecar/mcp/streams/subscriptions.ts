import { RPC_CODES } from '#agents/json-rpc.ts';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { RpcError } from '../rpc-reply.ts';

/** The resources that sessions subscribed to. A session without any takes no room. */
export class Subscriptions {
  readonly #bySession = new Map<string, Set<string>>();
  readonly #hasStream: (session: string) => boolean;

  /** `hasStream`: whether a session listens. */
  constructor(hasStream: (session: string) => boolean) {
    this.#hasStream = hasStream;
  }

  /** The resources of a session. */
  of(session: string): ReadonlySet<string> {
    return this.#bySession.get(session) ?? new Set();
  }

  /**
   * Subscribes. Throws an RpcError where the session has as many resources as it may. Where too
   * many sessions subscribe, the one that did so longest ago and does not listen is forgotten, so
   * that no listener is silenced by others.
   */
  add(session: string, uri: string): void {
    const uris = this.#bySession.get(session) ?? new Set();
    if (uris.size >= MCP_LIMITS.resourcesPerSession && !uris.has(uri)) {
      const most = MCP_LIMITS.resourcesPerSession;
      const message = `A session can be subscribed to ${most} resources; unsubscribe from one.`;
      throw new RpcError(RPC_CODES.invalidParams, message);
    }
    uris.add(uri);
    this.#bySession.delete(session);
    this.#bySession.set(session, uris);
    if (this.#bySession.size <= MCP_LIMITS.subscribedSessions) return;
    // There are fewer streams than sessions that may subscribe.
    const silent = this.#bySession.keys().find((known) => !this.#hasStream(known));
    if (silent !== undefined) this.#bySession.delete(silent);
  }

  remove(session: string, uri: string): void {
    const uris = this.#bySession.get(session);
    uris?.delete(uri);
    if (uris?.size === 0) this.#bySession.delete(session);
  }

  end(session: string): void {
    this.#bySession.delete(session);
  }
}
