/**
 * Manages projects' secrets. The vault stores their values, and the store their names. A value is only passed on to
 * fill a launch, or for the engine's own use.
 */
import { AppError } from '#contract/errors'
import { defaultProjectId } from '#contract/mainProject'
import type { Project } from '#contract/project'
import type { Clock, Redactor, Vault } from '#engine/ports'
import type { EngineVaults } from '#engine/secrets/engineVaults'
import { isDamagedItem } from '#engine/secrets/vaults/damagedItem'
import type { SecretRow, SecretStore } from '#engine/store/secretStore'
import { isFileProject } from '#engine/store/servers/projectStore'

export interface ProjectSecretsOptions {
  readonly vaults: Pick<EngineVaults, 'ofStore' | 'ofFiles'>
  readonly store: SecretStore
  readonly clock: Clock
  readonly redactor: Redactor
}

/** A person's consent that the servers in this file may use this project's secrets. */
interface Consent {
  readonly file: string
  readonly projectId: string
}

const valuePrefix = 'secrets/'

/** The name of the vault item with the secret's value. */
export function valueItem({ projectId, name }: Pick<SecretRow, 'projectId' | 'name'>): string {
  return `${valuePrefix}${projectId}/${name}`
}

/** Null if the item is not a secret's value. */
export function secretOfItem(item: string): Pick<SecretRow, 'projectId' | 'name'> | null {
  // Names contain no slash.
  const end = item.lastIndexOf('/')
  if (!item.startsWith(valuePrefix) || end < valuePrefix.length) return null
  return { projectId: item.slice(valuePrefix.length, end), name: item.slice(end + 1) }
}

const consentItem = (fileProjectId: string) => `files/${fileProjectId}`

export class ProjectSecrets {
  readonly #options: ProjectSecretsOptions

  constructor(options: ProjectSecretsOptions) {
    this.#options = options
  }

  async list(projectId: string): Promise<SecretRow[]> {
    return (await this.#options.store.list()).filter((row) => row.projectId === projectId)
  }

  /**
   * Sets a secret. With `serverId`, it is removed once that server is gone for good. Returns whether the value is new
   * or differs from the stored one.
   */
  async set(projectId: string, name: string, value: string, serverId: string | null = null): Promise<boolean> {
    const { store, clock, redactor } = this.#options
    if (value === '') throw new AppError('INVALID_INPUT', `The secret ${name} has no value.`)
    if (value.includes('\0')) throw new AppError('INVALID_INPUT', `The value of ${name} contains a NUL character.`)
    redactor.add(value)
    const isNew = await this.differs(projectId, name, value)
    const isListed = !isNew || (await this.list(projectId)).some((row) => row.name === name)
    // The name is stored first. If the engine dies before it stores the value, nothing is left in the vault without a
    // name.
    await store.put({ projectId, name, serverId, updatedAt: clock.now() })
    if (isNew) await this.#keep(projectId, name, value, isListed)
    return isNew
  }

  async #keep(projectId: string, name: string, value: string, isListed: boolean): Promise<void> {
    const item = valueItem({ projectId, name })
    try {
      await this.#vaultOf(projectId).set(item, value)
    } catch (error) {
      if (!isListed) await this.#options.store.remove(projectId, name, item)
      throw error
    }
  }

  /** Whether the stored value is missing, or differs from this one. */
  async differs(projectId: string, name: string, value: string): Promise<boolean> {
    const vault = this.#vaultOf(projectId)
    return (await vault.get(valueItem({ projectId, name })).catch(nullIfDamaged)) !== value
  }

  async remove(projectId: string, name: string): Promise<void> {
    const vault = this.#vaultOf(projectId)
    const item = valueItem({ projectId, name })
    const isKept = await vault.get(item).then((value) => value !== null, trueIfDamaged)
    if (isKept) await vault.remove(item)
    const wasListed = await this.#options.store.remove(projectId, name, item)
    if (!isKept && !wasListed) throw await this.#notHere(projectId, name)
  }

