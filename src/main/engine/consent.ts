/** Assembles the parts that ask people: the questions, the remembered answers, and which calls wait for them. */
import { isStill, printOf } from '#engine/policies/definitionText'
import type { Clock, MakeId, Redactor } from '#engine/ports'
import type { EventHub } from '#engine/events'
import { Decisions } from '#engine/questions/decisions'
import { Questions } from '#engine/questions/questions'
import { nativeSlug } from '#engine/registry/servers/nativeServer'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import { Approvals, type ApprovalsOptions } from '#engine/router/approval/approvals'
import type { DecisionStore } from '#engine/store/decisionStore'

export interface ConsentOptions {
  readonly store: DecisionStore
  readonly registry: ServerRegistry
  readonly settings: ApprovalsOptions['settings']
  readonly events: EventHub
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly clock: Clock
  readonly makeId: MakeId
  readonly redactor: Redactor
}

export interface Consent {
  readonly questions: Questions
  readonly decisions: Decisions
  readonly approvals: Approvals
  /** Whether the tool's next call waits for a person, because its definition changed since the first use. */
  readonly isChanged: (pairId: string, toolName: string) => boolean
}

export function createConsent(options: ConsentOptions): Consent {
  const { store, registry, settings, events, background, clock, makeId, redactor } = options
  const common = { publish: events.publish.bind(events), clock, makeId }
  const questions = new Questions(common)
  const decisions = new Decisions({
    ...common,
    store,
    background,
    nativeId: nativeSlug,
    slugOf: (serverId) =>
      serverId === nativeSlug ? nativeSlug : (registry.definitions().find(({ id }) => id === serverId)?.slug ?? null),
    isOutdated(slug, toolName, projectId, seen) {
      const listed = registry.listedDefinitions(slug, toolName, projectId)
      return listed.length > 0 && !listed.some((definition) => isStill(seen, printOf(definition)))
    },
  })
  const redact = (text: string) => redactor.redact(text)
  const approvals = new Approvals({ servers: registry, decisions, questions, settings, redact })
  const isChanged: Consent['isChanged'] = (pairId, toolName) => {
    if (settings.current.changedTools !== 'ask') return false
    const definition = registry.definition(pairId, toolName)
    if (definition === null) return false
    const first = decisions.firstUse(registry.launchedBy(pairId), toolName)
    return first !== null && !isStill(first, printOf(definition))
  }
  return { questions, decisions, approvals, isChanged }
}
