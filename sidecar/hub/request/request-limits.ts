/** What a request to the hub may have at most (the hub's status tells it). */
export const MAX_FORM_BYTES = 8192;
export const MAX_FORM_PARAMETERS = 50;
/** WebSub §5.1: fewer than 200 bytes. */
export const MAX_SECRET_BYTES = 199;
export const MAX_TOPIC_LENGTH = 2048;
/** Requests of one client. */
export const MAX_REQUESTS_PER_MINUTE = 30;
