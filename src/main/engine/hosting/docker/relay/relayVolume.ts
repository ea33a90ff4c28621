/**
 * Fills and removes the volume with the relay's Node. All servers on a Docker share it, and mount it read-only.
 */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type Dockerode from 'dockerode'
import type { MountSettings } from 'dockerode'
import { removeContainer } from '#engine/hosting/docker/attachedContainer'
import { isGone } from '#engine/hosting/docker/dockerFault'
import type { RelayFiles } from '#engine/hosting/docker/relay/relayFiles'
import { tarHeader, tarPadding } from '#engine/hosting/docker/relay/tarHeader'

export const relayFolder = '/.switchboard'
const relayLabel = 'switchboard.relay'
/** The file that is written last. If it exists, all other files are complete. */
const lastName = 'whole'

export function relayMount({ key }: Pick<RelayFiles, 'key'>, isReadOnly = true): MountSettings {
  return {
    Type: 'volume',
    Source: `switchboard-relay-${key}`,
    Target: relayFolder,
    ReadOnly: isReadOnly,
    VolumeOptions: { NoCopy: true, Labels: { [relayLabel]: key }, DriverConfig: { Name: 'local', Options: {} } },
  }
}

/** The command that runs a program on the relay's Node, in a container with the volume. */
export function nodeCommand({ loader }: Pick<RelayFiles, 'loader'>, ...given: readonly string[]): string[] {
  return [`${relayFolder}/${loader}`, '--library-path', relayFolder, `${relayFolder}/node`, ...given]
}

/** Fills the volume, unless it is complete. `container` mounts it, and is not started yet. */
export async function fillRelayVolume(
  docker: Dockerode,
  container: Dockerode.Container,
  image: string,
  files: RelayFiles,
): Promise<void> {
  if (await isFilled(container)) return
  const helper = await docker.createContainer({
    Image: image,
    // The container never runs, but needs a command.
    Entrypoint: ['/'],
    NetworkDisabled: true,
    HostConfig: { Mounts: [relayMount(files, false)], LogConfig: { Type: 'none', Config: {} } },
  })
  try {
    await helper.putArchive(Readable.from(archiveOf(files)), { path: relayFolder })
  } finally {
    await removeContainer(helper)
  }
}

/**
 * Removes relay volumes that no container uses: this engine's, and those for other versions of Node. Call this when the
 * engine closes.
 */
export async function removeRelayVolumes(docker: Dockerode): Promise<void> {
  const { Volumes } = await docker.listVolumes({ filters: { label: [relayLabel] } })
  // Docker refuses to remove a volume that is in use.
  await Promise.allSettled(Volumes.map(({ Name }) => docker.getVolume(Name).remove()))
}

async function isFilled(container: Dockerode.Container): Promise<boolean> {
  try {
    await container.infoArchive({ path: `${relayFolder}/${lastName}` })
    return true
  } catch (thrown) {
    if (isGone(thrown)) return false
    throw thrown
  }
}

async function* archiveOf({ files }: RelayFiles): AsyncGenerator<Uint8Array> {
  for (const { source, name, bytes } of files) {
    yield tarHeader(name, bytes)
    yield* createReadStream(source) as AsyncIterable<Uint8Array>
    yield tarPadding(bytes)
  }
  yield tarHeader(lastName, 0)
  // Two empty blocks end a tar.
  yield new Uint8Array(1_024)
}
