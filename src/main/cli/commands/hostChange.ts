/** Builds the change for `host edit`. No message shows an environment variable's value. Pure. */
import { resolve } from 'node:path'
import type { SharedFolder } from '#contract/hosting/package'
import { wordsIn } from '#contract/pasted/commandWords'
import {
  type HostedChangeInput,
  type HostedChangePreview,
  hostedChange,
  type HostedSetup,
} from '#contract/hosting/registration'
import { sharedAs } from '#main/cli/commands/hostPackage'
import {
  checkedBy,
  type Environment,
  environmentOf,
  type HostAddOptions,
  portOf,
} from '#main/cli/commands/hostRegistration'
import { UsageError } from '#main/cli/failure'

export interface HostEditOptions extends Omit<Partial<HostAddOptions>, 'project' | 'env' | 'volume' | 'allow'> {
  readonly name?: string
  readonly env: readonly string[]
  readonly unset: readonly string[]
  readonly volume: readonly string[]
  readonly dropVolume: readonly string[]
  /** All arguments in one string, which is split as a shell would split it. */
  readonly args?: string
  readonly folder: readonly string[]
  readonly writableFolder: readonly string[]
  readonly dropFolder: readonly string[]
  readonly allow: readonly string[]
  readonly stdio?: boolean
  readonly yes?: boolean
}

/**
 * Variables, volumes and folders are added to the existing ones or removed from them. Other options replace the current
 * values.
 */
export function changeOf(setup: HostedSetup, options: HostEditOptions, environment: Environment): HostedChangeInput {
  const { name, image, port, path, stdio, provider, allowWeaker, allowCloud, network, allow, restart } = options
  if (path !== undefined && port === undefined)
    throw new UsageError('--path needs --port: it is the path of the HTTP endpoint.')
  if (stdio === true && port !== undefined) throw new UsageError('Use --stdio or --port, not both.')
  const limits = limitsOf(options)
  const given = environmentOf(options.env, environment)
  const change: HostedChangeInput = {
    ...(name !== undefined && { name }),
    ...(image !== undefined && { image }),
    ...(Object.keys(given).length + options.unset.length > 0 && {
      environment: { ...keptOf(setup, options.unset), ...given },
    }),
    ...(options.volume.length + options.dropVolume.length > 0 && { volumes: volumesOf(setup, options) }),
    ...(options.args !== undefined && { package_args: wordsIn(options.args) }),
    ...(options.folder.length + options.writableFolder.length + options.dropFolder.length > 0 && {
      folders: foldersOf(setup, options),
    }),
    ...(Object.keys(limits).length > 0 && { resource_limits: { ...setup.resource_limits, ...limits } }),
    ...(port !== undefined && { stdio_bridge: false, ports: [portOf(port, path)] }),
    ...(stdio === true && { stdio_bridge: true, ports: [] }),
    ...(provider !== undefined && { provider }),
    ...(allowWeaker !== undefined && { allow_weaker: allowWeaker }),
    ...(allowCloud !== undefined && { allow_cloud: allowCloud }),
    ...(restart !== undefined && { restart_policy: restart }),
    ...((network !== undefined || allow.length > 0) && { network: { mode: network ?? 'allow', hosts: [...allow] } }),
  }
  if (Object.keys(change).length === 0)
    throw new UsageError('Nothing to change. Use an option, for example --image or --memory.')
  return checkedBy(hostedChange, change)
}

function limitsOf({ cpu, memory, disk }: HostEditOptions) {
  return {
    ...(cpu !== undefined && { cpu }),
    ...(memory !== undefined && { memory }),
    ...(disk !== undefined && { disk }),
  }
}

function keptOf({ environment_names: names }: HostedSetup, unset: readonly string[]): Record<string, null> {
  const unknown = unset.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new UsageError(`--unset ${unknown}: the server has no variable with this name.`)
  return Object.fromEntries(names.filter((name) => !unset.includes(name)).map((name) => [name, null]))
}

function volumesOf({ volumes }: HostedSetup, { volume, dropVolume }: HostEditOptions): string[] {
  const unknown = dropVolume.find((path) => !volumes.includes(path))
  if (unknown !== undefined) throw new UsageError(`--drop-volume ${unknown}: the server has no volume at this path.`)
  return [...new Set([...volumes.filter((path) => !dropVolume.includes(path)), ...volume])]
}

function foldersOf({ folders }: HostedSetup, { folder, writableFolder, dropFolder }: HostEditOptions): SharedFolder[] {
  const dropped = dropFolder.map((path) => resolve(path))
  const unknown = dropped.find((path) => !folders.some((one) => one.path === path))
  if (unknown !== undefined) throw new UsageError(`--drop-folder ${unknown}: the server does not see this folder.`)
  const given = [...sharedAs(folder, false), ...sharedAs(writableFolder, true)]
  const isReplaced = (path: string) => dropped.includes(path) || given.some((one) => one.path === path)
  return [...folders.filter(({ path }) => !isReplaced(path)), ...given]
}

/** One line per difference, then the effect on the server. */
export function previewLines({ differences, restarts, left_volumes: left }: HostedChangePreview): string[] {
  return [
    ...differences.map(({ field, before, after }) => `${field}: ${before ?? 'nothing'} -> ${after ?? 'nothing'}`),
    ...left.map((path) => `The volume at ${path} is no longer used. Its files stay until you delete it.`),
    restarts ? 'Its container is replaced by a new one. Its volumes stay.' : 'Its container keeps running.',
  ]
}
