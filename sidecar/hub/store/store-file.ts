/** The database of the hub inside STATE_DIR, where there is no DATABASE_URL. */
export const HUB_FILE = 'hub.sqlite';
