/** A container from its creation to its start: it is the only one of its workspace, and what was requested. */
import type Dockerode from 'dockerode'
import { AppError } from '#contract/errors'
import { removeContainer } from '#engine/hosting/docker/attachedContainer'
import { containerName, labels } from '#engine/hosting/docker/containerConfig'
import { isGone, isNameTaken } from '#engine/hosting/docker/dockerFault'
import { removeVolume } from '#engine/hosting/docker/dockerVolumes'
import type { ContainerSpec } from '#engine/hosting/provider'

/** Removes an older container of the same workspace: left by an engine that died, or by an interrupted removal. */
export async function createAlone(
  docker: Dockerode,
  config: Dockerode.ContainerCreateOptions,
  spec: ContainerSpec,
): Promise<Dockerode.Container> {
  try {
    return await docker.createContainer(config)
  } catch (thrown) {
    if (!isNameTaken(thrown)) throw thrown
    const other = docker.getContainer(containerName(spec))
    const generation = await generationOf(other)
    if (generation !== null && generation >= spec.generation) throw newerOne()
    await removeContainer(other)
    return await docker.createContainer(config).catch((again: unknown) => {
      // Docker reserves a name some time before the container can be seen.
      throw isNameTaken(again) ? newerOne() : again
    })
  }
}

function newerOne(): AppError {
  return new AppError('CONFLICT', 'Another engine has started a newer container of this server.')
}

/** Null: it is gone. */
async function generationOf(container: Dockerode.Container): Promise<number | null> {
  try {
    const { Config } = await container.inspect()
    return Number(Config.Labels[labels.generation])
  } catch (thrown) {
    if (isGone(thrown)) return null
    throw thrown
  }
}

/** Running with another runtime would isolate less than was requested, unnoticed. */
export async function checkRuntime(container: Dockerode.Container, runtime: string): Promise<void> {
  const { HostConfig } = await container.inspect()
  if (HostConfig.Runtime !== runtime)
    throw new AppError(
      'RUNTIME_UNAVAILABLE',
      `The container engine would run it with ${HostConfig.Runtime}, not ${runtime}.`,
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
    // The caller gets the first error. If Docker is gone, nothing can be cleaned up; the next start finds what is left.
  }
}
