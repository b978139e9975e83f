# Varnish (6.0 or later) in front of the service, with scripts/deploy/purge/main.ts beside it:
#
#   varnishd -a 127.0.0.1:6081 -f /etc/varnish/testimony.vcl -p http_gzip_support=off
#
# Without http_gzip_support=off, Varnish compresses for itself: clients get no br or zstd.
vcl 4.1;

backend default {
  .host = "127.0.0.1";
  .port = "8787";
}

# May purge: the adapter.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "BAN") {
    # Put the value of PURGE_AUTHORIZATION here; nothing purges without it. A proxy on this machine
    # has an address of the list, whoever asks it.
    set req.http.X-Purger = "";
    if (client.ip !~ purgers || req.http.X-Purger == "" ||
        req.http.Authorization != req.http.X-Purger) {
      return (synth(403));
    }
    if (req.http.X-Ban-Tags) {
      ban("obj.http.Surrogate-Key ~ (^|[^a-z0-9-])(" + req.http.X-Ban-Tags + ")([^a-z0-9-]|$)");
    }
    if (req.http.X-Ban-Paths) {
      ban("obj.http.X-Path ~ ^(" + req.http.X-Ban-Paths + ")([?]|$)");
    }
    return (synth(204));
  }
}

sub vcl_backend_response {
  set beresp.http.X-Path = bereq.url;
  # Stale only as the service permits it: by default, Varnish adds ten seconds.
  if (beresp.http.Cache-Control !~ "stale-while-revalidate") {
    set beresp.grace = 0s;
  }
  set beresp.keep = 0s;
}

sub vcl_deliver {
  unset resp.http.X-Path;
}
