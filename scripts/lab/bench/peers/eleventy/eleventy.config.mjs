export default function configure(config) {
  // The text of a review is plain text: no template in it, and no Markdown.
  config.setLibrary('md', { render: (text) => text, disable() {}, set() {} });
  const dir = { input: 'input', output: 'out' };
  return { dir, markdownTemplateEngine: false, templateFormats: ['md', 'njk'] };
}
