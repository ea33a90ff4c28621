/**
 * Manages npm and PyPI packages in containers: previews them, moves servers into containers and back, and finds newer
 * versions.
 */
import { AppError } from '#contract/errors'
import {
  isPinned,
  packageText,
  pathsIn,
  type PackageRegistry,
  type PackageRun,
  type PackageVersion,
  type PackageWish,
  registryTitles,
} from '#contract/hosting/package'
import type {
  IsolationAsked,
  IsolationPreview,
  PackagePreview,
  PackageRegistration,
  PackageUpdate,
} from '#contract/hosting/registration'
import { readPackageCommand } from '#contract/pasted/readPackage'
import { type ContainerLaunch, type StdioLaunch, serverSettings, stdioLaunch } from '#contract/servers/server'
import { hasProcess } from '#contract/servers/transports'
import { type HostedDefinition, versionOf } from '#engine/hosted/hostedSettings'
import type { HostedChanges } from '#engine/hosted/hostedChanges'
import { type HostedAsked, serverOf } from '#engine/hosted/registration'
import { isFolder } from '#engine/hosted/checkFolders'
import { isNewer } from '#engine/packages/newer'
import type { PackageIndex } from '#engine/packages/packageIndex'
import type { Clock } from '#engine/ports'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import { shownLaunch } from '#engine/secrets/shownLaunch'

export interface HostedPackagesOptions {
  readonly registry: ServerRegistry
  readonly changes: HostedChanges
  readonly index: Pick<PackageIndex, 'find'>
  readonly images: () => Readonly<Record<PackageRegistry, string>>
  readonly clock: Clock
}

/** How long a registry's answer is reused. */
const freshMs = 3_600_000
const usualHeartbeatMs = 15_000

export class HostedPackages {
  readonly #options: HostedPackagesOptions
  readonly #newest = new Map<string, { readonly at: number; readonly version: Promise<string> }>()

  constructor(options: HostedPackagesOptions) {
    this.#options = options
  }

  async preview(wish: PackageWish): Promise<PackagePreview> {
    const found = await this.#options.index.find(wish)
    if (!isPinned(found.registry, found.version))
      throw new AppError(
        'PACKAGE_NOT_FOUND',
        `${registryTitles[found.registry]} reports the version ${found.version}, which is not a version number.`,
      )
    return { package: found, image: this.#options.images()[found.registry], installs: installLine(found) }
  }

  serverOf({ package: asked, image, ...rest }: PackageRegistration, projectId: string): HostedAsked {
    const run: PackageRun = { ...asked, ranAs: null }
    return serverOf({ ...rest, image: image ?? this.#options.images()[run.registry], package: run }, projectId)
  }

  /** The preview of moving a server that is a process on this machine into a container. */
  async previewIsolation(slug: string): Promise<IsolationPreview> {
    const { definition, launch, run } = this.#packageOf(slug)
    const preview = await this.preview(run)
    const shown = shownLaunch(launch)
    const paths = await Promise.all(pathsIn(run.args).map(async (path) => ((await isFolder(path)) ? [path] : [])))
    return {
      ...preview,
      name: definition.name,
      before: hasProcess(shown) ? [shown.command, ...shown.args] : [],
      environment_names: Object.keys(launch.env),
      folders: paths.flat(),
    }
  }

  /** Moves a server into a container. Its id, tools, projects and decisions stay. */
  async isolate(slug: string, { version, ...asked }: IsolationAsked): Promise<void> {
    const { definition, launch, run } = this.#packageOf(slug)
    const prefix = launch.args.slice(0, launch.args.length - run.args.length)
    const packaged: PackageRun = {
      ...run,
      version,
      args: [...run.args],
      ranAs: { command: launch.command, args: prefix, cwd: launch.cwd ?? null },
    }
    if (!isPinned(run.registry, version))
      throw new AppError('INVALID_INPUT', 'version: must be a single exact version, such as "1.2.3"', {
        data: { path: 'version' },
      })
    const after = serverOf(
      {
        ...asked,
        project_id: '',
        name: definition.name,
        image: this.#options.images()[run.registry],
        // A package needs a volume to be installed in, and clouds have none.
        allow_cloud: false,
        stdio_bridge: true,
        ports: [],
        environment: launch.env,
        call_timeout_ms: definition.timeoutMs,
        heartbeat_ms: usualHeartbeatMs,
        restart_policy: definition.restart,
        package: packaged,
      },
      '',
    )
    const { launch: container, concurrency, idleStopMs } = after
    await this.#options.changes.replace(definition, definition, { launch: container, concurrency, idleStopMs })
  }

  /**
   * Moves a server back out of its container: it runs as a process on this machine, with its former command or with its
   * registry's usual one.
   */
  async release(definition: HostedDefinition): Promise<void> {
    const { launch } = definition
    if (launch.package === null)
      throw new AppError(
        'INVALID_INPUT',
        `${definition.slug} runs an image, which this machine cannot run without a container.`,
      )
    const { concurrency, idleStopMs } = serverSettings.parse({})
    await this.#options.changes.replace(definition, definition, {
      launch: processOf(launch, launch.package),
      concurrency,
      idleStopMs,
    })
  }

  /** Newer versions of the servers' packages. A registry that does not answer counts as having none. */
  async updates(hosted: readonly HostedDefinition[]): Promise<PackageUpdate[]> {
    const found = await Promise.all(
      hosted.map(async ({ id, slug, launch }) => {
        const run = versionOf(launch)
        const newest = run === null ? null : await this.#newestOf(run).catch(() => null)
        return run === null || newest === null || !isNewer(newest, run.version)
          ? []
          : [{ id, slug, package: run, newest }]
      }),
    )
    return found.flat()
  }

  #newestOf({ registry, name }: PackageVersion): Promise<string> {
    const { clock, index } = this.#options
    const key = `${registry} ${name}`
    const known = this.#newest.get(key)
    if (known !== undefined && clock.elapsed() - known.at < freshMs) return known.version
    const version = index.find({ registry, name, version: null }).then((one) => one.version)
    this.#newest.set(key, { at: clock.elapsed(), version })
    version.catch(() => this.#newest.delete(key))
    return version
  }

  #packageOf(slug: string) {
    const { definition } = this.#options.registry.wholeOf(slug)
    const { launch } = definition
    const read = hasProcess(launch) ? readPackageCommand(launch.command, launch.args) : null
    if (!hasProcess(launch) || read === null)
      throw new AppError(
        'INVALID_INPUT',
        `${definition.slug} does not run an npm or PyPI package. Only servers started by npx, uvx or a similar command can be moved into a container.`,
      )
    if (read.kind === 'problem') throw new AppError('INVALID_INPUT', read.message)
    return { definition, launch, run: read.wanted }
  }
}

function installLine(found: PackageVersion): string {
  return found.registry === 'npm'
    ? `npm install --ignore-scripts ${packageText(found)}`
    : `pip install --only-binary :all: ${packageText(found)}`
}

const usualRunners = { npm: ['npx', '-y'], pypi: ['uvx'] } as const

function processOf({ environment }: ContainerLaunch, run: PackageRun): StdioLaunch {
  const [command, ...options] = usualRunners[run.registry]
  const from = run.registry === 'npm' ? '-p' : '--from'
  const spec = run.program === null ? [packageText(run)] : [from, packageText(run), run.program]
  const before = run.ranAs ?? { command, args: [...options, ...spec], cwd: null }
  return stdioLaunch.parse({
    transport: 'stdio',
    command: before.command,
    args: [...before.args, ...run.args],
    env: environment,
    ...(before.cwd !== null && { cwd: before.cwd }),
  })
}
