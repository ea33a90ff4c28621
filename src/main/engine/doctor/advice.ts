/** The advice that follows from an examination's findings. Pure. */
import type { AppError } from '#contract/errors'
import type { ExaminationPhase } from '#contract/servers/doctor'
import type { Advice, Cause, CauseCode, CauseFacts } from '#contract/servers/cause'
import { accountIn } from '#engine/connections/transports/credentials'
import { sourceOf } from '#engine/doctor/programs'
import { type ContainerCase, containerAdvice, silenceAdvice } from '#engine/doctor/containerAdvice'
import { causesIn } from '#engine/policies/printed/causes'
import { causesOfTraffic } from '#engine/policies/printed/causesOfTraffic'
import { adviceOn } from '#engine/policies/printed/knownCauses'

export interface Case {
  /** The container of a hosted server; null for other servers. */
  readonly container: ContainerCase | null
  readonly command: string | null
  /** Where the process's PATH came from, in words. */
  readonly pathOrigin: string
  /** The failure and its phase; null if nothing failed. */
  readonly failure: { readonly phase: ExaminationPhase; readonly error: AppError } | null
  /** Where the person's login shell finds the command. Null if the shell was not asked or finds nothing. */
  readonly shellFinds: string | null
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null
  readonly stderr: readonly string[]
  /** Lines on stdout that are not MCP messages. */
  readonly stray: readonly string[]
  /** The process id of the same server as the engine runs it; null if it is not running or has no process. */
  readonly runningPid: number | null
  readonly isRunning: boolean
  readonly quarantined: number
}

export function adviceFor(one: Case): Advice[] {
  const advice = one.failure === null ? [] : adviceForFailure(one, one.failure.phase, one.failure.error)
  return [...advice, ...silenceAdvice(one.container), ...strayAdvice(one), ...quarantineAdvice(one)]
}

function advise(code: CauseCode, text: string, about: CauseFacts = {}): Advice[] {
  return [{ code, about, text }]
}

function adviceForFailure(one: Case, phase: ExaminationPhase, error: AppError): Advice[] {
  if (error.code === 'SECRET_MISSING') return missingAdvice(error)
  if (accountIn(error) !== null)
    return advise('sign-in-needed', 'Sign in with the button on its page, or with: switchboard sign-in NAME')
  if (error.code === 'SIGN_IN_REQUIRED') return adviceOn(error.known ?? { code: 'header-missing', about: {} })
  if (phase === 'values') return []
  if (phase === 'command') {
    const other = otherCause(error)
    return other === null ? commandAdvice(one) : adviceOn(other)
  }
  if (one.container !== null) return containerAdvice(one.container, { phase, error, ...one }) ?? exitAdvice(one, phase)
  if (error.known !== null && (one.command === null || isSeenInTraffic(error.known))) return adviceOn(error.known)
  const printed = causesIn([...one.stray, ...one.stderr])
  const fromExit = printed.length > 0 ? printed : exitAdvice(one, phase)
  return [...fromExit, ...rivalAdvice(one)]
}

/** Whether Switchboard itself stopped or refused the server, which takes precedence over any output. */
function isSeenInTraffic({ code }: Cause): boolean {
  return causesOfTraffic.some((row) => row.code === code)
}

/** The cause if it is not a missing command, but for example a missing folder or missing permissions. */
function otherCause({ known }: AppError): Cause | null {
  return known === null || known.code === 'command-missing' ? null : known
}

/** Advice about each missing value. The known facts are about only one of them. */
function missingAdvice({ data, known }: AppError): Advice[] {
  const aboutMissing = (variable: string): CauseFacts => ({
    ...(known?.about.variable === variable && known.about),
    variable,
  })
  const names = (data as { names?: unknown } | undefined)?.names
  return (Array.isArray(names) ? names : []).flatMap((text) => {
    const [, environment, name] = /^\$\{(?:env:([^}]+)|([^}]+))\}$/.exec(String(text)) ?? []
    if (name !== undefined)
      return advise(
        'secret-missing',
        `The server needs ${name}. Set it in Settings, under Secrets, or with: switchboard secret set ${name}`,
        aboutMissing(name),
      )
    return environment === undefined
      ? []
      : advise(
          'variable-missing',
          `The server needs the variable ${environment} from the engine's environment. Set it there and allow it with switchboard serve --allow-env, or store the value as a secret.`,
          aboutMissing(environment),
        )
  })
}

