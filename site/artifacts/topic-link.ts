/**
 * The Link field of a topic (RFC 8288), as WebSub §4 has publishers and §7 has hubs send it: one
 * field, the hub first. Some readers split at exactly ", " and "; ", and some read only the first link.
 */
export function topicLink(hub: string, topic: string): string {
  return `<${hub}>; rel="hub", <${topic}>; rel="self"`;
}
