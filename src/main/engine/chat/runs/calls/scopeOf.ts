/**
 * What a conversation can use: its project and Switchboard's own tools, without what was switched off for it. Its person is
 * asked things in the middle of a call, as in the legacy era: that is the one it needs of a server that speaks both.
 */
import type { ToolChoice } from '#contract/chat/conversation'
import { choiceOf } from '#engine/registry/catalog/choice'
import type { Scope } from '#engine/registry/catalog/scope'

export function scopeOf(projectId: string, { serversOff, toolsOff }: ToolChoice): Scope {
  const servers: Record<string, 'all' | string[]> = {}
  for (const { server, name } of toolsOff) {
    const names = Object.hasOwn(servers, server) ? servers[server] : undefined
    servers[server] = Array.isArray(names) ? [...names, name] : [name]
  }
  for (const slug of serversOff) servers[slug] = 'all'
  const choice = choiceOf({ mode: 'except', servers })
  return { kind: 'project', projectId, native: true, era: 'legacy', ...(choice === undefined ? {} : { choice }) }
}
