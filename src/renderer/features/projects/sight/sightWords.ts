/** Why a tool is hidden, in words, and where a person can change that. Pure. */
import type { HiddenReason, ToolInSight } from '#contract/tools/sight'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** The shown project, and the client whose view is shown. */
export interface Viewpoint {
  /** Null: all projects. */
  readonly project: { readonly id: string; readonly name: string } | null
  /** Null: any client. */
  readonly client: { readonly id: string; readonly name: string } | null
}

export function hiddenWords(
  reason: HiddenReason,
  detail: string | null,
  { project, client }: Viewpoint,
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
      return client === null ? 'Not selected.' : `Not selected for ${visibleText(client.name)}.`
    case 'quarantined':
      return said === null ? 'Its definition is invalid.' : `Its definition is invalid: ${said}`
    case 'differs':
      return said ?? 'Its input schema differs from that of its group.'
    case 'overridden':
      return 'Another tool has the same name.'
    case 'appOnly':
      return 'Only for the server’s pages, not for models.'
  }
}

export type WayOut = 'switchTool' | 'choice' | 'naming' | 'server'

/**
 * Where to change what hides the tool. Null: nothing can be changed, or only for the whole server. A switch needs one
 * project.
 */
export function wayOut({ hidden }: Pick<ToolInSight, 'hidden'>, { project, client }: Viewpoint): WayOut | null {
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
