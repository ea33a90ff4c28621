/** Runs an engine in the measuring process, with its REST API and the run's Docker Engine. */
import { request, Agent } from 'node:http'
import { text as textOfStream } from 'node:stream/consumers'
import { hostedRegistration } from '#contract/hosting/registration'
import { type CallClient, textOf } from '#bench/calls/callClient'
import { type BenchRuntime, echoImage } from '#bench/hosted/benchDocker'
import { enginePorts } from '#bench/machine/enginePorts'
import { systemClock } from '#engine/clock'
import { createEngine, type Engine } from '#engine/createEngine'
import { implementContract } from '#engine/handlers'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Caller } from '#engine/router/call'
import { openHttpServer } from '#main/host/http/httpServer'
import { createWires } from '#main/host/wires/wires'
import { testHost } from '#test/support/testHost'

const token = 'the-token-of-the-bench'

export async function hostedEngine(folder: string, dockerUrl: string) {
  const ports = enginePorts(folder, { ...process.env, DOCKER_HOST: dockerUrl })
  const engine = await createEngine(ports)
  const wires = createWires(implementContract(engine, testHost(token)), ports.log, () => undefined)
  const door = await openHttpServer({
    port: 0,
    token,
    version: '0.0.0',
    pageFolder: null,
    engine,
    wires,
    clock: systemClock,
    log: ports.log,
  })
  return {
    engine,
    port: Number(new URL(door.url).port),
    close: async () => {
      await door.close()
      await engine.close()
    },
  }
}

/** Resolves when all of the servers are up. */
export function registerMany(engine: Engine, runtime: BenchRuntime, count: number) {
  const names = Array.from({ length: count }, (_, index) => `echo ${index + 1}`)
  return Promise.all(
    names.map(async (name) => {
      const asked = { name, image: echoImage, provider: runtime, network: { mode: 'none' as const } }
      const server = await engine.hosting.register(hostedRegistration.parse(asked))
      if (server.state !== 'ready') throw new Error(`${name}: ${server.error?.message ?? server.state}`)
      return server
    }),
  )
}

export function routerClient({ router }: Engine, slug: string): Pick<CallClient, 'call'> {
  const scope: Scope = { kind: 'server', slug }
  const caller: Caller = { key: 'bench', capabilities: {}, ask: null }
  return {
    async call(text) {
      return textOf(await router.callTool(scope, { params: { name: 'echo', arguments: { text } }, caller }))
    },
  }
}

/** Calls a server over one keep-alive connection. */
export function restClient(port: number, id: string): CallClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return {
    call: (text) =>
      new Promise((resolve, reject) => {
        const path = `/api/v1/mcp/servers/${id}/call`
        const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent }, (answer) => {
          void textOfStream(answer).then((body) => {
            resolve(textOf((JSON.parse(body) as { result: unknown }).result))
          }, reject)
        })
        sent.on('error', reject)
        sent.end(JSON.stringify({ method: 'tools/call', params: { name: 'echo', arguments: { text } } }))
      }),
    close: () => Promise.resolve(agent.destroy()),
  }
}
