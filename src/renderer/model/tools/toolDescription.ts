import type { ToolSnapshot } from '#contract/tools/tool'

/** What clients are told that a tool does: what the project says of it, or else its server. */
export function toolDescription({ own, description }: Pick<ToolSnapshot, 'own' | 'description'>): string {
  return own?.description ?? description
}
