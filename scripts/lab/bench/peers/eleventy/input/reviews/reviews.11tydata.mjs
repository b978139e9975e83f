export default {
  tags: ['review'],
  layout: 'review.njk',
  permalink: ({ page }) => `/reviews/${page.fileSlug}/`,
};
