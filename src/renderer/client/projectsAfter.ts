/** Applies a batch of events to the list of projects, sorted by name. Pure. */
import type { EngineEvent } from '#contract/events'
import type { ProjectSnapshot } from '#contract/project'
import { inOrder } from '#contract/projectOrder'

export function projectsAfter(projects: readonly ProjectSnapshot[], events: readonly EngineEvent[]): ProjectSnapshot[] {
  const byId = new Map(projects.map((project) => [project.id, project]))
  for (const event of events) {
    if (event.type === 'project.changed') byId.set(event.project.id, event.project)
    if (event.type === 'project.removed') byId.delete(event.id)
  }
  return [...byId.values()].sort(inOrder)
}
