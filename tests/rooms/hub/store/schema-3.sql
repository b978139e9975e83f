CREATE TABLE testimony_topics (
  topic TEXT PRIMARY KEY, hash TEXT NOT NULL, ordinal INTEGER NOT NULL, sequence INTEGER NOT NULL,
  announced_at INTEGER NOT NULL
);
CREATE TABLE testimony_versions (
  topic TEXT NOT NULL, hash TEXT NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY (topic, hash)
);
CREATE TABLE testimony_subscriptions (
  id IDENTITY, pair TEXT NOT NULL UNIQUE, topic TEXT NOT NULL, callback TEXT NOT NULL,
  host TEXT NOT NULL, secret TEXT, subscribed_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
  acknowledged INTEGER NOT NULL, tried INTEGER NOT NULL, attempts INTEGER NOT NULL,
  failures INTEGER NOT NULL, ready_at INTEGER NOT NULL, claim TEXT, acknowledged_at INTEGER,
  claimed_until INTEGER, latency_ms INTEGER, failed_at INTEGER, fault TEXT, verified_at INTEGER,
  refused_at INTEGER, refusal TEXT, counted_at INTEGER
);
CREATE INDEX testimony_subscriptions_host ON testimony_subscriptions (host, expires_at);
CREATE TABLE testimony_requests (
  id IDENTITY, pair TEXT NOT NULL UNIQUE, mode TEXT NOT NULL, topic TEXT NOT NULL,
  topic_as_given TEXT NOT NULL, callback TEXT NOT NULL, host TEXT NOT NULL, secret TEXT,
  lease_seconds INTEGER NOT NULL, requested_at INTEGER NOT NULL, attempts INTEGER NOT NULL,
  ready_at INTEGER NOT NULL, claim TEXT, client TEXT NOT NULL DEFAULT '', network TEXT,
  crowded_at INTEGER, verify_token TEXT, claimed_until INTEGER, failed_at INTEGER, fault TEXT
);
CREATE TABLE testimony_ended (
  id IDENTITY, pair TEXT NOT NULL UNIQUE, topic TEXT NOT NULL, callback TEXT NOT NULL,
  host TEXT NOT NULL, reason TEXT NOT NULL, ended_at INTEGER NOT NULL, subscribed_at INTEGER,
  expires_at INTEGER, acknowledged_at INTEGER, failed_at INTEGER, fault TEXT, notice_until INTEGER,
  notice_attempts INTEGER NOT NULL DEFAULT 0, notice_at INTEGER NOT NULL, claim TEXT,
  claimed_until INTEGER, notified_at INTEGER, notice_fault TEXT
);
CREATE TABLE testimony_blocked (host TEXT PRIMARY KEY, blocked_at INTEGER NOT NULL);
CREATE TABLE testimony_refusals (
  day INTEGER NOT NULL, reason TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (day, reason)
);
INSERT INTO testimony_topics VALUES ('https://reviews.test/feed.xml', '3', 3, 3, 1795132799995);
INSERT INTO testimony_versions VALUES
  ('https://reviews.test/feed.xml', '1', 1),
  ('https://reviews.test/feed.xml', '2', 2),
  ('https://reviews.test/feed.xml', '3', 3);
INSERT INTO testimony_blocked VALUES ('evil.test', 1795132799991);
INSERT INTO testimony_subscriptions (
  pair, topic, callback, host, secret, subscribed_at, expires_at, acknowledged, tried, attempts,
  failures, ready_at, acknowledged_at, latency_ms
) VALUES (
  'OiUfsaxl3l1LY3J3AO8bJXW9E8REOo5Dbdjk147zNeQ', 'https://reviews.test/feed.xml',
  'https://active.test/callback', 'active.test', 's', 1795046400000, 1795219200000, 3, 3, 0, 0,
  1795132799991, 1795132799996, 12
);
INSERT INTO testimony_subscriptions (
  pair, topic, callback, host, secret, subscribed_at, expires_at, acknowledged, tried, attempts,
  failures, ready_at, claim, claimed_until
) VALUES (
  'TtDlMeIsxRXZkrRGIDO4pUeUEO8HiPR6NEEuw9IUBzs', 'https://reviews.test/feed.xml',
  'https://claimed.test/callback', 'claimed.test', 's', 1795046400000, 1795219200000, 2, 2, 0, 0,
  1795132799991, 'c', 1795219200000
);
INSERT INTO testimony_subscriptions (
  pair, topic, callback, host, secret, subscribed_at, expires_at, acknowledged, tried, attempts,
  failures, ready_at
) VALUES (
  'sNtPkip4RjgS5-MJIFLAj-yhmVWqbqhn-4MOJXdjV3w', 'https://reviews.test/feed.xml',
  'https://expired.test/callback', 'expired.test', 's', 1795046400000, 1795132800000, 2, 2, 0, 0,
  1795132799991
);
INSERT INTO testimony_subscriptions (
  pair, topic, callback, host, secret, subscribed_at, expires_at, acknowledged, tried, attempts,
  failures, ready_at, counted_at, failed_at, fault, verified_at, refused_at, refusal
) VALUES (
  '3Hi0faFx3D99Q-syPJ3RFCla5wX8uiJ_qfOpgsRcCKI', 'https://reviews.test/feed.xml',
  'https://failing.test/callback', 'failing.test', 's', 1795046400000, 1795219200000, 2, 3, 2, 1,
  1795132860000, 1795132799992, 1795132799993,
  '{"kind":"status","status":500,"message":"it answered 500"}', 1795132799994, 1795132800000,
  '{"kind":"status","status":500,"message":"it answered 500"}'
);
INSERT INTO testimony_requests (
  pair, topic, callback, host, mode, topic_as_given, lease_seconds, client, requested_at, attempts,
  ready_at, failed_at, fault, verify_token, secret
) VALUES (
  'OiUfsaxl3l1LY3J3AO8bJXW9E8REOo5Dbdjk147zNeQ', 'https://reviews.test/feed.xml',
  'https://active.test/callback', 'active.test', 'unsubscribe', 'https://reviews.test/feed.xml', 60,
  '192.0.2.1', 1795132799998, 1, 1795132860000, 1795132799999,
  '{"kind":"status","status":500,"message":"it answered 500"}', 't', 'r'
);
INSERT INTO testimony_ended (
  pair, topic, callback, host, subscribed_at, expires_at, reason, ended_at, fault, notice_until,
  notice_at, notice_attempts, notice_fault
) VALUES (
  '81H6PcOCeLoF5e8toHjuPeDf76ln6Fcz8hiNICHLfsA', 'https://reviews.test/feed.xml',
  'https://owed.test/callback', 'owed.test', 1795046400000, 1795219200000, 'failed', 1795132799998,
  '{"kind":"status","status":500,"message":"it answered 500"}', 1795219200000, 1795132860000, 1,
  '{"kind":"status","status":500,"message":"it answered 500"}'
);
INSERT INTO testimony_ended (
  pair, topic, callback, host, subscribed_at, expires_at, reason, ended_at, notice_at, notified_at
) VALUES (
  'nT5J3ogUvZYoTMJyXynTd4ovhMm2rS4Okp6Yk_UY22s', 'https://reviews.test/feed.xml',
  'https://told.test/callback', 'told.test', 1795046400000, 1795219200000, 'removed', 1795132799998,
  1795132799998, 1795132799999
)
