/** Creates, lists, reads and removes hosted servers' Docker volumes. */
import type Dockerode from 'dockerode'
import { AppError } from '#contract/errors'
import { labels } from '#engine/hosting/docker/containerConfig'
import { removeContainer } from '#engine/hosting/docker/attachedContainer'
import { isDockerThrown, isGone, requestFault } from '#engine/hosting/docker/dockerFault'
import type { DiskUsage } from '#engine/hosting/docker/diskUsage'
import type { DockerProviderName } from '#engine/hosting/docker/runtimes'
import type { ContainerSpec, FoundVolume, MountedVolume } from '#engine/hosting/provider'

export async function listVolumes(
  docker: Dockerode,
  provider: DockerProviderName,
  owner: string,
  usageOfAll: DiskUsage,
): Promise<readonly FoundVolume[]> {
  const label = [`${labels.owner}=${owner}`, `${labels.provider}=${provider}`]
  const { Volumes: own } = await docker.listVolumes({ filters: { label } })
  if (own.length === 0) return []
  const counted = await usageOfAll.volumes(docker)
  const usage = new Map(counted.map(({ Name, UsageData }) => [Name, UsageData ?? null]))
  return own.map(({ Name, Labels }) => {
    const { Size = -1, RefCount = 0 } = usage.get(Name) ?? {}
    return {
      name: Name,
      workspaceId: Labels?.[labels.workspace] ?? '',
      path: Labels?.[labels.path] ?? '',
      bytes: Size < 0 ? null : Size,
      isInUse: RefCount > 0,
    }
  })
}

/**
 * Creates missing volumes and adds their names to `made`. Call this before creating the container, because Podman does
 * not label volumes that it creates together with a container.
 */
export async function makeVolumes(
  docker: Dockerode,
  provider: DockerProviderName,
  spec: ContainerSpec,
  made: string[],
): Promise<void> {
  for (const { name, path, mustExist = false } of spec.volumes) {
    if (mustExist || (await isThere(docker, name))) continue
    await docker.createVolume({
      Name: name,
      Driver: 'local',
      // Docker refuses a size if the file system has no quotas.
      DriverOpts: spec.limits.diskBytes === null ? {} : { size: String(spec.limits.diskBytes) },
      Labels: {
        [labels.owner]: spec.owner,
        [labels.workspace]: spec.workspaceId,
        [labels.provider]: provider,
        [labels.path]: path,
        [labels.image]: spec.image,
      },
    })
    made.push(name)
  }
}

/**
 * Rejects if a volume that must exist was missing. Call this once the container exists, because its volumes cannot be
 * removed from then on. Docker created a missing volume with the container, but without our labels.
 */
export async function checkVolumes(docker: Dockerode, spec: ContainerSpec, made: string[]): Promise<void> {
  const expected = spec.volumes.filter(({ mustExist = false }) => mustExist)
  await Promise.all(expected.map((volume) => checkVolume(docker, volume, spec.owner, made)))
}

async function checkVolume(docker: Dockerode, { name }: MountedVolume, owner: string, made: string[]): Promise<void> {
  const { Labels } = await docker.getVolume(name).inspect()
  if (Labels?.[labels.owner] === owner) return
  made.push(name)
  throw new AppError('NOT_FOUND', `The volume ${name} no longer exists.`)
}

async function isThere(docker: Dockerode, name: string): Promise<boolean> {
  try {
    await docker.getVolume(name).inspect()
    return true
  } catch (thrown) {
    if (isGone(thrown)) return false
    throw thrown
  }
}

export async function removeVolume(docker: Dockerode, name: string): Promise<void> {
  try {
    await docker.getVolume(name).remove()
  } catch (thrown) {
    if (isGone(thrown)) return
    if (isDockerThrown(thrown) && thrown.statusCode === 409)
      throw new AppError(
        'VOLUME_IN_USE',
        `A container uses the volume ${name}. Remove the server of that container first.`,
      )
    throw requestFault(thrown)
  }
}

/** Streams a volume as a tar. Docker reads volumes only through a container, so one is created that never runs. */
export async function backupVolume(docker: Dockerode, name: string): Promise<AsyncIterable<Uint8Array>> {
  const { Labels } = await docker
    .getVolume(name)
    .inspect()
    .catch((thrown: unknown) => {
      throw isGone(thrown) ? new AppError('NOT_FOUND', `Volume ${name} does not exist.`) : requestFault(thrown)
    })
  const container = await docker
    .createContainer({
      Image: await someImage(docker, Labels?.[labels.image]),
      // Docker requires a command, even for a container that never runs.
      Entrypoint: ['/'],
      NetworkDisabled: true,
      HostConfig: {
        Mounts: [{ Type: 'volume', Source: name, Target: mountedAt, ReadOnly: true }],
        LogConfig: { Type: 'none', Config: {} },
      },
    })
    .catch((thrown: unknown) => {
      throw requestFault(thrown)
    })
  return readThenRemove(container)
}

const mountedAt = '/volume'

async function* readThenRemove(container: Dockerode.Container): AsyncGenerator<Uint8Array> {
  try {
    // The dot at the end selects the folder's content, not the folder itself.
    const archive = await container.getArchive({ path: `${mountedAt}/.` })
    yield* archive as unknown as AsyncIterable<Uint8Array>
  } finally {
    await removeContainer(container)
  }
}

/** An image for a container that never runs: the server's own if it is here, otherwise any image. */
async function someImage(docker: Dockerode, usual: string | undefined): Promise<string> {
  const images = await docker.listImages()
  const found = images.find(({ Id, RepoTags }) => Id === usual || RepoTags?.includes(usual ?? '')) ?? images[0]
  if (found === undefined) throw new AppError('IMAGE_NOT_FOUND', 'No image is available to read the volume with.')
  return found.Id
}
