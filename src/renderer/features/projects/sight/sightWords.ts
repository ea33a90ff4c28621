/** Why a tool is hidden, in words, and what leads out of that. Pure. */
import type { HiddenReason, ToolInSight } from '#contract/tools/sight'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Where is looked, by whom. */
export interface Place {
  /** Null: all projects. */
  readonly project: { readonly id: string; readonly name: string } | null
  /** Null: everybody. */
  readonly client: { readonly id: string; readonly name: string } | null
}

export function hiddenWords(
  reason: HiddenReason,
  detail: string | null,
  { project, client }: Place,
  server: string,
): string {
  const where = project === null ? 'in every project that has it' : `in ${visibleText(project.name)}`
  const said = detail === null ? null : visibleText(detail)
  switch (reason) {
    case 'serverOff':
      return `${visibleText(server)} is off ${where}.`
    case 'toolOff':
      return `Off ${where}.`
    case 'notChosen':
      return client === null ? 'Not chosen.' : `Not chosen for ${visibleText(client.name)}.`
    case 'quarantined':
      return said === null ? 'Its definition is not sound.' : `Its definition is not sound: ${said}`
    case 'differs':
      return said ?? 'Its input differs from that of its group.'
    case 'overridden':
      return 'Another tool has its name.'
    case 'appOnly':
      return 'For pages that the server shows, not for models.'
  }
}

export type WayOut = 'switchTool' | 'choice' | 'naming' | 'server'

/** Null: there is none, or it is that of its whole server. A switch needs one project in which it is pressed. */
export function wayOut({ hidden }: Pick<ToolInSight, 'hidden'>, { project, client }: Place): WayOut | null {
  switch (hidden) {
    case null:
    case 'appOnly':
    case 'serverOff':
      return null
    case 'toolOff':
      return project === null ? 'server' : 'switchTool'
    case 'notChosen':
      return client === null ? null : 'choice'
    case 'overridden':
      return project === null ? 'server' : 'naming'
    case 'quarantined':
    case 'differs':
      return 'server'
  }
}
