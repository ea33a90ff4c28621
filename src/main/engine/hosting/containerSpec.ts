/** Builds the description of a container that a provider gets, from a server's launch. Pure. */
import type { ContainerLaunch } from '#contract/servers/server'
import type { ReadyPackage } from '#engine/hosting/packages/packageInstaller'
import { folderInside, withFoldersInside } from '#engine/hosting/packages/sharedFolders'
import type { ContainerLimits, ContainerSpec } from '#engine/hosting/provider'
import { volumeName } from '#engine/hosting/volumes'

export interface ContainerIdentity extends Pick<ContainerSpec, 'owner' | 'slug' | 'generation'> {
  /** The id of the server's row. */
  readonly id: string
}

/** `installed`: the package to run; null: the image's own program. */
export function containerSpec(
  { owner, id, slug, generation }: ContainerIdentity,
  launch: ContainerLaunch,
  limits: ContainerLimits,
  installed: ReadyPackage | null,
): ContainerSpec {
  return {
    owner,
    workspaceId: id,
    slug,
    generation,
    image: launch.image,
    command: installed === null ? null : [...installed.command, ...withFoldersInside(launch)],
    environment: launch.environment,
    limits,
    volumes: [
      ...launch.volumes.map((path) => ({ name: volumeName(owner, slug, path), path })),
      ...(installed === null ? [] : [installed.volume]),
    ],
    folders: launch.folders.map(({ path, writable }) => ({
      from: path,
      path: folderInside(path),
      isReadOnly: !writable,
    })),
    ports: launch.ports.map(({ container, host = null }) => ({ container, host })),
    network: networkOf(launch),
    isBridged: launch.stdioBridge,
  }
}

function networkOf({ network: { mode, hosts } }: ContainerLaunch): ContainerSpec['network'] {
  return mode === 'allow' ? { mode, hosts } : { mode }
}
