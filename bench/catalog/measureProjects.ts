/** A hundred servers with fifty tools each, in twenty projects that all differ, in a fresh process. */
import { fileURLToPath } from 'node:url'
import type { Workspace } from '#bench/machine/workspace'

export interface ProjectsFigures {
  /**
   * The time to build the catalogs of all projects and the one of all servers, including the hashes for notifying
   * clients.
   */
  readonly buildMs: number
  /** The time from switching one tool in one project until that project's new catalog and its hash exist. */
  readonly toggleMs: number
  /** The memory of one more project, with its pairs, their connections, and its catalog. */
  readonly furtherProjectBytes: number
}

export async function measureProjects(workspace: Workspace): Promise<ProjectsFigures> {
  const script = fileURLToPath(import.meta.resolve('#bench/catalog/projectsProcess'))
  const running = workspace.start({ args: ['--expose-gc', script], folder: await workspace.makeFolder() })
  try {
    return JSON.parse(await running.waitForLine(/^\{"figures":(.*)\}$/, 120_000)) as ProjectsFigures
  } finally {
    await running.end()
  }
}
