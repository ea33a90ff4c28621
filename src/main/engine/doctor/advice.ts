/** From what an examination found to what a person does about it. Pure. */
import type { AppError } from '#contract/errors'
import type { ExaminationPhase } from '#contract/servers/doctor'
import type { Advice, Cause, CauseCode, CauseFacts } from '#contract/servers/cause'
import { sourceOf } from '#engine/doctor/programs'
import { causesIn } from '#engine/policies/printed/causes'
import { causesOfTraffic } from '#engine/policies/printed/causesOfTraffic'
import { adviceOn } from '#engine/policies/printed/knownCauses'

export interface Case {
  readonly command: string | null
  /** Where the PATH of the process came from, in words. */
  readonly pathOrigin: string
  /** Null when nothing failed. */
  readonly failure: { readonly phase: ExaminationPhase; readonly error: AppError } | null
  /** Where the person's login shell finds the command; null when it was not asked or finds nothing. */
  readonly shellFinds: string | null
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null
  readonly stderr: readonly string[]
  /** Lines on stdout that are no protocol. */
  readonly stray: readonly string[]
  /** The process of the same server that runs in the engine meanwhile. */
  readonly runningPid: number | null
  readonly isRunning: boolean
  readonly quarantined: number
}

export function adviceFor(one: Case): Advice[] {
  const advice = one.failure === null ? [] : adviceForFailure(one, one.failure.phase, one.failure.error)
  return [...advice, ...strayAdvice(one), ...quarantineAdvice(one)]
}

function advise(code: CauseCode, text: string, about: CauseFacts = {}): Advice[] {
  return [{ code, about, text }]
}

function adviceForFailure(one: Case, phase: ExaminationPhase, error: AppError): Advice[] {
  if (error.code === 'SECRET_MISSING') return missingAdvice(error)
  if (error.code === 'SIGN_IN_REQUIRED')
    return advise('sign-in-needed', 'Give it the header that it asks for, with a token of yours as its value.')
  if (phase === 'values') return []
  if (phase === 'command') return commandAdvice(one)
  if (error.known !== null && (one.command === null || isSeenInTraffic(error.known))) return adviceOn(error.known)
  const printed = causesIn([...one.stray, ...one.stderr])
  const fromExit = printed.length > 0 ? printed : exitAdvice(one, phase)
  return [...fromExit, ...rivalAdvice(one)]
}

/** Whatever a program printed before: Switchboard itself ended or refused it. */
function isSeenInTraffic({ code }: Cause): boolean {
  return causesOfTraffic.some((row) => row.code === code)
}

function missingAdvice({ data }: AppError): Advice[] {
  const names = (data as { names?: unknown } | undefined)?.names
  return (Array.isArray(names) ? names : []).flatMap((text) => {
    const [, environment, name] = /^\$\{(?:env:([^}]+)|([^}]+))\}$/.exec(String(text)) ?? []
    if (name !== undefined)
      return advise(
        'secret-missing',
        `It needs ${name}. Give it a value in Settings, under Secrets, or by: switchboard secret set ${name}`,
        { variable: name },
      )
    return environment === undefined
      ? []
      : advise(
          'variable-missing',
          `It needs the variable ${environment} of the engine's environment: set it there, and allow it with switchboard serve --allow-env, or keep the value as a secret.`,
          { variable: environment },
        )
  })
}

function commandAdvice({ command, pathOrigin, shellFinds }: Case): Advice[] {
  if (command === null) return []
  if (shellFinds !== null)
    return advise(
      'command-on-login-path',
      `${command} is not on the PATH of this process (it comes from ${pathOrigin}); your login shell finds it at ${shellFinds}. Use that full path as the command, or start Switchboard from a terminal.`,
      { command, file: shellFinds },
    )
  if (/[\\/]/.test(command))
    return advise('command-missing', `Correct the path ${command}, or install it there.`, { command, file: command })
  const nowhere = `Your login shell does not find ${command} either.`
  const source = sourceOf(command)
  const text = source === null ? `${nowhere} Check how it is spelled, or install it.` : `${nowhere} Install ${source}.`
  return advise('command-missing', text, { command })
}

function exitAdvice(one: Case, phase: ExaminationPhase): Advice[] {
  const { exit } = one
  if (exit === null) {
    if (one.command === null) return []
    if (phase === 'fetch')
      return advise(
        'fetch-too-slow',
        'It could not be fetched in time. Run the command in a terminal to see how far it comes.',
      )
    const silence =
      'It runs, but does not speak MCP on stdin and stdout. Is it a server for HTTP, or does it want an argument such as stdio?'
    return phase === 'handshake' ? advise('does-not-speak-mcp', silence) : []
  }
  if (exit.signal === 'SIGKILL')
    return advise('out-of-memory', 'The system ended it by SIGKILL, most often because memory ran out.')
  if (exit.signal !== null)
    return advise('ended-by-signal', `It was ended by ${exit.signal}: that is a fault inside the program itself.`, {
      signal: exit.signal,
    })
  switch (exit.code) {
    case 0:
      return advise(
        'ended-at-once',
        'It ended by itself, as a program does that has done its work. Does it want an argument such as stdio or serve?',
      )
    case 126:
      return advise('not-executable', 'Something that it starts may not be run: check its rights.')
    case 127:
      return advise('program-missing', 'Something that it starts in its turn is not on its PATH.')
    case null:
    default:
      return advise(
        'ended-without-reason',
        one.stderr.length > 0
          ? 'What it printed says why: look at its last lines.'
          : 'Run the same command in a terminal: what it prints before it ends says why.',
      )
  }
}

/** Two copies of one server can be in each other's way, which is no fault of its configuration. */
function rivalAdvice({ isRunning, runningPid }: Case): Advice[] {
  if (!isRunning) return []
  const who = runningPid === null ? 'It' : `It (process ${runningPid})`
  return advise(
    'another-copy-runs',
    `${who} runs in the engine right now. If it wants a port or a file for itself alone, this copy failed because of that: switch the server off and ask again.`,
  )
}

function strayAdvice({ stray, failure }: Case): Advice[] {
  const [first] = stray
  if (first === undefined) return []
  const effect =
    failure === null ? 'Switchboard passes over it; other clients break on it' : 'which breaks the protocol'
  return advise(
    'prints-on-stdout',
    `It printed this on stdout, where only MCP belongs: ${JSON.stringify(first.slice(0, 200))} (${effect}). It should print to stderr.`,
  )
}

function quarantineAdvice({ quarantined }: Case): Advice[] {
  if (quarantined === 0) return []
  const what = quarantined === 1 ? 'One tool is' : `${quarantined} tools are`
  return advise(
    'tools-quarantined',
    `${what} kept from clients because a definition is malformed or too large: tell the authors of the server.`,
  )
}
