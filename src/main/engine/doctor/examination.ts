/**
 * Starts one server step by step, with the parts that the engine uses, but in a separate launch, so that a running
 * process is not touched. Everything that was started is stopped before the examination is over.
 */
import { AppError, messageOf } from '#contract/errors'
import type { ExaminationVerdict } from '#contract/servers/doctor'
import type { SignInSnapshot } from '#contract/servers/signIn'
import type { ConnectionState, ContainerLaunch, Launch, ProtocolEra } from '#contract/servers/server'
import { hasProcess, isContainer } from '#contract/servers/transports'
import type { ClientIdentity } from '#engine/connections/peer/envelope'
import { createServerLog, type ServerLog } from '#engine/connections/serverLog'
import { LaunchFailure } from '#engine/connections/launching/launchFailure'
import { openSession, type Session } from '#engine/connections/session/session'
import type { SessionBudgets } from '#engine/connections/session/sessionBudgets'
import type { OpenTransport, Prepared, TransportEvents, TransportExit } from '#engine/connections/transport'
import { adviceFor } from '#engine/doctor/advice'
import type { ContainerCondition, ContainerWard } from '#engine/doctor/containerWard'
import { examineContainer, memoryLimit } from '#engine/doctor/examineContainer'
import { type CommandParts, examineCommand } from '#engine/doctor/examineCommand'
import { ExaminationSteps, type Tell } from '#engine/doctor/examinationSteps'
import { launchFindings, pathOrigin } from '#engine/doctor/launchFindings'
import { signInFindings } from '#engine/doctor/signInFindings'
import { withClose } from '#engine/doctor/withClose'
import { methodNotFound } from '#contract/jsonRpc/errorCodes'
import { withoutSecrets } from '#engine/policies/printed/causes'
import { repairsOf } from '#engine/policies/repairs/repairs'
import { reasonIn, reasonWords } from '#engine/policies/printed/reason'
import { fetchesFirst } from '#engine/policies/installation'
import type { Random } from '#engine/ports'
import { checkListing } from '#engine/policies/checkedTool'

export interface ExaminationParts extends CommandParts {
  readonly openTransport: OpenTransport
  readonly identity: ClientIdentity
  readonly budgets: SessionBudgets
  readonly random: Random
  readonly redact: (text: string) => string
  readonly ward: ContainerWard
  /** Reads a server's sign-in, without beginning one. */
  readonly signInOf: (account: string) => Promise<SignInSnapshot>
}

export interface Patient {
  readonly slug: string
  /** The launch as the owner wrote it. */
  readonly written: Launch
  /** The launch as it is started: references resolved, environment inherited. */
  readonly prepareLaunch: () => Promise<Prepared>
  /** The state of the server's connection in the engine. */
  readonly state: ConnectionState
}

const printedLines = { firstLines: 20, lastLines: 20, bytes: 32_768 }

export class Examination {
  readonly #parts: ExaminationParts
  readonly #patient: Patient
  readonly #tell: Tell
  readonly #steps: ExaminationSteps
  #printed: ServerLog
  #failure: { phase: NonNullable<ExaminationSteps['phase']>; error: AppError } | null = null
  #exit: TransportExit | null = null
  #shellFinds: string | null = null
  #tools: readonly unknown[] | null = null
  #handshake: Pick<Session['handshake'], 'era' | 'protocolVersion' | 'implementation'> | null = null
  #isSilent = false
  /** Whether a running container was examined. */
  #wasRunning = false

  constructor(parts: ExaminationParts, patient: Patient, tell: Tell) {
    this.#parts = parts
    this.#patient = patient
    this.#tell = tell
    this.#steps = new ExaminationSteps({ ...parts, tell })
    this.#printed = emptyLog(parts)
  }

