/**
 * Creates a container and checks it before its start: it must be the workspace's only one, and have the requested
 * runtime.
 */
import type Dockerode from 'dockerode'
import { AppError } from '#contract/errors'
import { removeContainer } from '#engine/hosting/docker/attachedContainer'
import { containerName, labels } from '#engine/hosting/docker/containerConfig'
import { isGone, isNameTaken } from '#engine/hosting/docker/dockerFault'
import { removeVolume } from '#engine/hosting/docker/dockerVolumes'
import type { ContainerSpec } from '#engine/hosting/provider'

/** Creates a workspace's container. Removes an older one, left by an engine that died or by an interrupted removal. */
export async function createAlone(
  docker: Dockerode,
  config: Dockerode.ContainerCreateOptions,
  spec: ContainerSpec,
): Promise<Dockerode.Container> {
  try {
    return await docker.createContainer(config)
  } catch (thrown) {
    if (!isNameTaken(thrown)) throw thrown
    const other = await holderOf(docker, containerName(spec))
    if (other !== null && other.generation >= spec.generation) throw newerOne()
    // By its id: meanwhile, another engine may have removed it and given the name to its own container.
    if (other !== null) await removeContainer(docker.getContainer(other.id))
    return await docker.createContainer(config).catch((again: unknown) => {
      // Docker reserves a name shortly before the container becomes visible.
      throw isNameTaken(again) ? newerOne() : again
    })
  }
}

function newerOne(): AppError {
  return new AppError('CONFLICT', 'Another engine has started a newer container of this server.')
}

/** The container that has the name now; null if it is gone. */
async function holderOf(
  docker: Dockerode,
  name: string,
): Promise<{ readonly id: string; readonly generation: number } | null> {
  try {
    const { Id, Config } = await docker.getContainer(name).inspect()
    return { id: Id, generation: Number(Config.Labels[labels.generation]) }
  } catch (thrown) {
    if (isGone(thrown)) return null
    throw thrown
  }
}

/** Rejects if the container got another runtime: it would be isolated less than requested, and no one would notice. */
export async function checkRuntime(container: Dockerode.Container, runtime: string): Promise<void> {
  const { HostConfig } = await container.inspect()
  if (HostConfig.Runtime !== runtime)
    throw new AppError(
      'RUNTIME_UNAVAILABLE',
      `The container engine would run the server with ${HostConfig.Runtime}, not ${runtime}.`,
    )
}

export async function leaveNothing(
  docker: Dockerode,
  container: Dockerode.Container | null,
  volumes: readonly string[],
): Promise<void> {
  try {
    if (container !== null) await removeContainer(container)
    await Promise.all(volumes.map((name) => removeVolume(docker, name)))
  } catch {
    // The caller gets the first error. If Docker is gone, the next start finds what is left.
  }
}
