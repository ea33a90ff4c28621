/** Causes outside of the program: variables, keys, ports, files, the network, arguments. Pure. */
import { type CauseRow, inBrackets } from '#engine/policies/printed/causeRow'

/** Matches names of variables, but not error codes that look the same. */
const name = String.raw`\b(?!(?:ERR|UNABLE|MODULE_NOT|NODE_MODULE|DEPTH_ZERO|SELF_SIGNED|CERTIFICATE_VERIFY|CERT_HAS|GLIBC|GLIBCXX|CXXABI|RUST|NODE_EXTRA|HTTPS_PROXY|HTTP_PROXY)_?)(?<variable>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b`
const wanted = String.raw`(?:[Mm]issing|MISSING|[Rr]equired?|[Rr]equires|REQUIRED|[Nn]ot set|[Uu]nset|[Uu]ndefined|[Pp]rovided?|[Nn]eeds?|[Ss]et|empty|not found|not configured|parameter null|NotPresent)`

export const causesOfSurroundings: readonly CauseRow[] = [
  {
    code: 'port-taken',
    patterns: [
      /EADDRINUSE[^\n]{0,200}?:(?<port>\d+)\b/,
      /[Aa]ddress already in use[^\n]{0,200}?(?:'[^\s']+', |:)(?<port>\d{2,5})\b/,
      /listen tcp \S*:(?<port>\d+): bind|[Pp]ort (?<port2>\d{2,5}) (?:is )?(?:already )?(?:in use|taken|was already)/,
      /[Aa]ddress already in use|Only one usage of each socket address/,
    ],
    text: ({ port }) =>
      `The server's port is already in use${inBrackets(port)}. Stop the program that uses it, or choose another port.`,
  },
  {
    code: 'variable-missing',
    patterns: [
      new RegExp(`${name}[^\\n]{0,60}${wanted}`),
      new RegExp(`${wanted}[^\\n]{0,60}?${name}`),
      /KeyError: '(?<variable>[A-Z][A-Z0-9_]*)'/,
      /"path": \[\s*"(?<variable>[A-Z][A-Z0-9_]+)"\s*\]/,
      /validation errors? for \w{0,100}(?:Settings|Config)\w{0,100}\s+(?<variable>\w+)\s+Field required/,
    ],
    text: ({ variable = '' }) =>
      `The server seems to need the variable ${variable}. Add it to the server's environment; for a secret, use \${${variable}} and set the value with: switchboard secret set ${variable}`,
  },
  {
    code: 'credentials-refused',
    patterns: [
      /\b(?:401|403)\b[^\n]*(?:[Uu]nauthorized|[Ff]orbidden|[Cc]redential|[Tt]oken|[Kk]ey)|(?:[Uu]nauthorized|[Ff]orbidden|status(?: code)?|HTTP|[Ee]rror)[^\n]{0,20}\b(?:401|403)\b/,
      /[Uu]nauthorized|[Ii]nvalid (?:API|api|access)[ _]?(?:key|token)|invalid_auth|invalid_grant|[Aa]uthentication failed|[Bb]ad credentials|[Ii]nvalid credentials/,
    ],
    text: () => 'The service behind the server did not accept the credentials. Check its keys.',
  },
  {
    code: 'host-not-found',
    patterns: [
      /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) (?<host>[\w.-]+)/,
      /lookup (?<host>[\w.-]+)(?![\w.-])[^\n]{0,200}: no such host|Could not resolve host: (?<host2>[\w.-]+)|UnknownHostException: (?<host3>[\w.-]+)/,
      /ENOTFOUND|EAI_AGAIN|[Nn]ame or service not known|[Nn]ame resolution|nodename nor servname|dns error/,
    ],
    text: ({ host }) =>
      `A host name${inBrackets(host)} could not be resolved. Check the address, and that this machine is online; behind a proxy, check HTTPS_PROXY.`,
  },
  {
    code: 'connection-refused',
    patterns: [
      /ECONNREFUSED (?<host>[\w.:[\]-]+?):(?<port>\d+)\b/,
      /dial tcp (?<host>[\w.:[\]-]+?):(?<port>\d+): connect: connection refused/,
      /Connection refused: (?<host>[\w./-]+):(?<port>\d+)/,
      /ECONNREFUSED|ConnectionRefused|[Cc]onnection refused/,
    ],
    text: ({ host, port }) =>
      `The server connects to a service that is not running${host === undefined ? '' : ` (${host}:${port ?? ''})`}. Start the service, or correct the address.`,
  },
  {
    code: 'offline',
    patterns: [/ENETUNREACH|EHOSTUNREACH|[Nn]etwork is unreachable|ERR_SOCKET_TIMEOUT|ETIMEDOUT/],
    text: () =>
      'The server could not reach the network. Check that this machine is online; behind a proxy, check HTTPS_PROXY.',
  },
  {
    code: 'disk-full',
    patterns: [/ENOSPC|[Nn]o space left/],
    text: () => 'The disk is full. Free some space, then restart the server.',
  },
  {
    code: 'file-system-read-only',
    patterns: [
      /EROFS[^\n]{0,200}? '(?<file>[^'\n]+)'/,
      /[Rr]ead-only file system: '(?<file>[^'\n]+)'|EROFS|[Rr]ead-only file system/,
    ],
    text: ({ file }) =>
      `The server writes to a read-only file system${inBrackets(file)}. Give it a volume for that folder, or let it write to /tmp.`,
  },
  {
    code: 'process-limit',
    patterns: [
      /Error: (?:spawn(?:Sync)? [^\n]{0,200} )?EAGAIN/,
      /fork: (?:retry: )?Resource temporarily unavailable|can't start new thread/,
    ],
    text: () => 'The server has reached its limit of processes or threads. Give it less to do at once.',
  },
  {
    code: 'out-of-memory',
    patterns: [/heap out of memory|MemoryError|Out of memory|OutOfMemoryError|Cannot allocate memory|\bENOMEM\b/],
    text: () => 'The server ran out of memory. Close other programs, or give it less to do at once.',
  },
  {
    code: 'configuration-invalid',
    patterns: [
      /SyntaxError: (?<file>\S+): [^\n]{0,300} in JSON/,
      /in JSON at position|is not valid JSON|Unexpected end of JSON input|JSONDecodeError|invalid character [^\n]{0,100} looking for beginning|yaml\.(?:scanner|parser)|TOMLDecodeError|expected value at line \d+ column/,
    ],
    text: ({ file }) =>
      `A configuration file of the server${inBrackets(file)} is not valid JSON, YAML or TOML. Correct it.`,
  },
  {
    code: 'permission-denied',
    patterns: [
      /(?:EACCES|EPERM)[^\n]{0,200}? '(?<file>[^'\n]+)'/,
      /[Pp]ermission denied: '(?<file>[^'\n]+)'|Requires \w+ access to "(?<file2>[^"\n]+)"/,
      /EACCES|[Pp]ermission denied|EPERM|Operation not permitted|PermissionDenied|Access is denied/,
    ],
    text: ({ file }) =>
      `The server is not allowed to use a file or folder${inBrackets(file)}. Check the permissions and its arguments.`,
  },
  {
    code: 'file-missing',
    patterns: [
      /ENOENT: no such file or directory, \w+ '(?<file>[^'\n]+)'/,
      /Could not find (?:file|a part of the path) '(?<file>[^'\n]+)'/,
      /FileNotFoundError: \[Errno 2\] No such file or directory: '(?<file>[^'\n]+)'/,
      /cd: (?:can't cd to )?(?<file>[^:\s]+)(?:: No such file|$)|cd:\d+: no such file or directory: (?<file2>\S+)/m,
      /cannot change to '(?<file>[^']+)'|open (?<file2>\S+): no such file or directory|Cannot access directory (?<file3>[^,\s]+)/,
      /not a git repository|kind: NotFound|None of the specified directories/,
    ],
    text: ({ file }) =>
      `A file or folder that the server needs${inBrackets(file)} does not exist. Create it, or correct the server's arguments or its folder.`,
  },
  {
    code: 'serves-http',
    patterns: [
      /(?:[Ll]istening|[Rr]unning|[Ss]tarted|[Ss]erving)[^\n]{0,40}(?<url>https?:\/\/[^\s"']+)/,
      /[Ll]istening (?:on|at) (?:port )?:?(?<port>\d{2,5})\b|HTTP[^\n]{0,40}\bport:? (?<port2>\d{2,5})\b/,
    ],
    text: ({ url, port }) =>
      url === undefined
        ? `The server uses HTTP on port ${port ?? ''}, not stdin and stdout. Add it by its address, or start it in its stdio mode.`
        : `The server uses HTTP at ${url}, not stdin and stdout. Add it by that address, or start it in its stdio mode.`,
  },
  {
    code: 'arguments-wrong',
    patterns: [
      /^[ \t]*[Uu]sage(?: of [\w./-]+)?:/m,
      /error: (?:unrecognized|unexpected|unknown option|too many arguments|missing required argument|required option|the following)/,
      /(?:Missing|No such) option|Missing (?:required )?argument|flag provided but not defined|bad option:|[Uu]nknown (?:option|argument|flag|command)|invalid option/,
    ],
    text: () => 'The server printed its usage, so its arguments are probably wrong. Correct them.',
  },
  {
    code: 'syntax-error',
    patterns: [/^SyntaxError: /m],
    text: () =>
      'A file of the server cannot be parsed as code. The runtime may be too old, or this is not the file to run.',
  },
]
