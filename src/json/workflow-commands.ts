/** Variables that say that what we print goes into the log of a CI system. */
const SYSTEMS = [
  'CI',
  'GITHUB_ACTIONS',
  'GITEA_ACTIONS',
  'FORGEJO_ACTIONS',
  'TF_BUILD',
  'TEAMCITY_VERSION',
  'GITLAB_CI',
  'BUILDKITE',
  'JENKINS_URL',
  'HUDSON_URL',
  'TRAVIS',
  'APPVEYOR',
  'CIRCLECI',
  'BITBUCKET_BUILD_NUMBER',
  'DRONE',
  'bamboo_buildNumber',
  'CODEBUILD_BUILD_ID',
];

/** Whether a log is read by a CI system, which takes some of its lines for commands. */
export function isReadByCi(env: { readonly [name: string]: string | undefined }): boolean {
  return SYSTEMS.some((name) => !['', '0', 'false', undefined].includes(env[name]?.toLowerCase()));
}

/**
 * What a CI system takes for a command, wherever it stands in a line: those of Azure, TeamCity and the older ones of GitHub (`##[`,
 * `##vso[`), the folds of GitLab and Travis.
 */
const ANYWHERE = /#(?=#[\w.-]*\[)|(?<=section)_(?=(?:start|end):)|(?<=travis)_(?=(?:fold|time):)/gi;

/** What it takes for one at the beginning of a line, behind spaces and colours: those of GitHub, the groups of Buildkite. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
const AT_START = /^((?:[^\S\n]|\x1b\[[\d;]*m)*)([:+~^-])(?=\2)(?=:|\2\2)/gm;

/** A text in which no line is a command: the character that makes it one is spelt by `spelt`. */
export function withoutCommands(text: string, spelt: (character: string) => string): string {
  return withoutInnerCommands(text, spelt).replace(
    AT_START,
    (_, before: string, character: string) => before + spelt(character),
  );
}

/** The same for a text whose lines begin as we say: only what counts anywhere is taken apart. */
export function withoutInnerCommands(text: string, spelt: (character: string) => string): string {
  return text.replace(ANYWHERE, spelt);
}