  /** The project's value of the secret or, if it has none, the server's own. Null if there is neither. */
  async find(project: Project, name: string, serverId: string): Promise<string | null> {
    for (const projectId of await this.scopesOf(project)) {
      const value = await this.#vaultOf(projectId).get(valueItem({ projectId, name }))
      if (value !== null) return value
    }
    return this.ownValue(serverId, name)
  }

  /** The value of a secret of the default project, for the engine's own use. */
  async ofDefault(name: string): Promise<string | null> {
    const isListed = (await this.list(defaultProjectId)).some((row) => row.name === name)
    if (!isListed) return null
    const value = await this.#vaultOf(defaultProjectId).get(valueItem({ projectId: defaultProjectId, name }))
    if (value !== null) this.#options.redactor.add(value)
    return value
  }

  /** The value of a secret that came with the server; null if the server has no secret of this name. */
  async ownValue(serverId: string, name: string): Promise<string | null> {
    const own = (await this.#options.store.list()).find((row) => row.serverId === serverId && row.name === name)
    return own === undefined ? null : this.#vaultOf(own.projectId).get(valueItem(own))
  }

  /** The project under which the server's own secrets are stored; null if it has no secrets. */
  async homeOf(serverId: string): Promise<string | null> {
    return (await this.#options.store.list()).find((row) => row.serverId === serverId)?.projectId ?? null
  }

  /**
   * The ids of the projects whose secrets a project may use, in order. The project itself comes first. A file with
   * consent may also use another project's secrets.
   */
  async scopesOf(project: Pick<Project, 'id' | 'file'>): Promise<readonly string[]> {
    if (project.file === null) return [project.id]
    const text = await this.#options.vaults.ofFiles.get(consentItem(project.id))
    const consent = text === null ? null : (JSON.parse(text) as Consent)
    return consent?.file === project.file ? [project.id, consent.projectId] : [project.id]
  }

  /**
   * Stores a consent in the vault, not in the store. Write access to the store alone must not be enough to give a file
   * access, and a command that works for a file has a store of its own.
   */
  async allowFile(file: string, fileProjectId: string, projectId: string): Promise<void> {
    const consent: Consent = { file, projectId }
    await this.#options.vaults.ofFiles.set(consentItem(fileProjectId), JSON.stringify(consent))
  }

  async disallowFile(fileProjectId: string): Promise<void> {
    const { ofFiles: vault } = this.#options.vaults
    await vault.remove(consentItem(fileProjectId))
  }

  /** All projects' secrets. */
  all(): Promise<SecretRow[]> {
    return this.#options.store.list()
  }

  async discard(rows: readonly SecretRow[]): Promise<void> {
    for (const { projectId, name } of rows) {
      const vault = this.#vaultOf(projectId)
      const item = valueItem({ projectId, name })
      await vault.remove(item)
      await this.#options.store.remove(projectId, name, item)
    }
  }

  #vaultOf(projectId: string): Vault {
    const { ofStore, ofFiles } = this.#options.vaults
    return isFileProject(projectId) ? ofFiles : ofStore
  }

  async #notHere(projectId: string, name: string): Promise<AppError> {
    const isListed = (await this.list(projectId)).some((row) => row.name === name)
    if (!isListed) return new AppError('NOT_FOUND', `Secret ${name} does not exist.`)
    const message =
      `The value of ${name} is in the vault shared by the other engines on this database. Remove it there, or start this ` +
      'engine with their SWITCHBOARD_VAULT_KEY.'
    return new AppError('CONFLICT', message)
  }
}

function nullIfDamaged(thrown: unknown): null {
  if (isDamagedItem(thrown)) return null
  throw thrown
}

function trueIfDamaged(thrown: unknown): true {
  if (isDamagedItem(thrown)) return true
  throw thrown
}
