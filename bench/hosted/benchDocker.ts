/**
 * The run's own Docker Engine, with an image of the echo server. Hosted and hand-made servers start from this image.
 */
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import Dockerode from 'dockerode'
import { serverScript } from '#bench/gateways/gateway'
import { makeImage } from '#test/support/hosting/testImages'
import { makeNodeImage } from '#test/support/parts/nodeImage'
import { findFile, parts, type PartName } from '#test/support/parts/parts'
import { startDocker, type DockerEngine } from '#test/support/parts/startDocker'

export const echoImage = 'switchboard-bench/echo:1'

/** The container runtime, which is also the name of its provider. */
export type BenchRuntime = 'plain' | 'gvisor'

/** Rejects with one line if this machine has no Docker, or no gVisor. */
export async function startBenchDocker(runtime: BenchRuntime): Promise<DockerEngine> {
  const needed: readonly PartName[] = runtime === 'gvisor' ? ['docker', 'gvisor'] : ['docker']
  const missing = needed.flatMap((name) => Object.keys(parts[name])).filter((file) => findFile(file) === null)
  if (missing.length > 0) throw new Error(`There is no Docker Engine with ${runtime} here: no ${missing.join(', ')}.`)
  const engine = await startDocker()
  try {
    await makeNodeImage(engine.url)
    const program = stripTypeScriptTypes(await readFile(serverScript, 'utf8'))
    await makeImage(rawDocker(engine.url), echoImage, { arguments: ['--input-type=module', '-e', program] })
    return engine
  } catch (thrown) {
    await engine.stop()
    throw thrown
  }
}

export function rawDocker(url: string): Dockerode {
  return new Dockerode({ socketPath: socketOf(url) })
}

export function socketOf(url: string): string {
  return url.replace('unix://', '')
}