function commandAdvice({ command, pathOrigin, shellFinds }: Case): Advice[] {
  if (command === null) return []
  if (shellFinds !== null)
    return advise(
      'command-on-login-path',
      `${command} is not on the PATH of this process (from ${pathOrigin}). Your login shell finds it at ${shellFinds}. Use that full path as the command, or start Switchboard from a terminal.`,
      { command, file: shellFinds },
    )
  if (/[\\/]/.test(command))
    return advise('command-missing', `Correct the path ${command}, or install the command there.`, {
      command,
      file: command,
    })
  const nowhere = `Your login shell does not find ${command} either.`
  const source = sourceOf(command)
  const text = source === null ? `${nowhere} Check its spelling, or install it.` : `${nowhere} Install ${source}.`
  return advise('command-missing', text, { command })
}

function exitAdvice(one: Case, phase: ExaminationPhase): Advice[] {
  const { exit } = one
  if (exit === null) {
    if (one.command === null && one.container === null) return []
    if (phase === 'fetch')
      return advise(
        'fetch-too-slow',
        'The server was not downloaded in time. Run the command in a terminal to see how far it gets.',
      )
    const silence =
      'The server runs, but does not speak MCP on stdin and stdout. Is it an HTTP server, or does it need an argument such as stdio?'
    return phase === 'handshake' ? advise('does-not-speak-mcp', silence) : []
  }
  if (exit.signal === 'SIGKILL')
    return advise('out-of-memory', 'The system killed the server (SIGKILL), most often because memory ran out.')
  if (exit.signal !== null)
    return advise('ended-by-signal', `The server was ended by ${exit.signal}, which is a bug in the program itself.`, {
      signal: exit.signal,
    })
  switch (exit.code) {
    case 0:
      return advise(
        'ended-at-once',
        'The server exited normally, like a program that has finished its work. Does it need an argument such as stdio or serve?',
      )
    case 126:
      return advise('not-executable', 'The server starts a program that is not executable. Check its permissions.')
    case 127:
      return advise('program-missing', 'The server starts a program that is not on its PATH.')
    case null:
    default:
      return advise(
        'ended-without-reason',
        one.stderr.length > 0
          ? 'Its output says why: look at its last lines.'
          : one.container === null
            ? 'Run the same command in a terminal: its last output says why.'
            : 'It printed nothing. Check whether its image needs variables, or a command that speaks MCP on stdin and stdout.',
      )
  }
}

/** Two copies of one server can conflict although its configuration is right. */
function rivalAdvice({ isRunning, runningPid }: Case): Advice[] {
  if (!isRunning) return []
  const who = runningPid === null ? 'The same server' : `The same server (process ${runningPid})`
  return advise(
    'another-copy-runs',
    `${who} is running in the engine right now. If it needs a port or a file exclusively, this copy failed because of that: switch the server off and diagnose again.`,
  )
}

function strayAdvice({ stray, failure }: Case): Advice[] {
  const [first] = stray
  if (first === undefined) return []
  const effect = failure === null ? 'Switchboard ignores it; other clients fail on it' : 'which breaks the protocol'
  return advise(
    'prints-on-stdout',
    `The server printed this on stdout, which is only for MCP: ${JSON.stringify(first.slice(0, 200))} (${effect}). It should print to stderr.`,
  )
}

function quarantineAdvice({ quarantined }: Case): Advice[] {
  if (quarantined === 0) return []
  const what = quarantined === 1 ? 'One tool is' : `${quarantined} tools are`
  return advise(
    'tools-quarantined',
    `${what} hidden from clients because a definition is malformed or too large. Tell the server's authors.`,
  )
}
