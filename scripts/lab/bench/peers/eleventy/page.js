export const baseUrl = 'https://reviews.example';
export const business = 'Synthetic Harbor Law (made up)';

const CHARACTERS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text) => String(text).replace(/[&<>"']/g, (one) => CHARACTERS[one]);
export const dayOf = (date) => date.toISOString().slice(0, 10);
export const textOf = (item) => item.rawInput.trim();

export function recordOf({ data, url, rawInput }) {
  return {
    '@type': 'Review',
    id: data.id,
    url: baseUrl + url,
    author: { '@type': 'Person', name: data.author.name },
    datePublished: dayOf(data.datePublished),
    reviewRating: { '@type': 'Rating', ratingValue: data.rating, bestRating: 5, worstRating: 1 },
    name: data.name,
    reviewBody: rawInput.trim(),
    inLanguage: data.inLanguage,
    publisher: { '@type': 'Organization', name: data.source.name },
    verification: data.verification,
    ownerReply: data.ownerReply,
  };
}

export function pageOf({ title, url, head = '', main }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="canonical" href="${baseUrl}${url}">
${head}
</head>
<body>
<header><a href="/">${business}</a> <nav><a href="/reviews.json">Data</a></nav></header>
<main>${main}</main>
</body>
</html>
`;
}
