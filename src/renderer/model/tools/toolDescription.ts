import type { ToolSnapshot } from '#contract/tools/tool'

/** The description that clients see: the project's own, or otherwise the server's. */
export function toolDescription({ own, description }: Pick<ToolSnapshot, 'own' | 'description'>): string {
  return own?.description ?? description
}
