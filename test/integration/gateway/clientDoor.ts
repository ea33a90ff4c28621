/** Opens the real HTTP door of a real engine with two projects, for clients with tokens of their own. */
import { onTestFinished } from 'vitest'
import type { MadeToken, NewAccessClient } from '#contract/clients/access'
import { newProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import { systemClock } from '#engine/clock'
import type { Engine } from '#engine/createEngine'
import { implementContract } from '#engine/handlers'
import type { Ports } from '#engine/ports'
import { openHttpServer } from '#main/host/http/httpServer'
import { createWires } from '#main/host/wires/wires'
import { type RecordingLog, recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { testHost } from '#test/support/testHost'
import { testPorts } from '#test/support/testPorts'

export const ownerToken = 'the-access-token-of-its-owner'

export interface ClientDoor {
  readonly engine: Engine
  readonly url: string
  readonly log: RecordingLog
  readonly dataFolder: string
  /** The id of the project `work`, which has the server `two`. The default project has `one`. */
  readonly workId: string
  readonly createClient: (client: NewAccessClient) => Promise<MadeToken>
}

export async function openClientDoor(overrides: Partial<Ports> = {}): Promise<ClientDoor> {
  const log = recordingLog()
  const dataFolder = await temporaryFolder()
  const { paths } = testPorts(dataFolder)
  const engine = await startTestEngine({ one: { launch: testServer('echo') } }, { log, paths, ...overrides })
  const { id: workId } = await engine.projects.add(newProject.parse({ name: 'work' }))
  await engine.servers.add(newServer.parse({ name: 'two', launch: testServer('echo'), projectId: workId }))
  await engine.registry.use({ kind: 'all' })
  const door = await openHttpServer({
    port: 0,
    token: ownerToken,
    version: '0',
    pageFolder: null,
    engine,
    wires: createWires(implementContract(engine, testHost(ownerToken)), log),
    clock: systemClock,
    log,
  })
  onTestFinished(() => door.close())
  return {
    engine,
    url: door.url,
    log,
    dataFolder,
    workId,
    createClient: async (client) => engine.access.createToken((await engine.access.create(client)).id),
  }
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}
