/** A server after it was switched on or off, as shown until the engine answers. Pure. */
import type { ServerSnapshot } from '#contract/servers/server'

/** `projectId`: the project in which the server is switched. Null: all projects that have it. */
export function switchedServer(server: ServerSnapshot, enabled: boolean, projectId: string | null): ServerSnapshot {
  const isMeant = (id: string) => projectId === null || id === projectId
  const enabledIn = server.projects.filter((id) => (isMeant(id) ? enabled : server.enabledIn.includes(id)))
  return { ...server, enabledIn, enabled: enabledIn.length > 0 }
}