  /** Never rejects because the server fails. Such a failure is part of the result. */
  async run(signal: AbortSignal): Promise<void> {
    let account: string | undefined
    try {
      const launch = await this.#prepare()
      account = launch.account
      if (hasProcess(launch)) {
        const { problem, shellFinds } = await examineCommand(launch, this.#parts, this.#steps)
        this.#shellFinds = shellFinds
        if (problem !== null) throw problem
      }
      if (!isContainer(launch) || !this.#lookAt(await this.#examineContainer(launch, signal)))
        await this.#start(launch, signal)
    } catch (thrown) {
      const error = thrown instanceof AppError ? thrown : new AppError('INTERNAL', messageOf(thrown), { cause: thrown })
      this.#failure ??= { phase: this.#steps.phase ?? 'end', error }
      this.#steps.fail(error)
    }
    if (account !== undefined && !signal.aborted) await this.#lookAtSignIn(account)
    if (!signal.aborted) this.#tell(this.#verdict())
  }

  /** Reports the sign-in after success, too, because it may soon be the reason for a failure. */
  async #lookAtSignIn(account: string): Promise<void> {
    const signIn = await this.#parts.signInOf(account)
    if (signIn.state === 'none' && signIn.steps.length === 0) return
    this.#steps.begin('signIn')
    for (const { name, text } of signInFindings(signIn)) this.#steps.find(name, text)
    const { error } = signIn
    if (signIn.state === 'needed')
      this.#steps.fail(new AppError('SIGN_IN_REQUIRED', error?.message ?? 'Sign in first.'))
    else this.#steps.end(error === null ? 'ok' : 'warning')
  }

  async #prepare(): Promise<Prepared> {
    this.#steps.begin('values')
    const launch = await this.#patient.prepareLaunch()
    for (const { name, text } of launchFindings(this.#patient.written, launch, this.#parts.environment))
      this.#steps.find(name, text)
    return launch
  }

  #examineContainer(launch: ContainerLaunch, signal: AbortSignal): Promise<ContainerCondition> {
    return examineContainer(this.#patient.slug, launch, this.#parts.ward, this.#steps, signal)
  }

  /** Returns whether the container is running. If it is, nothing is started. */
  #lookAt({ running }: ContainerCondition): boolean {
    const { state } = this.#patient
    if (running === null || state.kind !== 'ready') return false
    const { era, protocolVersion, implementation } = state
    this.#wasRunning = true
    this.#isSilent = running.isSilent
    this.#handshake = { era, protocolVersion, implementation }
    this.#tools = running.tools
    this.#steps.begin('handshake')
    this.#steps.find('speaks', spoken(this.#handshake))
    this.#steps.find('heartbeats', running.isSilent ? 'get no answer' : 'are answered')
    this.#steps.end(running.isSilent ? 'warning' : 'ok')
    this.#steps.begin('listing')
    this.#steps.find('tools', String(running.tools.length))
    this.#steps.end('ok')
    return true
  }

  async #start(launch: Launch, signal: AbortSignal): Promise<void> {
    const session = await this.#open(launch, null, signal).catch((thrown: unknown) => {
      if (!(thrown instanceof LaunchFailure)) throw thrown
      // The engine does the same: some servers exit at a method that they do not know, but support the other era.
      const { eraLeft } = thrown
      if (eraLeft === null || thrown.error.code !== 'HANDSHAKE_FAILED' || signal.aborted) throw thrown.error
      const [asked, way] = eraLeft === 'legacy' ? ['server/discover', 'older'] : ['initialize', 'newer']
      this.#steps.find(`asked ${asked}`, `${thrown.error.message} Trying again the ${way} way.`)
      this.#steps.end('warning')
      this.#exit = null
      this.#printed = emptyLog(this.#parts)
      return this.#open(launch, eraLeft, signal).catch((again: unknown) => {
        throw again instanceof LaunchFailure ? again.error : again
      })
    })
    this.#handshake = session.handshake
    this.#steps.find('speaks', spoken(session.handshake))
    this.#steps.find('tools', String(this.#tools?.length ?? 0))
    this.#steps.end(this.#hasStray() || this.#quarantined().length > 0 ? 'warning' : 'ok')
    this.#steps.begin('end')
    await session.close()
    this.#steps.end('ok')
  }

  #open(launch: Launch, eraLeft: ProtocolEra | null, signal: AbortSignal): Promise<Session> {
    const { identity, clock, random, budgets } = this.#parts
    let isOpen = false
    return openSession(
      {
        label: isContainer(launch) ? this.#patient.slug : `doctor ${this.#patient.slug}`,
        prepareLaunch: () => Promise.resolve(launch),
        openTransport: (...args) => this.#openTransport(...args),
        identity,
        knownEra: eraLeft === 'legacy' ? eraLeft : null,
        wantedEra: eraLeft === 'modern' ? eraLeft : null,
        clock,
        random,
        budgets,
        signal,
        printed: () => this.#printed.lines().map(({ text }) => text),
      },
      {
        onPhase: (phase) => {
          if (phase === 'spawning') return
          this.#steps.begin(phase === 'installing' ? 'fetch' : phase)
        },
        onOutput: (source, text) => {
          if (source !== 'engine') this.#printed.append(source, text)
        },
        onListing: (kind, entries) => {
          if (kind === 'tools' && !isOpen) this.#tools = entries
        },
        onServerRequest: (request) => request.refuse(methodNotFound, 'A diagnosis has no client that could answer.'),
        onNotification: () => undefined,
        onOver: () => undefined,
      },
    ).finally(() => {
      isOpen = true
    })
  }

  /** Each launch is a step, and its own exit is recorded. */
  readonly #openTransport: OpenTransport = async (launch, label, events, signal) => {
    this.#steps.begin('spawn')
    let isClosing = false
    const told: TransportEvents = {
      ...events,
      onExit: (exit) => {
        // A remote server has no exit.
        if (!isClosing && (hasProcess(launch) || isContainer(launch))) this.#exit = exit
        events.onExit(exit)
      },
    }
    const transport = isContainer(launch)
      ? await this.#parts.ward.open(launch, label, told, signal)
      : await this.#parts.openTransport(launch, label, told, signal)
    if (transport.pid !== null) this.#steps.find('process', String(transport.pid))
    if (hasProcess(launch) && fetchesFirst(launch.command, launch.args))
      this.#steps.find('fetches', 'downloads the server first, which may take minutes at the first start')
    return withClose(transport, () => {
      isClosing = true
      return transport.close()
    })
  }

  #verdict(): ExaminationVerdict {
    const { slug, state, written } = this.#patient
    const lines = this.#printed.lines()
    const textsOf = (source: 'stderr' | 'stdout') =>
      lines.filter((line) => line.source === source).map(({ text }) => text)
    const failure = this.#failure
    const quarantined = this.#quarantined()
    const exit = this.#exit === null ? null : { code: this.#exit.code, signal: this.#exit.signal }
    const advice = adviceFor({
      container: isContainer(written)
        ? {
            memory: memoryLimit(written),
            network: written.network.mode,
            isOutOfMemory: this.#exit?.isOutOfMemory === true,
            isSilent: this.#isSilent,
          }
        : null,
      command: hasProcess(written) ? written.command : null,
      pathOrigin: pathOrigin(written),
      failure,
      shellFinds: this.#shellFinds,
      exit,
      stderr: textsOf('stderr'),
      stray: textsOf('stdout'),
      isRunning: state.kind === 'ready',
      runningPid: state.kind === 'ready' ? state.pid : null,
      quarantined: quarantined.length,
    })
    const { era = null, protocolVersion = null, implementation = null } = this.#handshake ?? {}
    return {
      type: 'verdict',
      slug,
      healthy: failure === null,
      summary:
        failure === null
          ? this.#health()
          : this.#failureWords(failure.error, [...textsOf('stderr'), ...textsOf('stdout')]),
      era,
      protocolVersion,
      implementation,
      tools: this.#tools === null ? null : this.#tools.length,
      quarantined,
      exit,
      printed: lines.map(({ source, text }) => ({ source: source === 'stdout' ? 'stdout' : 'stderr', text })),
      advice: advice.map((each) => {
        const said = withoutSecrets({ ...each, text: this.#parts.redact(each.text) }, this.#parts.redact)
        return { ...said, repairs: repairsOf(said, { isHosted: isContainer(written), platform: process.platform }) }
      }),
    }
  }

  #failureWords({ message }: AppError, printed: readonly string[]): string {
    return this.#parts.redact(message) + reasonWords(reasonIn(printed))
  }

  #health(): string {
    const count = this.#tools?.length ?? 0
    const does = this.#wasRunning ? 'runs' : 'starts'
    return `${this.#patient.slug} ${does} and lists ${count === 1 ? 'one tool' : `${count} tools`}.`
  }

  #hasStray(): boolean {
    return this.#printed.lines().some(({ source }) => source === 'stdout')
  }

  #quarantined(): ExaminationVerdict['quarantined'] {
    return checkListing(this.#tools ?? []).flatMap(({ name, quarantine }) =>
      quarantine === null ? [] : [{ name, reason: quarantine }],
    )
  }
}

function spoken({
  era,
  protocolVersion,
  implementation,
}: Pick<Session['handshake'], 'era' | 'protocolVersion' | 'implementation'>): string {
  return `MCP ${protocolVersion} (${era}), as ${implementation.name} ${implementation.version}`
}

function emptyLog({ clock, redact }: ExaminationParts): ServerLog {
  return createServerLog({ clock, redact, limits: printedLines })
}
