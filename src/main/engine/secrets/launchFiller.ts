/**
 * Fills in a launch's references just before the start, and reports all missing values in one error. Stores nothing.
 */
import { shellWord } from '#contract/servers/launchWords'
import { AppError } from '#contract/errors'
import { defaultProjectId } from '#contract/mainProject'
import type { Project } from '#contract/project'
import type { Cause } from '#contract/servers/cause'
import type { Launch } from '#contract/servers/server'
import type { Redactor } from '#engine/ports'
import type { EnvironmentPermission } from '#engine/secrets/environmentPermission'
import type { ProjectSecrets } from '#engine/secrets/projectSecrets'
import { secretNamePattern } from '#contract/secretNames'
import { fillReferences, type Reference, referencesIn, referenceText } from '#engine/secrets/references'
import type { ProjectStore } from '#engine/store/servers/projectStore'

export interface LaunchFillerOptions {
  readonly secrets: ProjectSecrets
  readonly projects: Pick<ProjectStore, 'get'>
  /** The engine's own environment. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly permission: EnvironmentPermission
  readonly redactor: Redactor
  /** The name of the vault in messages about a missing secret. */
  readonly vaultTitle: string
}

export interface ServerToFill {
  readonly id: string
  readonly slug: string
  readonly projectId: string
  readonly launch: Launch
}

/** Rejects with `SECRET_MISSING` or `VAULT_UNAVAILABLE`. The error names the server and each reference. */
export type FillLaunch = (server: ServerToFill) => Promise<Launch>

/** A value, or the reason why it is missing. */
type Found = { readonly value: string } | { readonly problem: string }

export function createLaunchFiller(options: LaunchFillerOptions): FillLaunch {
  const { secrets, projects, environment, permission, redactor, vaultTitle } = options

  async function inVault({ name }: Reference, project: Project, serverId: string): Promise<Found> {
    const value = await secrets.find(project, name, serverId)
    if (value === null) return { problem: await adviceFor(name, project) }
    redactor.add(value)
    return { value }
  }

  async function adviceFor(name: string, project: Project): Promise<string> {
    if (project.file === null) {
      const where = project.id === defaultProjectId ? '' : ` --project ${shellWord(project.name)}`
      return `has no value in ${vaultTitle}; set it in Settings, under Secrets, or with: switchboard secret set ${name}${where}`
    }
    const own = `switchboard secret set ${name} --config ${shellWord(project.file)}`
    const isAllowed = (await secrets.scopesOf(project)).length > 1
    if (isAllowed) return `has no value in the vault; set it with: ${own}`
    return (
      `is a project secret, which this file may not use; allow it once with: ` +
      `switchboard secret allow-file ${shellWord(project.file)}, or set a value for this file with: ${own}`
    )
  }

  async function inEnvironment({ name }: Reference, project: Project): Promise<Found> {
    if (/^SWITCHBOARD_/i.test(name))
      return { problem: 'belongs to Switchboard’s own environment, which servers do not get' }
    if (!(await permission.holdsFor(project)))
      return { problem: 'is not allowed; allow it with: switchboard serve --allow-env' }
    const value = environment[name]
    if (value === undefined) return { problem: 'is not set in the engine’s environment' }
    if (secretNamePattern.test(name)) redactor.add(value)
    return { value }
  }

  async function find(reference: Reference, project: Project, serverId: string): Promise<Found> {
    switch (reference.source) {
      case 'vault':
        return inVault(reference, project, serverId)
      case 'environment':
        return inEnvironment(reference, project)
    }
  }

  return async ({ id, slug, projectId, launch }) => {
    const references = referencesIn(launch)
    const found = new Map<string, Found>()
    if (references.length > 0) {
      const project = await projects.get(projectId)
      if (project === null) throw new AppError('INTERNAL', `The project ${projectId} of ${slug} is not in the store.`)
      for (const reference of references)
        if (!found.has(referenceText(reference)))
          found.set(referenceText(reference), await find(reference, project, id).catch(namingServer(slug, reference)))
    }
    refuseMissing({ slug, projectId }, references, found)
    return fillReferences(launch, (reference) => {
      const value = found.get(referenceText(reference))
      return value !== undefined && 'value' in value ? value.value : ''
    })
  }
}

function knownCause({ source, name, place }: Reference, projectId: string): Cause {
  switch (source) {
    case 'vault':
      return { code: 'secret-missing', about: { variable: name, project: projectId } }
    case 'environment':
      return { code: 'variable-missing', about: { variable: name, place } }
  }
}

function refuseMissing(
  { slug, projectId }: Pick<ServerToFill, 'slug' | 'projectId'>,
  references: readonly Reference[],
  found: ReadonlyMap<string, Found>,
): void {
  const names = new Set<string>()
  const problems: string[] = []
  for (const reference of references) {
    const text = referenceText(reference)
    const one = found.get(text)
    if (one === undefined || 'value' in one || names.has(text)) continue
    names.add(text)
    problems.push(`${text} in ${reference.place} ${one.problem}`)
  }
  if (problems.length === 0) return
  const message = `The server ${slug} cannot start: ${problems.join('; ')}.`
  const first = references.find((reference) => names.has(referenceText(reference)))
  throw new AppError('SECRET_MISSING', message, {
    data: { server: slug, names: [...names] },
    ...(first !== undefined && { known: knownCause(first, projectId) }),
  })
}

function namingServer(slug: string, reference: Reference): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AppError)) throw error
    const message = `The server ${slug} cannot start without ${referenceText(reference)} in ${reference.place}: ${error.message}`
    throw new AppError(error.code, message, { data: { server: slug }, cause: error })
  }
}
