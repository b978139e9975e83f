import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../process/process.ts';
import { BENCH_BASE_URL } from '../release.ts';
import { type BuildFolders, writeFiles } from './site-files.ts';

/** Writes a Hugo site that reads the content folder in place. */
export function prepareHugo({
  folder,
  contentDir,
  outDir,
  isDataOnly = false,
}: BuildFolders): Command {
  writeFiles(folder, {
    'config.toml': configurationOf(contentDir) + (isDataOnly ? WITHOUT_PAGES : ''),
    'layouts/partials/text.html': TEXT,
    'layouts/partials/record.html': RECORD,
    'layouts/_default/baseof.html': PAGE,
    'layouts/reviews/single.html': REVIEW,
    'layouts/index.html': isDataOnly ? SMALL_HOME : HOME,
    'layouts/index.reviews.json': REVIEWS_JSON,
    'layouts/index.insights.json': INSIGHTS_JSON,
    'layouts/index.jsonfeed.json': JSON_FEED,
    'layouts/index.atom.xml': ATOM,
  });
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  copyFileSync(join(contentDir, 'business.yaml'), join(data, 'business.yaml'));
  const args = ['--source', folder, '--destination', outDir, '--quiet'];
  return { program: 'hugo', args: [...args, '--cacheDir', join(folder, 'cache')] };
}

function configurationOf(contentDir: string): string {
  return `baseURL = "${BENCH_BASE_URL}/"
disableKinds = ["taxonomy", "term", "section", "404", "RSS", "sitemap", "robotsTXT"]
[frontmatter]
date = ["datePublished"]
[permalinks]
reviews = "/reviews/:filename/"
[outputs]
home = ["HTML", "REVIEWS", "INSIGHTS", "JSONFEED", "ATOM"]
[mediaTypes."application/atom+xml"]
suffixes = ["xml"]
[outputFormats.REVIEWS]
mediaType = "application/json"
baseName = "reviews"
isPlainText = true
[outputFormats.INSIGHTS]
mediaType = "application/json"
baseName = "insights"
isPlainText = true
[outputFormats.JSONFEED]
mediaType = "application/json"
path = "api"
baseName = "feed"
isPlainText = true
[outputFormats.ATOM]
mediaType = "application/atom+xml"
baseName = "feed"
[[module.mounts]]
source = ${JSON.stringify(join(contentDir, 'reviews'))}
target = "content/reviews"
[[module.mounts]]
source = "layouts"
target = "layouts"
[[module.mounts]]
source = "data"
target = "data"
`;
}

// Reviews keep their permalinks and stay in lists, but no page of them is rendered.
const WITHOUT_PAGES = `[[cascade]]
[cascade._build]
render = "link"
list = "always"
publishResources = false
[cascade._target]
kind = "page"
`;

// While Hugo watches, it rebuilds the other files of the home page only where that has HTML, too.
const SMALL_HOME = `<!doctype html>
<title>Data</title>
<a href="/reviews.json">Data</a>
`;

// For a review without a text, Hugo takes its front matter for the text.
const TEXT = `{{ return cond (hasPrefix .RawContent "---") "" (trim .RawContent "\\n") }}
`;

