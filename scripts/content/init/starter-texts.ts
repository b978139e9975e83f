/** The README of a content folder, for those who edit it. */
export function renderEditorsReadme(name: string): string {
  return `# Reviews of ${name}

This folder holds the reviews and what is published with them. Every file is text: change one, save it, and what readers
see follows. A mistake changes nothing for them; the service names the file, the line, and what to write instead.

| file                                                      | holds                                                  |
| --------------------------------------------------------- | ------------------------------------------------------ |
| \`business.yaml\`                                           | whose reviews these are                                |
| \`reviews/\`                                                | one file a review                                      |
| \`aspects.yaml\`                                            | what reviews are searched for                          |
| \`technicians.yaml\`, \`services.yaml\`, \`service-areas.yaml\` | who and what reviews mention                           |
| \`faq.yaml\`, \`summary.md\`                                  | your answers and your summary, with reviews as evidence |
| \`removed.yaml\`                                            | what was taken down; the ids stay here for good        |
| \`schema/\`                                                 | by which your editor completes and checks what you type |

Every key, with an example, is described at \`/docs/content/\` of the running service.

## Every day

Run these in the folder of the program, with \`--content\` and this folder, or with \`CONTENT_DIR\` in its \`.env\`:

\`\`\`sh
npm run status                                   # what is pending, withheld, wrong, new
npm run new                                      # add a review; it asks for what it needs
npm run verify -- --source Google                # the pending reviews of a source are genuine
npm run reply -- REVIEW-ID                       # reply to a review
npm run remove -- REVIEW-ID --reason author-request
npm run restore -- REVIEW-ID                     # undo that, from git
npm run check:content                            # every mistake, with the line to write
\`\`\`

Only reviews with \`verification.status: verified\` are published. Withhold a review for a reason of the list alone: none
of them looks at the rating.

Keep this folder in git: \`git init\`, then commit what you change. It is the only copy of what you edit. The folder
\`.import\` stays out of git, as it holds the key of imports; give it to whoever else imports.
`;
}

export const GITIGNORE = `.DS_Store
Thumbs.db
*~
.*.tmp
.lock
`;

/** Checks each push on GitHub, with remarks beside the lines. */
export const CHECK_ON_GITHUB = `# Checks every change of the reviews, and puts remarks beside the lines that are wrong.
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

/** The same on GitLab. */
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
