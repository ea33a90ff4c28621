/** The search part of the projects page's address: the open tab, and its filters. */
const projectsTabs = ['matrix', 'sight'] as const
export type ProjectsTab = (typeof projectsTabs)[number]

/** Which tools are listed: those that the client sees, or hidden ones. */
export const sightStates = ['seen', 'hidden'] as const
export type SightState = (typeof sightStates)[number]

export interface SightSearch {
  /** The id of a project; absent: all projects. */
  project?: string
  /** The id of a client; absent: any client at the project's address. */
  client?: string
  state?: SightState
}

export interface ProjectsSearch extends SightSearch {
  tab?: ProjectsTab
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

export function projectsSearch(search: Record<string, unknown>): ProjectsSearch {
  const tab = projectsTabs.find((one) => one === search['tab'])
  const [project, client] = [text(search['project']), text(search['client'])]
  const state = sightStates.find((one) => one === search['state'])
  return {
    ...(tab !== undefined && { tab }),
    ...(project !== undefined && { project }),
    ...(client !== undefined && { client }),
    ...(state !== undefined && { state }),
  }
}
