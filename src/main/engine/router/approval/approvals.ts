/**
 * Holds a tool call until it may be sent: judges it by stored decisions, asks a person if needed, and stores the
 * person's decision. Does not send anything. If no approval is needed, it costs a call only three field reads.
 */
import { AppError } from '#contract/errors'
import type { Answer } from '#contract/question'
import type { EngineSettings } from '#contract/setting'
import { judgeCall } from '#engine/router/approval/approval'
import { argumentFault } from '#contract/tools/argumentCheck'
import { type PrintedDefinition, printOf } from '#engine/policies/definitionText'
import type { ToolDefinition } from '#engine/policies/toolCheck'
import type { Decisions } from '#engine/questions/decisions'
import type { Asked, Questions } from '#engine/questions/questions'
import { projectOf } from '#engine/registry/catalog/scope'
import type { RouteMember, ToolRoute } from '#engine/registry/catalog/toolRoute'
import {
  approvalQuestion,
  type JudgedMember,
  refusedByDecision,
  refusedByPerson,
} from '#engine/router/approval/approvalTexts'
import { withSecrets } from '#engine/router/approval/hiddenSecrets'
import type { Caller } from '#engine/router/call'
import { claimsReadOnly, type ListedDefinitions } from '#engine/router/approval/knownReadOnly'
import type { OneCall } from '#engine/router/calls/oneCall'
import { finding, waitingForPerson } from '#engine/router/calls/stage'

export interface ApprovalsOptions {
  readonly servers: ApprovalServers
  readonly decisions: Decisions
  readonly questions: Pick<Questions, 'ask'>
  readonly settings: {
    readonly current: Pick<EngineSettings, 'changedTools'>
    onChanged(listener: () => void): void
  }
  /** Removes secrets from texts for people. */
  readonly redact: (text: string) => string
}

export interface ApprovalServers extends ListedDefinitions {
  onViewsChanged(listener: () => void): () => void
  /** The server and launch under which the first uses of its tools are stored. */
  launchedBy(pairId: string): Parameters<Decisions['firstUse']>[0]
}

/**
 * How long a client's call waits for a person. The client does not wait forever, and its user may not be at this
 * machine.
 */
const clientPatienceMs = 120_000

export class Approvals {
  readonly #options: ApprovalsOptions
  readonly #seen = new WeakMap<ToolDefinition, PrintedDefinition>()
  /** Functions to call when decisions, settings or views have changed, because waiting calls were judged by them. */
  readonly #reconsider = new Set<() => void>()
  /** Whether every call is judged, including those of callers without approval. */
  #judgesAll = false

