/** Decides whether launches may use the engine's own environment with `${env:NAME}`. */
import type { Project } from '#contract/project'
import type { SettingStore } from '#engine/store/settingStore'

const setting = 'secrets.environmentAllowed'

export interface EnvironmentPermission {
  holdsFor(project: Pick<Project, 'file'>): Promise<boolean>
  /** Grants or revokes the permission permanently, for every project except file projects. */
  give(allowed: boolean): Promise<void>
}

/** A file may come from anywhere, so it gets the environment only if the host was started with `allowEnvironment`. */
export function createEnvironmentPermission(settings: SettingStore, allowEnvironment: boolean): EnvironmentPermission {
  return {
    holdsFor: async ({ file }) => allowEnvironment || (file === null && (await settings.get(setting)) === true),
    give: (allowed) => settings.set(setting, allowed),
  }
}
