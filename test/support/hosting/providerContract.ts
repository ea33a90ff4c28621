/** The rules of `hosting/provider` that every runtime keeps. Each runtime's test file calls this. */
import { expect, it } from 'vitest'
import type { Container, ContainerExit, ContainerSpec, Provider } from '#engine/hosting/provider'

/**
 * `echoes` echoes its input. `fails` prints `bye` on stderr and exits with 7. `stays` reads its input and keeps
 * running.
 */
export type ContractProgram = 'echoes' | 'fails' | 'stays'

export interface ContractSide {
  /** Returns another engine's provider on the same runtime. */
  provider(): Provider
  /** Returns the image or command that runs this program. */
  spec(program: ContractProgram): Partial<ContainerSpec>
}

let made = 0

export function contractSpec(given: Partial<ContainerSpec>): ContainerSpec {
  const id = `${process.pid}-${++made}-${Date.now()}`
  return {
    owner: `owner-${id}`,
    workspaceId: `workspace-${id}`,
    slug: 'notes',
    generation: 1,
    image: 'base',
    command: null,
    environment: {},
    limits: { cpu: 0.5, memoryBytes: 256 * 1_024 * 1_024, diskBytes: null },
    volumes: [],
    folders: [],
    ports: [],
    network: { mode: 'none' },
    isBridged: true,
    ...given,
  }
}

export function heard() {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const exits: ContainerExit[] = []
  return {
    stdout: () => stdout.join(''),
    stderr: () => stderr.join(''),
    exits,
    events: {
      onStdout: (bytes: Uint8Array) => void stdout.push(Buffer.from(bytes).toString()),
      onStderr: (bytes: Uint8Array) => void stderr.push(Buffer.from(bytes).toString()),
      onExit: (exit: ContainerExit) => void exits.push(exit),
    },
  }
}

export function keepsTheRules(make: () => ContractSide | Promise<ContractSide>): void {
  const running = async (program: ContractProgram, given: Partial<ContainerSpec> = {}) => {
    const side = await make()
    const provider = side.provider()
    const spec = contractSpec({ ...side.spec(program), ...given })
    const told = heard()
    const container: Container = await provider.start(spec, told.events)
    return { side, provider, spec, told, container }
  }

  it('[R24] carries input to the program, and its output back', async () => {
    const { told, container } = await running('echoes')
    await container.write('one\n')
    await container.write('two\n')
    await expect.poll(told.stdout).toBe('one\ntwo\n')
    expect(told.exits).toEqual([])
    await container.stop(0)
  })

  it('[R26] reports the exit once, after all output, and accepts no input from then on', async () => {
    const { told, container } = await running('fails')
    await expect.poll(() => told.exits).toEqual([{ code: 7, isOutOfMemory: false }])
    expect(told.stderr()).toBe('bye\n')
    await expect(container.write('late\n')).rejects.toMatchObject({ code: 'SERVER_LOST' })
    await container.stop(0)
    await container.stop(0)
    expect(told.exits).toHaveLength(1)
  })

  it('[R26] stops a program that keeps running, and leaves nothing behind', async () => {
    const { provider, spec, told, container } = await running('stays')
    expect(await provider.find(spec.owner)).toMatchObject([
      { id: container.id, workspaceId: spec.workspaceId, generation: 1, isRunning: true },
    ])
    expect(await provider.find(`${spec.owner}-other`)).toEqual([])
    await Promise.all([container.stop(1_000), container.stop(1_000)])
    expect(told.exits).toHaveLength(1)
    expect(await provider.find(spec.owner)).toEqual([])
    expect(await container.usage()).toBeNull()
  })

  it('[R26] the next engine finds and removes a container that the previous one left', async () => {
    const { side, provider, spec } = await running('stays')
    await provider.close()
    const next = side.provider()
    const [found] = await next.find(spec.owner)
    expect(found).toMatchObject({ workspaceId: spec.workspaceId, generation: 1 })
    await next.remove(found?.id ?? '')
    await next.remove(found?.id ?? '')
    expect(await next.find(spec.owner)).toEqual([])
  })

  it('[R24] a refused start leaves nothing behind', async () => {
    const side = await make()
    const provider = side.provider()
    const spec = contractSpec({ ...side.spec('stays'), image: 'no-such-image' })
    await expect(provider.start(spec, heard().events)).rejects.toMatchObject({ code: 'IMAGE_NOT_FOUND' })
    expect(await provider.find(spec.owner)).toEqual([])
  })
}
