/** Causes printed by tools that download a server before they run it: npm, uv, pip, docker. Pure. */
import { type CauseRow, inBrackets } from '#engine/policies/printed/causeRow'

const certificateText =
  'A certificate is not trusted, which is common behind a company proxy. For this server, set NODE_EXTRA_CA_CERTS (Node) or SSL_CERT_FILE (Python, uv) to the file of its certificate authority.'

export const causesOfPackages: readonly CauseRow[] = [
  {
    code: 'registry-sign-in',
    patterns: [
      /npm (?:error|ERR!) code (?:E401|E403|ENEEDAUTH)/,
      /npm (?:error|ERR!) 40[13] (?:Unauthorized|Forbidden)[^\n]* - GET (?<url>\S+)/,
      /error: Request failed \(40[13]\)|401 Error, Credentials not correct for (?<url>\S+)/,
    ],
    text: () =>
      'The package registry requires you to sign in. Sign in from a terminal (npm login, or a token in .npmrc), then try again.',
  },
  {
    code: 'package-not-found',
    patterns: [
      /(?<![\w./@-])'?(?<package>@?[\w./-]+?)(?:@[^\s']*)?'? is not in this registry/,
      /404 Not Found - GET \S+\/(?<package>@[^/\s]+(?:%2[fF]|\/)[^/\s]+)/,
      /404 Not Found - GET \S+\/(?<package>[^/\s]+)/,
      /(?:ERR_PNPM_FETCH_404|error:)\W+GET \S+\/(?<package>(?:@[^/\s]+(?:%2[fF]|\/))?[^/\s:]+):? (?:-|Not Found -)? ?404/,
      /Because (?<package>\S+) was not found in the package registry/,
      /(?<!\S)(?<package>\S+) was not found in the package registry/,
      /No matching distribution found for (?<package>[\w.-]+)/,
      /Could not find a version that satisfies the requirement (?<package>[\w.-]+) \(from versions: none\)/,
    ],
    text: ({ package: name }) =>
      `The package ${name ?? ''} does not exist in the registry, or is private. Check its name.`,
  },
  {
    code: 'package-version-not-found',
    patterns: [
      /No matching version found for (?<package>\S+?)\.?(?:\s|$)/,
      /Could not find a version that satisfies the requirement (?<package>\S+)/,
      /Because there is no version of (?<package>\S+?),? /,
    ],
    text: ({ package: name }) => `Version ${name ?? ''} does not exist. Choose another version, or leave it out.`,
  },
  {
    code: 'package-without-command',
    patterns: [
      /could not determine executable to run/,
      /An executable named `?(?<command>[\w.-]+)`? is not provided by package/,
    ],
    text: () =>
      'The package was downloaded, but it has no command with that name. See its documentation for how to start it.',
  },
  {
    code: 'script-missing',
    patterns: [/Missing script: "(?<script>[^"]+)"|ERR_PNPM_NO_SCRIPT|error: Script not found/],
    text: ({ script }) =>
      `The package in this folder has no script${script === undefined ? '' : ` ${script}`}. Correct the server's arguments or its folder.`,
  },
  {
    code: 'file-missing',
    patterns: [
      /(?:Could not read package\.json: Error: ENOENT: [^,\n]{0,200}, open|no package\.json found in) '?(?<file>[^'\n]+)'?/,
    ],
    text: ({ file }) =>
      `${file ?? 'package.json'} is missing. Set the server's folder to the folder of its package, or correct the path.`,
  },
  {
    code: 'certificate-not-trusted',
    patterns: [
      /SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY)|CERTIFICATE_VERIFY_FAILED|CERT_HAS_EXPIRED/,
      /unable to get local issuer|unable to verify the first certificate|invalid peer certificate|self[- ]signed certificate|certificate signed by unknown authority|PKIX path building failed/,
    ],
    text: () => certificateText,
  },
  {
    code: 'registry-unreachable',
    patterns: [
      /npm (?:error|ERR!) (?:\w+: )?(?:network )?request to (?<url>\S+) failed/,
      /npm (?:error|ERR!) code (?:ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENOTCACHED|ERR_SOCKET_TIMEOUT)/,
      /Failed to fetch: `(?<url>[^`]+)`|error sending request for url \((?<url2>[^)\s]+)\)/,
      /Could not fetch URL (?<url>\S+?):? |Max retries exceeded with url|network request to \S+ failed/,
    ],
    text: ({ url }) =>
      `The package registry${inBrackets(url)} could not be reached. Check that this machine is online; behind a proxy, check HTTPS_PROXY.`,
  },
  {
    code: 'docker-not-running',
    patterns: [
      /Cannot connect to the Docker daemon|docker daemon is not running|error during connect|Cannot connect to Podman|podman machine start/,
    ],
    text: () => 'Docker is not running. Start it, and check that this user may use it.',
  },
  {
    code: 'docker-not-permitted',
    patterns: [/permission denied while trying to connect to the Docker daemon/],
    text: () => 'This user may not use Docker. Add the user to the docker group, and sign in again.',
  },
  {
    code: 'docker-wants-terminal',
    patterns: [/the input device is not a TTY|cannot attach stdin to a TTY-enabled container/],
    text: () => 'Docker was asked for a terminal. Remove the argument -t (or the t in -it), and keep -i.',
  },
  {
    code: 'docker-image-missing',
    patterns: [
      /pull access denied for (?<package>[^\s,]+)/,
      /manifest for (?<package>\S+) not found|Unable to find image '(?<package2>[^']+)' locally[^]*?(?:not found|denied)/,
    ],
    text: ({ package: image }) =>
      `The image${inBrackets(image)} does not exist, or is private. Check its name, or sign in with docker login.`,
  },
]