  constructor(options: ApprovalsOptions) {
    this.#options = options
    const { decisions, settings, servers } = options
    const changed = () => {
      this.#judgesAll = decisions.hasDenials || settings.current.changedTools === 'ask'
      for (const reconsider of this.#reconsider) reconsider()
    }
    decisions.onChanged(changed)
    settings.onChanged(changed)
    servers.onViewsChanged(changed)
  }

  /** Whether this caller's calls need `admit`. */
  concern({ approval, checksArguments }: Caller): boolean {
    return this.#judgesAll || (approval !== undefined && approval !== 'none') || checksArguments === true
  }

  /** Resolves when the call may be sent. Rejects with the reason if it may not. */
  async admit(one: OneCall, findRoute: () => ToolRoute | undefined): Promise<void> {
    let allowed: string | null = null
    this.#checkArguments(one, findRoute())
    while (!one.settled) {
      const route = findRoute()
      // The tool does not exist: the router reports that.
      if (route === undefined) return
      const judged = this.#judge(one, route)
      const asking = judged.find(({ verdict }) => verdict.kind === 'ask')
      if (asking === undefined || allowed === fingerprintsOf(judged)) {
        this.#admitted(one, judged)
        return
      }
      const answer = await this.#ask(
        one,
        findRoute,
        approvalQuestion(one, route, asking, this.#options.redact),
        stateOf(judged),
      )
      if (answer === null) continue
      this.#remember(one, judged, answer)
      if (answer.kind !== 'allow') throw refusedByPerson(answer)
      if (answer.arguments !== undefined) one.edit(withSecrets(answer.arguments, one.args, this.#options.redact))
      allowed = fingerprintsOf(judged)
    }
  }

  /** Whether this member still lists the definition for which the call was admitted. */
  stillAdmits(one: OneCall, member: RouteMember): boolean {
    const admitted = one.admittedFor?.get(memberKey(member))
    return admitted === undefined || admitted === this.#seenOf(member).fingerprint
  }

  #checkArguments({ call, args }: OneCall, route: ToolRoute | undefined): void {
    const [member] = route?.members ?? []
    if (call.caller.checksArguments !== true || route === undefined || member === undefined) return
    const definition = this.#options.servers.definition(member.pairId, member.original)
    const fault = definition === null ? null : argumentFault(definition.inputSchema, args)
    if (fault !== null)
      throw new AppError(
        'INVALID_INPUT',
        `The arguments do not match the schema of the tool ${route.publicName}: ${fault}`,
      )
  }

  /** A group's members are tools on different servers, so each of them must be allowed. */
  #judge({ call, scope, args }: OneCall, route: ToolRoute): JudgedMember[] {
    const { servers, decisions, settings } = this.#options
    const watched = settings.current.changedTools === 'ask'
    return route.members.map((member) => {
      const row = servers.inUse(member.pairId)?.row
      const definition = servers.definition(member.pairId, member.original)
      const serverId = row?.id ?? member.slug
      const projectId = projectOf(scope) ?? row?.projectId ?? null
      const { former, ...seen } = this.#seenOf(member)
      decisions.reprint(serverId, member.original, former, seen)
      const tool = {
        print: { fingerprint: seen.fingerprint, former },
        claimsReadOnly: claimsReadOnly(definition),
        trusted: row?.trusted === true,
        firstUsed: watched ? decisions.firstUse(servers.launchedBy(member.pairId), member.original) : null,
      }
      const { approval = 'none', conversationId = null } = call.caller
      const about = { approval, projectId, conversationId, arguments: args }
      const verdict = judgeCall(tool, about, decisions.about(serverId, member.original))
      if (verdict.kind === 'refuse') throw refusedByDecision(route.publicName, verdict.by)
      return { member, serverId, projectId, definition, seen, trusted: tool.trusted, verdict }
    })
  }

  /**
   * Asks a person. Resolves with null if the facts by which the call was judged have changed, so that it must be judged
   * again.
   */
  async #ask(
    one: OneCall,
    findRoute: () => ToolRoute | undefined,
    asked: Asked,
    judgedBy: string,
  ): Promise<Answer | null> {
    const { caller } = one.call
    const moot = new AbortController()
    const reconsider = () => {
      if (!one.settled && this.#stateNow(one, findRoute()) !== judgedBy) moot.abort()
    }
    const patient = typeof caller.conversationId === 'string'
    this.#reconsider.add(reconsider)
    one.enter(waitingForPerson)
    try {
      return await this.#options.questions.ask(asked, {
        signal: AbortSignal.any([one.ended, moot.signal]),
        timeoutMs: patient ? null : clientPatienceMs,
        onlyIfAttended: !patient,
        onAsked: (id) => one.asked(id),
      })
    } catch (thrown) {
      if (moot.signal.aborted) return null
      throw thrown
    } finally {
      this.#reconsider.delete(reconsider)
      one.enter(finding)
      one.asked(null)
    }
  }

  #stateNow(one: OneCall, route: ToolRoute | undefined): string | null {
    try {
      return route === undefined ? null : stateOf(this.#judge(one, route))
    } catch {
      return null
    }
  }

  #remember({ call }: OneCall, judged: readonly JudgedMember[], answer: Answer): void {
    if ((answer.kind !== 'allow' && answer.kind !== 'deny') || answer.remember === 'once') return
    const { kind: effect, remember: scope, pattern } = answer
    for (const { member, serverId, projectId, seen, verdict } of judged)
      if (verdict.kind === 'ask' || effect === 'deny')
        this.#options.decisions.remember({
          effect,
          scope,
          serverId,
          toolName: member.original,
          projectId: scope === 'project' ? projectId : null,
          conversationId: scope === 'conversation' ? (call.caller.conversationId ?? null) : null,
          pattern,
          seen: effect === 'allow' ? seen : null,
        })
  }

  #admitted(one: OneCall, judged: readonly JudgedMember[]): void {
    one.admitFor(new Map(judged.map(({ member, seen }) => [memberKey(member), seen.fingerprint])))
    const { servers, decisions, settings } = this.#options
    if (settings.current.changedTools !== 'ask') return
    for (const { member, seen } of judged)
      decisions.keepFirstUse(servers.launchedBy(member.pairId), member.original, seen)
  }

  #seenOf({ pairId, original }: RouteMember): PrintedDefinition {
    const definition = this.#options.servers.definition(pairId, original)
    if (definition === null) return unlisted
    let seen = this.#seen.get(definition)
    if (seen === undefined) this.#seen.set(definition, (seen = printOf(definition)))
    return seen
  }
}

const unlisted: PrintedDefinition = { fingerprint: '', former: '', definition: '' }

function memberKey({ pairId, original }: RouteMember): string {
  return `${pairId} ${original}`
}

function fingerprintsOf(judged: readonly JudgedMember[]): string {
  return judged.map(({ member, seen }) => `${memberKey(member)} ${seen.fingerprint}`).join()
}

function stateOf(judged: readonly JudgedMember[]): string {
  return `${fingerprintsOf(judged)} ${judged.map(({ verdict }) => verdict.kind).join()}`
}
