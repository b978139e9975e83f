/** Returns the README of a content folder, for its editors. */
export function renderEditorsReadme(name: string): string {
  return `# Reviews of ${name}

This folder contains the reviews and everything that is published with them. Every file is text: edit one, save it, and
readers see the change. A mistake changes nothing for them; the service names the file, the line, and the correction.

| file                                                      | contains                                               |
| --------------------------------------------------------- | ------------------------------------------------------ |
| \`business.yaml\`                                           | the business that the reviews are about                |
| \`reviews/\`                                                | one file per review                                    |
| \`aspects.yaml\`                                            | the aspects to find in reviews                         |
| \`technicians.yaml\`, \`services.yaml\`, \`service-areas.yaml\` | people, services and places that reviews mention       |
| \`faq.yaml\`, \`summary.md\`                                  | your answers and your summary, supported by reviews    |
| \`removed.yaml\`                                            | the reviews that were taken down; their ids stay here  |
| \`schema/\`                                                 | schemas, for completion and checks in your editor      |

Every key, with an example, is described at \`/docs/content/\` of the running service.

## Every day

Run these in the folder of the program, with \`--content\` and this folder, or with \`CONTENT_DIR\` in its \`.env\`:

\`\`\`sh
npm run status                                   # pending, withheld, invalid and new reviews
npm run new                                      # add a review; it asks for everything it needs
npm run verify -- --source Google                # the pending reviews of a source are genuine
npm run reply -- REVIEW-ID                       # reply to a review
npm run remove -- REVIEW-ID --reason author-request
npm run restore -- REVIEW-ID                     # undo a removal, from git
npm run check:content                            # every mistake, with its correction
\`\`\`

Only reviews with \`verification.status: verified\` are published. Withhold a review only for a reason on the list: none
of them depends on the rating.

Keep this folder in git: \`git init\`, then commit your changes. It is the only copy of your edits. The folder
\`.import\` stays out of git; it is the memory of imports. Import on one computer, or copy that folder to the next.
`;
}

export const GITIGNORE = `.DS_Store
Thumbs.db
*~
.*.tmp
.lock
`;

/** Checks each push on GitHub, with remarks beside the lines. */
export const CHECK_ON_GITHUB = `# Checks every change of the reviews, and puts annotations beside the invalid lines.
# Set the variable TESTIMONY_REPOSITORY (Settings, Secrets and variables, Actions, Variables) to the repository of
# the program, such as your-firm/testimony.
name: Check the content
on: [push, pull_request]
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
        with:
          path: reviews
          fetch-depth: 0
      - uses: actions/checkout@v5
        with:
          repository: \${{ vars.TESTIMONY_REPOSITORY }}
          path: testimony
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: npm run check:content -- --format github --content ../reviews
        working-directory: testimony
`;

/** Checks each push on GitLab. */
export const CHECK_ON_GITLAB = `# Checks every change of the reviews.
# Set the variable TESTIMONY_REPOSITORY (Settings, CI/CD, Variables) to the address of the repository of the program,
# such as https://gitlab.com/your-firm/testimony.git.
check-content:
  image: node:24
  variables:
    GIT_DEPTH: 0
  script:
    - git clone --depth 1 "$TESTIMONY_REPOSITORY" /tmp/testimony
    - cd /tmp/testimony
    - npm run check:content -- --content "$CI_PROJECT_DIR"
`;
