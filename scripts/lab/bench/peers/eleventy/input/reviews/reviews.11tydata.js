export default {
  tags: ['review'],
  layout: 'review.11ty.js',
  permalink: ({ page }) => `/reviews/${page.fileSlug}/`,
};
