/** The repairs for each well-known cause. Pure. */
import type { Cause, CauseCode, CauseFacts } from '#contract/servers/cause'
import type { Repair, RepairKind } from '#contract/servers/repair'
import { programSource } from '#engine/policies/repairs/programSources'

/** Where the server runs, or would run. */
export interface RepairPlace {
  /** Whether the server runs in a container that the engine owns. */
  readonly isHosted: boolean
  /** The engine's machine. */
  readonly platform: NodeJS.Platform
}

type RepairsOf = (about: CauseFacts, platform: NodeJS.Platform) => readonly Repair[]
type Row =
  | { readonly repairs: RepairsOf; /** In a container, if that is not the same. */ readonly hosted?: RepairsOf }
  /** Why there is no repair. */
  | { readonly none: string }

const editCommand: Repair = { kind: 'editCommand' }
const editHosted: Repair = { kind: 'editHosted' }
const tryAgain: Repair = { kind: 'tryAgain' }

const correcting: Row = { repairs: () => [editCommand] }
const outside: Row = { repairs: () => [tryAgain] }
const limited: Row = { repairs: () => [tryAgain], hosted: () => [editHosted] }
const either: Row = { repairs: () => [editCommand, tryAgain], hosted: () => [editHosted, tryAgain] }

function setting(...names: readonly (string | undefined)[]): Repair[] {
  return names.flatMap((variable) =>
    variable !== undefined && /^[A-Za-z_]\w*$/.test(variable) ? [{ kind: 'setVariable', variable }] : [],
  )
}

/** Repairs for a reference to a variable that the engine's environment lacks. `place`: where in the launch it is. */
function placed(place: string): readonly Repair[] {
  const [, part, name] = /^(env|headers)\.(.+)$/s.exec(place) ?? []
  if (name === undefined) return [editCommand]
  return part === 'env' ? setting(name) : [{ kind: 'replaceHeader', header: name }]
}

const installing: RepairsOf = ({ command }, platform) => {
  const source = command === undefined ? null : programSource(command)
  if (source === null) return []
  const { title, page, commands } = source
  return [{ kind: 'install', title, page, command: commands[platform] ?? null }]
}

export const repairTable = {
  'address-wrong': correcting,
  'another-copy-runs': { none: 'The server itself runs; only its second copy does not.' },
  'answer-too-large': correcting,
  'arguments-wrong': correcting,
  'browser-missing': {
    repairs: () => [
      {
        kind: 'install',
        title: 'the browser',
        command: 'npx playwright install',
        page: 'https://playwright.dev/docs/browsers',
      },
    ],
  },
  'certificate-not-trusted': {
    // The engine itself checks a remote server's certificate, so a variable for the server would have no effect.
    repairs: ({ host }) => (host === undefined ? setting('NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE') : [tryAgain]),
  },
  'command-missing': { repairs: (about, platform) => [...installing(about, platform), editCommand] },
  'command-on-login-path': {
    repairs: ({ file }) => [{ kind: 'editCommand', ...(file !== undefined && { program: file }) }],
  },
  'configuration-invalid': outside,
  'connection-refused': either,
  'credentials-refused': { repairs: () => [{ kind: 'replaceKey' }] },
  'does-not-speak-mcp': correcting,
  'disk-full': limited,
  'docker-image-missing': correcting,
  'docker-not-permitted': outside,
  'docker-not-running': outside,
  'docker-wants-terminal': correcting,
  'ended-at-once': correcting,
  'ended-by-signal': { none: 'It is a bug in the program.' },
  'ended-without-reason': { none: 'Only its output, or its documentation, can say what is wrong.' },
  'fetch-too-slow': outside,
  'file-missing': correcting,
  'file-system-read-only': correcting,
  'folder-missing': { repairs: () => [{ kind: 'editFolder' }] },
  'header-missing': {
    repairs: ({ header, scheme }) => [
      { kind: 'addHeader', ...(header !== undefined && { header }), ...(scheme !== undefined && { scheme }) },
    ],
  },
  'header-refused': {
    repairs: ({ header, scheme }) =>
      header === undefined ? [] : [{ kind: 'replaceHeader', header, ...(scheme !== undefined && { scheme }) }],
  },
  'host-not-found': either,
  'interpreter-missing': { repairs: (about, platform) => [...installing(about, platform), editCommand] },
  'library-missing': { none: 'Which package of the system has it differs from system to system.' },
  'limit-not-enforceable': limited,
  'libc-too-old': correcting,
  'module-format': correcting,
  'module-missing': outside,
  'native-module-mismatch': either,
  'not-executable': either,
  offline: limited,
  'out-of-memory': limited,
  'package-not-found': correcting,
  'package-version-not-found': correcting,
  'package-without-command': correcting,
  'permission-denied': either,
  'port-taken': either,
  'prints-on-stdout': { none: "It is a bug in the program, for the server's authors." },
  'process-limit': limited,
  'program-missing': { repairs: (about, platform) => [...installing(about, platform), tryAgain] },
  'registry-sign-in': outside,
  'registry-unreachable': limited,
  'runtime-missing': limited,
  'runtime-too-old': correcting,
  'script-missing': correcting,
  'secret-missing': {
    repairs: ({ variable, project }) =>
      variable === undefined
        ? []
        : [{ kind: 'setSecret', secret: variable, ...(project !== undefined && { projectId: project }) }],
  },
  'server-floods': { none: "It is a bug in the program, for the server's authors." },
  'serves-http': correcting,
  'sign-in-needed': { repairs: () => [{ kind: 'signIn' }] },
  'syntax-error': correcting,
  'tools-quarantined': { none: "Its tools are malformed, which only the server's authors can change." },
  unresponsive: outside,
  'variable-missing': { repairs: ({ variable, place }) => (place === undefined ? setting(variable) : placed(place)) },
  'windows-line-ends': outside,
  'wrong-architecture': either,
} as const satisfies Readonly<Record<CauseCode, Row>>

/** Replaces repairs for a server in a container, which has its own command, variables and programs. */
const inContainer: Readonly<Record<RepairKind, 'same' | 'editHosted'>> = {
  editCommand: 'editHosted',
  editFolder: 'editHosted',
  setVariable: 'editHosted',
  setSecret: 'same',
  replaceKey: 'editHosted',
  replaceHeader: 'editHosted',
  addHeader: 'editHosted',
  signIn: 'same',
  install: 'editHosted',
  editHosted: 'same',
  tryAgain: 'same',
  diagnose: 'same',
}

/** The repairs for a cause, best first. Empty if nothing in Switchboard helps. */
export function repairsOf({ code, about }: Cause, { isHosted, platform }: RepairPlace): Repair[] {
  const row: Row = repairTable[code]
  if ('none' in row) return []
  if (!isHosted) return [...row.repairs(about, platform)]
  const repairs = (row.hosted ?? row.repairs)(about, platform)
  const there = repairs.map((one) => (inContainer[one.kind] === 'same' ? one : editHosted))
  return there.filter((one, place) => there.findIndex(({ kind }) => kind === one.kind) === place)
}
