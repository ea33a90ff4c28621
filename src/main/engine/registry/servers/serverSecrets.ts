/** Makes people's changes to secrets. Servers that use a changed secret are restarted. */
import { isAbsolute, resolve } from 'node:path'
import { AppError } from '#contract/errors'
import type { Permissions, SecretOwner, SecretSnapshot, VaultSnapshot } from '#contract/secret'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { EnvironmentPermission } from '#engine/secrets/environmentPermission'
import type { EngineVaults } from '#engine/secrets/engineVaults'
import { type ProjectSecrets, secretOfItem } from '#engine/secrets/projectSecrets'
import { referencesIn, type Reference } from '#engine/secrets/references'
import { projectToKeepIn } from '#engine/registry/projects/namedProject'
import { fileProjectId } from '#engine/store/servers/projectStore'
import type { ServerRow } from '#engine/store/servers/serverRow'

export interface ServerSecretsOptions {
  readonly registry: Pick<ServerRegistry, 'projectId' | 'projects' | 'rows' | 'relaunch'>
  readonly secrets: ProjectSecrets
  readonly vaults: Pick<EngineVaults, 'state'>
  readonly permission: EnvironmentPermission
}

export class ServerSecrets {
  readonly #options: ServerSecretsOptions

  constructor(options: ServerSecretsOptions) {
    this.#options = options
  }

  async list(owner: SecretOwner): Promise<SecretSnapshot[]> {
    const projectId = this.#ownerId(owner)
    const secrets = await this.#options.secrets.list(projectId)
    const users = secrets.length === 0 ? [] : await this.#users(projectId)
    const { registry } = this.#options
    return secrets.map(({ name, serverId }) => {
      const used = [...users, ...registry.rows().filter(({ id }) => id === serverId)]
      return { name, usedBy: [...new Set(used.filter((row) => usesSecret(row, name)).map((row) => row.slug))] }
    })
  }

  async set(owner: SecretOwner, name: string, value: string): Promise<void> {
    const projectId = this.#ownerId(owner)
    await this.#options.secrets.set(projectId, name, value)
    await this.#relaunchUsers(projectId, name, await this.#owned(projectId, name))
  }

  async remove(owner: SecretOwner, name: string): Promise<void> {
    const projectId = this.#ownerId(owner)
    const serverId = await this.#owned(projectId, name)
    await this.#options.secrets.remove(projectId, name)
    await this.#relaunchUsers(projectId, name, serverId)
  }

  vault(): Promise<VaultSnapshot> {
    return this.#options.vaults.state()
  }

  /** Call when another engine has changed these items of the shared vault. */
  async takeIn(items: readonly string[]): Promise<void> {
    for (const item of items) {
      const secret = secretOfItem(item)
      if (secret === null) continue
      const { projectId, name } = secret
      await this.#relaunchUsers(projectId, name, await this.#owned(projectId, name))
    }
  }

  /**
   * What servers may use beyond the secrets of their own project. If the consent for a file cannot be read now, the
   * answer is that its servers may use only the file's own secrets.
   */
  async permissions(): Promise<Permissions> {
    const { registry, secrets, permission } = this.#options
    const files = registry.projects().filter((project) => project.file !== null)
    return {
      environment: await permission.holdsFor({ file: null }),
      files: await Promise.all(
        files.map(async (project) => {
          const [, other = null] = await secrets.scopesOf(project).catch(() => [])
          return { file: project.file ?? '', projectId: other }
        }),
      ),
    }
  }

  /** Allows or forbids the servers of a configuration file to use a project's secrets. */
  async allowFile(file: string, project: string | undefined, allowed: boolean): Promise<void> {
    const { secrets } = this.#options
    const path = absolute(file)
    const id = fileProjectId(path)
    if (allowed) await secrets.allowFile(path, id, this.#ownerId({ projectId: project }))
    else await secrets.disallowFile(id)
    await this.#relaunch(id, (row) => uses(row, ({ source }) => source === 'vault'))
  }

  /** Allows or forbids the servers of all projects except file projects to use `${env:NAME}`. */
  async allowEnvironment(allowed: boolean): Promise<void> {
    await this.#options.permission.give(allowed)
    const { registry } = this.#options
    for (const row of registry.rows())
      if (uses(row, ({ source }) => source === 'environment')) registry.relaunch(row.pairId)
  }

  #ownerId({ file, projectId }: SecretOwner): string {
    return file === undefined ? projectToKeepIn(this.#options.registry, projectId) : fileProjectId(absolute(file))
  }

  async #relaunch(projectId: string, isConcerned: (row: ServerRow) => boolean): Promise<void> {
    for (const row of await this.#users(projectId)) if (isConcerned(row)) this.#options.registry.relaunch(row.pairId)
  }

  /** `serverId`: the server that the secret belongs to. It uses the secret in every project. */
  async #relaunchUsers(projectId: string, name: string, serverId: string | null): Promise<void> {
    const { registry } = this.#options
    const users = new Map((await this.#users(projectId)).map((row) => [row.pairId, row]))
    for (const row of registry.rows()) if (row.id === serverId) users.set(row.pairId, row)
    for (const row of users.values()) if (usesSecret(row, name)) registry.relaunch(row.pairId)
  }

  /** The server that a secret came with; null if a person set it, or it does not exist. */
  async #owned(projectId: string, name: string): Promise<string | null> {
    const rows = await this.#options.secrets.list(projectId)
    return rows.find((row) => row.name === name)?.serverId ?? null
  }

  /** The servers that may use a project's secrets. */
  async #users(projectId: string): Promise<ServerRow[]> {
    const { registry, secrets } = this.#options
    const users = new Set<string>()
    for (const project of registry.projects()) {
      // While the vault cannot be read, a file's servers can use only the file's own secrets.
      const scopes = await secrets.scopesOf(project).catch(() => [project.id])
      if (scopes.includes(projectId)) users.add(project.id)
    }
    return registry.rows().filter((row) => users.has(row.projectId))
  }
}

function usesSecret(row: ServerRow, name: string): boolean {
  return uses(row, (reference) => reference.source === 'vault' && reference.name === name)
}

function uses(row: ServerRow, isMeant: (reference: Reference) => boolean): boolean {
  return referencesIn(row.launch).some(isMeant)
}

function absolute(file: string): string {
  if (!isAbsolute(file))
    throw new AppError('INVALID_INPUT', `The path of a configuration file must be absolute: ${file}`)
  return resolve(file)
}
