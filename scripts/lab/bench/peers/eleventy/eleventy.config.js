export default function configure(config) {
  // The text of a review is plain text: no template in it, and no Markdown.
  config.setLibrary('md', { render: (text) => text, disable() {}, set() {} });
  config.addCollection('newest', (api) =>
    api
      .getFilteredByTag('review')
      .sort((a, b) => b.data.datePublished - a.data.datePublished || (a.url < b.url ? -1 : 1)),
  );
  const dir = { input: 'input', output: 'out' };
  return { dir, markdownTemplateEngine: false, templateFormats: ['md', '11ty.js'] };
}