const RECORD = `{{- $record := dict
  "@type" "Review"
  "id" .Params.id
  "url" .Permalink
  "author" (dict "@type" "Person" "name" .Params.author.name)
  "datePublished" (.Date.Format "2006-01-02")
  "reviewRating" (dict "@type" "Rating" "ratingValue" .Params.rating "bestRating" 5 "worstRating" 1)
  "reviewBody" (partial "text.html" .)
  "inLanguage" .Params.inLanguage
  "publisher" (dict "@type" "Organization" "name" .Params.source.name)
  "verification" .Params.verification
-}}
{{- with .Params.name }}{{ $record = merge $record (dict "name" .) }}{{ end -}}
{{- with .Params.ownerReply }}{{ $record = merge $record (dict "ownerReply" (dict "text" .text "datePublished" .datePublished)) }}{{ end -}}
{{- return $record -}}
`;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ block "title" . }}{{ end }}</title>
<link rel="canonical" href="{{ .Permalink }}">
<link rel="alternate" type="application/atom+xml" href="/feed.xml" title="Reviews">
<link rel="alternate" type="application/feed+json" href="/api/feed.json" title="Reviews">
{{ block "head" . }}{{ end }}
</head>
<body>
<header><a href="/">{{ site.Data.business.name }}</a> <nav><a href="/reviews.json">Data</a> <a href="/feed.xml">Feed</a></nav></header>
<main>{{ block "main" . }}{{ end }}</main>
<footer><p>{{ site.Data.business.disclaimer }}</p></footer>
</body>
</html>
`;

const REVIEW = `{{ define "title" }}Review by {{ .Params.author.name }}, {{ .Params.rating }} of 5{{ end }}
{{ define "head" }}<script type="application/ld+json">{{ partial "record.html" . | jsonify | safeJS }}</script>{{ end }}
{{ define "main" }}
<article>
<h1>{{ with .Params.name }}{{ . }}{{ else }}Review by {{ .Params.author.name }}{{ end }}</h1>
<p>{{ .Params.rating }} of 5</p>
{{ range split (partial "text.html" .) "\\n\\n" }}<p>{{ . }}</p>
{{ end }}
{{ with .Params.ownerReply }}<section><h2>Reply</h2><p>{{ .text }}</p><p>{{ .datePublished }}</p></section>{{ end }}
<dl>
<dt>Author</dt><dd>{{ .Params.author.name }}</dd>
<dt>Published</dt><dd><time datetime="{{ .Date.Format "2006-01-02" }}">{{ .Date.Format "January 2, 2006" }}</time></dd>
<dt>Source</dt><dd>{{ .Params.source.name }}</dd>
<dt>Verified</dt><dd>{{ .Params.verification.method }}, {{ .Params.verification.date }}</dd>
</dl>
</article>
<nav>
{{ with .Next }}<a rel="prev" href="{{ .RelPermalink }}">{{ .Params.author.name }}</a>{{ end }}
{{ with .Prev }}<a rel="next" href="{{ .RelPermalink }}">{{ .Params.author.name }}</a>{{ end }}
</nav>
{{ end }}
`;

const HOME = `{{ define "title" }}Reviews of {{ site.Data.business.name }}{{ end }}
{{ define "main" }}
<h1>Reviews of {{ site.Data.business.name }}</h1>
<p>{{ site.Data.business.description }}</p>
{{ $counts := newScratch }}{{ range site.RegularPages }}{{ $counts.Add (string .Params.rating) 1 }}{{ end }}
<ul>
{{ range $rating, $count := $counts.Values }}<li>{{ $rating }} stars: {{ $count }}</li>
{{ end }}</ul>
{{ range first 12 site.RegularPages }}
<article>
<h3><a href="{{ .RelPermalink }}">{{ .Params.author.name }}</a></h3>
<p>{{ .Params.rating }} of 5, <time>{{ .Date.Format "2006-01-02" }}</time></p>
<p>{{ truncate 560 (partial "text.html" .) }}</p>
</article>
{{ end }}
{{ end }}
`;

const REVIEWS_JSON = `{"@context":["https://schema.org"],"business":{{ site.Data.business | jsonify }},"count":{{ len site.RegularPages }},"reviews":[
{{- range $index, $page := site.RegularPages }}{{ if $index }},{{ end }}
{{ partial "record.html" $page | jsonify }}
{{- end }}
]}
`;

const INSIGHTS_JSON = `{{ $counts := newScratch }}
{{- range site.RegularPages }}{{ $counts.Add (string .Params.rating) 1 }}{{ end -}}
{"ratings":{{ $counts.Values | jsonify }},
"years":[
{{- range $index, $group := site.RegularPages.GroupByDate "2006" }}{{ if $index }},{{ end }}
{{- $sum := 0.0 }}{{ range $group.Pages }}{{ $sum = add $sum .Params.rating }}{{ end }}
{{ dict "year" $group.Key "count" (len $group.Pages) "mean" (div $sum (len $group.Pages)) | jsonify }}
{{- end }}
]}
`;

const JSON_FEED = `{{ $items := slice }}
{{- range first 50 site.RegularPages }}
{{- $items = $items | append (dict
  "id" .Permalink
  "url" .Permalink
  "title" (printf "%v of 5 by %s" .Params.rating .Params.author.name)
  "content_text" (partial "text.html" .)
  "date_published" (.Date.Format "2006-01-02T15:04:05Z07:00")
  "authors" (slice (dict "name" .Params.author.name))
  "language" .Params.inLanguage) }}
{{- end }}
{{- dict
  "version" "https://jsonfeed.org/version/1.1"
  "title" (printf "Reviews of %s" site.Data.business.name)
  "home_page_url" site.BaseURL
  "items" $items | jsonify }}
`;

const ATOM = `{{ "<?xml version=\\"1.0\\" encoding=\\"utf-8\\"?>" | safeHTML }}
<feed xmlns="http://www.w3.org/2005/Atom">
<id>{{ site.BaseURL }}</id>
<title>Reviews of {{ site.Data.business.name }}</title>
<link rel="self" href="{{ site.BaseURL }}feed.xml"/>
{{ with index site.RegularPages 0 }}<updated>{{ .Date.Format "2006-01-02T15:04:05Z07:00" }}</updated>{{ end }}
{{ range first 50 site.RegularPages }}
<entry>
<id>{{ .Permalink }}</id>
<title>{{ .Params.rating }} of 5 by {{ .Params.author.name }}</title>
<link href="{{ .Permalink }}"/>
<updated>{{ .Date.Format "2006-01-02T15:04:05Z07:00" }}</updated>
<author><name>{{ .Params.author.name }}</name></author>
<content type="text">{{ partial "text.html" . }}</content>
</entry>
{{ end }}
</feed>
`;
