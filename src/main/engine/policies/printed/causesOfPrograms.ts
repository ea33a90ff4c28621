/**
 * Causes that a program or its interpreter prints: a missing part, an old version, a file that cannot be loaded.
 * Pure.
 */
import type { CauseFacts } from '#contract/servers/cause'
import { type CauseRow, inBrackets } from '#engine/policies/printed/causeRow'

const runtimeText = ({ version }: CauseFacts) =>
  `The Node, Python, Java or .NET that runs the server is too old${version === undefined ? '' : ` (it requires ${version})`}. Install a newer version, or use the full path of one as the command.`

export const causesOfPrograms: readonly CauseRow[] = [
  {
    code: 'native-module-mismatch',
    patterns: [
      /compiled against a different Node\.js version using/,
      /was compiled for (?:Node\.js )?NODE_MODULE_VERSION/,
    ],
    text: () =>
      'A native module of the server was built for another version of Node. Reinstall it with the Node that runs it (npm rebuild), or use the Node it was built for as the command.',
  },
  {
    code: 'libc-too-old',
    patterns: [/version [`'](?<version>(?:GLIBC|GLIBCXX|CXXABI)_[\d.]+)' not found/],
    text: ({ version }) =>
      `The server was built for a newer system (it requires ${version ?? 'a newer C library'}). Use a build for this system, run it in Docker, or update the system.`,
  },
  {
    code: 'wrong-architecture',
    patterns: [
      /(?:line \d+|(?<!\d)\d+): (?<file>\S+): (?:cannot execute binary file: )?Exec format error/,
      /exec format error: (?<file>\S+)/,
      /Error: (?<file>\S+): (?:invalid ELF header|wrong ELF class)/,
      /Error: (?<file>\S+\.node): cannot open shared object file/,
      /incompatible architecture \(have/,
      /exec format error|Bad CPU type in executable|is not a valid Win32 application|\bEBADARCH\b/i,
    ],
    text: ({ file }) =>
      `${file ?? 'A part of the server'} was built for another processor or system. Install the build for this machine, or reinstall the server here.`,
  },
  {
    code: 'library-missing',
    patterns: [
      /loading shared libraries: (?<library>[^:\s]+): cannot open/,
      /(?<![\w.+-])(?<library>[\w.+-]+\.so[\d.]*): cannot open shared object file/,
      /Library not loaded: (?<library>\S+)/,
    ],
    text: ({ library }) =>
      `The system library ${library ?? ''} is missing. Install the system package that contains it.`,
  },
  {
    code: 'browser-missing',
    patterns: [/Executable doesn't exist at (?<file>\S+)|browserType\.launch|npx playwright install/],
    text: () =>
      'The browser that the server controls is not installed. Run npx playwright install, or configure an installed browser.',
  },
  {
    code: 'runtime-too-old',
    patterns: [
      /[Rr]equires? [Nn]ode(?:\.js)?\D{0,12}(?<version>[\d.]+)/,
      /[Rr]equires? Python\D{0,12}(?<version>[\d.]+)|does not satisfy (?:Python|Requires-Python)\W*(?<version2>[\d.]+)/,
      /requires a different Python|You must install or update \.NET/,
      /compiled by a more recent version of the Java Runtime/,
      /EBADENGINE|Unsupported engine|node: bad option/,
      /ReferenceError: (?:fetch|File|WebSocket|navigator|CustomEvent) is not defined|No such built-in module: node:\w+/,
      /does not provide an export named '\w+'[^]{0,1000}?node:/,
      /The requested module 'node:\w+' does not provide an export/,
    ],
    text: runtimeText,
  },
  {
    code: 'module-format',
    patterns: [
      /Cannot use import statement outside a module/,
      /require is not defined in ES module scope|require\(\) of ES Module|ERR_REQUIRE_ESM/,
      /Unknown file extension "(?<file>\.\w+)"/,
      /TypeScript \S+ is not supported in strip-only mode|ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX/,
    ],
    text: ({ file }) =>
      file === undefined
        ? "This Node cannot run the file's module format. Run the built server (often dist/index.js), or use the runner its documentation recommends."
        : `This Node cannot run ${file} files. Use a newer Node as the command, or build the server and run the result.`,
  },
  {
    code: 'module-missing',
    patterns: [
      /ModuleNotFoundError: No module named '(?<module>[^']+)'/,
      /python[\d.]*: No module named (?<module>[\w.]+)/,
    ],
    text: ({ module }) =>
      `The Python that runs the server has no module ${module ?? ''}. Install the module for that Python, or run the server with uvx or from its own virtual environment.`,
  },
  {
    code: 'file-missing',
    patterns: [
      /Cannot find module '(?<file>(?:\/|[A-Za-z]:\\)[^']+)'/,
      /can't open file '(?<file>[^']+)'|can't open input file: (?<file2>\S+)/,
      /(?:sh|bash|dash): (?:\d+: )?(?:cannot open )?(?<file>\/\S+\.\w+): No such file/,
      /Unable to access jarfile (?<file>\S+)|Module not found "(?<file2>[^"]+)"/,
      /Could not find or load main class (?<file>\S+)/,
    ],
    text: ({ file }) =>
      `The file to run${inBrackets(file)} does not exist. Correct the path, or install and build the server in its folder first.`,
  },
  {
    code: 'module-missing',
    patterns: [
      /Cannot find (?:module|package) ['"`](?<module>[^'"`]+)['"`]/,
      /Can't locate (?<module>\S+) in @INC|NoClassDefFoundError: (?<module2>\S+)|ClassNotFoundException: (?<module3>\S+)/,
      /cannot import name '(?<module>\w+)' from/,
    ],
    text: ({ module }) =>
      `The server did not find its module ${module ?? ''}. Install its packages in its folder first (npm install), or reinstall the server.`,
  },
  {
    code: 'windows-line-ends',
    patterns: [
      /\\r['’]?: No such file|\^M: (?:bad interpreter|no such file)|bad option: -\^M|\$'[^']*\\r'|Illegal option -\r?$/m,
    ],
    text: () => 'The script has Windows line endings. Save it with Unix line endings (LF), for example with dos2unix.',
  },
  {
    code: 'interpreter-missing',
    patterns: [
      /: (?<file>\S+): bad interpreter: (?<command>[^:]+): no such file/,
      /: (?<file>\S+): cannot execute: required file not found/,
    ],
    text: ({ file, command }) =>
      `The interpreter in the first line of ${file ?? 'the script'}${inBrackets(command)} does not exist. Install it, or correct that line.`,
  },
  {
    code: 'not-executable',
    patterns: [
      /(?:sh|bash|dash|zsh)\b[^\n]*?: (?<file>[./][^\s:]+): Permission denied/,
      /(?:zsh)[:\d]*: permission denied: (?<file>\S+)/,
    ],
    text: ({ file }) =>
      `${file ?? 'A file'} is not executable. Make it executable (chmod +x), or run it through its interpreter.`,
  },
  {
    code: 'program-missing',
    patterns: [
      /(?:zsh|fish):\d*:? (?:command not found|Unknown command): (?<command>[\w./@+-]+)/,
      /(?:sh|bash|zsh|dash)(?::|: )(?:(?:line )?\d+: )?(?:exec: )?(?<command>[\w./@+-]+): (?:command )?not found/,
      /(?:sh|bash|zsh)(?::|: )(?:(?:line )?\d+: )?(?<command>\/[\w./@+-]+): No such file/,
      /zsh:\d+: no such file or directory: (?<command>\/\S+)/,
      /^\S+: (?:line )?\d+: (?:exec: )?(?<command>[\w./@+-]+): (?:command )?not found/m,
      /env: [‘'"]?(?<command>[\w./-]+)[’'"]?: No such file/,
      /'(?<command>[\w./\\-]+)' is not recognized as an internal/,
      /The term '(?<command>[^']+)' is not recognized/,
      /spawn (?<command>\S+) (?:ENOENT|EINVAL)/,
      /exec: "(?<command>[^"]+)": executable file not found/,
      /\[Errno 2\] No such file or directory: '(?<command>(?:npx|npm|node|uv|uvx|git|docker|python3?|ffmpeg|java))'/,
    ],
    text: ({ command }) =>
      command?.includes('/') === true
        ? `The server starts ${command}, but that file, or the interpreter in its first line, does not exist. Correct the path, or install it.`
        : `The server starts ${command ?? 'a program'}, which is not on its PATH. Install it, or add its folder to the server's PATH.`,
  },
]
