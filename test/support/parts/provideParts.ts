/**
 * Runs before any test. It installs and starts the parts that this run needs, and tells the tests which parts are
 * missing, and why.
 */
import type { TestProject } from 'vitest/node'
import { messageOf } from '#contract/errors'
import { buildTestServers } from '#test/support/parts/buildTestServers'
import { prepareDesktopApp } from '#test/support/parts/desktopApp'
import { installPackages, type PackageMachine, thisMachine } from '#test/support/parts/installPackages'
import { needTestServers, neededParts } from '#test/support/parts/neededParts'
import { findFile, type PartName, partNames, parts } from '#test/support/parts/parts'
import { makeNodeImage } from '#test/support/parts/nodeImage'
import { containersOf, leftoversOf, startDocker, type DockerEngine } from '#test/support/parts/startDocker'
import { startPostgres } from '#test/support/parts/startPostgres'

/** The reason for each part that cannot be used. */
type MissingParts = Readonly<Partial<Record<PartName, string>>>

declare module 'vitest' {
  interface ProvidedContext {
    missingParts: MissingParts
    /** The packaged app's executable. Null if no test of this run needs it, or it is not available. */
    desktopApp: string | null
    /**
     * The database server's address without a database name. Null if no test of this run needs it, or it is not
     * available.
     */
    postgres: string | null
    /**
     * The address of the Docker Engine, which has the image of `nodeImage.ts`. Null if no test of this run needs it, or
     * it is not available.
     */
    docker: string | null
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const files = project.vitest.state.getPaths()
  const needed = neededParts(files)
  const missing = await bringParts(needed, thisMachine)
  const desktop =
    needed.includes('desktop') && missing.desktop === undefined ? await prepareDesktopApp() : { executable: null }
  if (needTestServers(files)) await buildTestServers()
  const postgres = needed.includes('postgres') && missing.postgres === undefined ? await startPostgres() : null
  const docker = needed.includes('docker') && missing.docker === undefined ? await prepareDocker() : { engine: null }
  project.provide('docker', 'engine' in docker ? (docker.engine?.url ?? null) : null)
  project.provide('postgres', postgres?.url ?? null)
  project.provide('desktopApp', 'executable' in desktop ? desktop.executable : null)
  project.provide('missingParts', {
    ...missing,
    ...('problem' in desktop && { desktop: desktop.problem }),
    ...('problem' in docker && { docker: docker.problem }),
  })
  return async () => {
    const left = 'engine' in docker ? stopClean(docker.engine) : []
    await Promise.all([postgres?.stop(), left])
    const words = (await left).join(', ')
    // Fails, because the remains of a run would otherwise stay on the user's machine for ever.
    if (words !== '') throw new Error(`The tests left behind: ${words}.`)
  }
}

/** Stops the Engine. Resolves with what the tests left in it, and what the Engine itself left on the machine. */
async function stopClean(engine: DockerEngine | null): Promise<readonly string[]> {
  if (engine === null) return []
  const left = await engine.left()
  const containers = containersOf(engine.folder)
  await engine.stop()
  const { processes, mounts, links } = leftoversOf(engine.folder, containers)
  return [...left, ...processes.map((one) => `the process ${one}`), ...mounts, ...links]
}

/** Starts an Engine, or says why it cannot: even root lacks the rights for that in some places, such as a container. */
async function prepareDocker(): Promise<{ readonly engine: DockerEngine } | { readonly problem: string }> {
  try {
    const engine = await startDocker()
    await makeNodeImage(engine.url)
    return { engine }
  } catch (thrown) {
    return { problem: messageOf(thrown) }
  }
}

/**
 * Installs the parts that are needed and missing. Resolves with the reason for each part that is missing afterwards,
 * whatever the installation said.
 */
export async function bringParts(
  needed: readonly PartName[],
  machine: PackageMachine,
  isThere = (file: string) => findFile(file) !== null,
): Promise<MissingParts> {
  const missingOf = (name: PartName) => Object.entries(parts[name]).filter(([file]) => !isThere(file))
  const packages = [...new Set(needed.flatMap(missingOf).map(([, name]) => name))]
  const problem = packages.length === 0 ? null : await installPackages(packages, machine)
  const reasonOf = (name: PartName) => {
    const missing = missingOf(name)
    const files = missing.map(([file]) => file).join(', ')
    const names = [...new Set(missing.map(([, one]) => one))].join(' ')
    return missing.length === 0
      ? null
      : `${files} is missing (Debian: ${names}); ${problem ?? 'no package contains it'}`
  }
  const reasons = partNames.map((name) => [name, reasonOf(name)] as const)
  return Object.fromEntries(reasons.filter(([, reason]) => reason !== null))
}
