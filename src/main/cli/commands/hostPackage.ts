/** Builds the request for `host run`: a package, as a README runs it, and what its container may see. Pure. */
import { resolve } from 'node:path'
import type { PackageRegistry, SharedFolder } from '#contract/hosting/package'
import { nameOfPackage, readPackage, readPackageCommand, type WantedPackage } from '#contract/pasted/readPackage'
import type { PackagePreview, PackageRegistration } from '#contract/hosting/registration'
import { environmentOf, type Environment, type HostAddOptions } from '#main/cli/commands/hostRegistration'
import { UsageError } from '#main/cli/failure'

export interface HostRunOptions extends Omit<
  HostAddOptions,
  'image' | 'volume' | 'port' | 'path' | 'disk' | 'allowCloud'
> {
  readonly name?: string
  readonly from: PackageRegistry
  readonly folder: readonly string[]
  readonly writableFolder: readonly string[]
  readonly yes?: boolean
}

export function packageOf(words: readonly string[], usual: PackageRegistry): WantedPackage {
  const [first = '', ...rest] = words
  const command = readPackageCommand(first, rest)
  const read = command ?? readPackage(first, usual)
  if (read.kind === 'problem') throw new UsageError(read.message)
  return command === null ? { ...read.wanted, args: [...read.wanted.args, ...rest] } : read.wanted
}

export function packageRegistrationOf(
  wanted: WantedPackage,
  { package: found }: PackagePreview,
  options: HostRunOptions,
  environment: Environment,
): Partial<PackageRegistration> & Pick<PackageRegistration, 'name' | 'package'> {
  const { name, project, cpu, memory, provider, allowWeaker, network, allow, restart } = options
  return {
    name: name ?? nameOfPackage(wanted),
    package: { ...found, program: wanted.program, args: [...wanted.args] },
    environment: environmentOf(options.env, environment),
    folders: [...sharedAs(options.folder, false), ...sharedAs(options.writableFolder, true)],
    resource_limits: { ...(cpu !== undefined && { cpu }), ...(memory !== undefined && { memory }) },
    ...(project !== undefined && { project_id: project }),
    ...(provider !== undefined && { provider }),
    ...(allowWeaker === true && { allow_weaker: true }),
    ...(restart !== undefined && { restart_policy: restart }),
    ...((network !== undefined || allow.length > 0) && { network: { mode: network ?? 'allow', hosts: [...allow] } }),
  }
}

export function sharedAs(folders: readonly string[], writable: boolean): SharedFolder[] {
  return folders.map((path) => ({ path: resolve(path), writable }))
}
