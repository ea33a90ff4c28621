/** A hosted server with a list of allowed hosts, used by command and REST, before and after its engine is killed. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import type { HostedLogLine, HostedServer } from '#contract/hosting/hostedServer'
import { makePlace } from '#test/integration/cli/switchboard'
import { rawDocker } from '#test/integration/hosting/docker'
import { fetchingServer } from '#test/support/hosting/networkPrograms'
import { makeImage } from '#test/support/hosting/testImages'
import { hasPart } from '#test/support/parts/hasPart'
// This comment has the servers of test/servers built, which the images contain: they are built for files whose text
// contains `serverFile(`.

describe.skipIf(!hasPart('docker'))('a hosted server with a list of allowed hosts', () => {
  it('[R28] is added by command, reaches the allowed hosts, reports refusals, and works again after SIGKILL of its engine', async () => {
    const web = createServer((_asked, answer) => void answer.end('it works')).listen(0, '0.0.0.0')
    await once(web, 'listening')
    onTestFinished(() => {
      web.closeAllConnections()
      web.close()
    })
    // All addresses in 127.0.0.0/8 are this machine, but this one is not in NO_PROXY.
    const address = `127.0.0.2:${(web.address() as AddressInfo).port}`
    await makeImage(rawDocker(), 'hosted-fetch:1', { arguments: ['-e', fetchingServer] })
    const place = await makePlace({ DOCKER_HOST: inject('docker') ?? '' })
    const serving = async () => {
      const { ready, child, outcome } = await place.serve()
      const rest = async (method: string, path: string, body?: unknown) => {
        const headers = { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' }
        const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
        const answer = await fetch(`${ready.url}/api/v1/mcp/servers${path}`, sent)
        return { status: answer.status, body: await answer.json() }
      }
      const fetched = async (url: string) => {
        const call = { method: 'tools/call', params: { name: 'fetch', arguments: { url } } }
        const { body } = await rest('POST', '/fetch/call', call)
        return (body as { result?: { content: { text: string }[] } }).result?.content[0]?.text
      }
      return { child, outcome, rest, fetched }
    }
    const first = await serving()
    const usual = ['--image', 'hosted-fetch:1', '--provider', 'plain']
    const added = await place.run('host', 'add', 'fetch', ...usual, '--allow', address, '--json')
    expect(added).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(added.stdout)).toMatchObject({ state: 'ready', network: { mode: 'allow', hosts: [address] } })
    const both = await place.run('host', 'add', 'web', ...usual, '--allow', address, '--port', '8080')
    expect(both).toMatchObject({ code: 1 })
    expect(both.stderr).toContain('cannot be limited to a list of hosts')

    expect(await first.fetched(`http://${address}/`)).toBe('it works')
    expect(await first.fetched('http://127.0.0.3/')).toBe('failed')
    const { network } = (await first.rest('GET', '/fetch')).body as HostedServer
    expect(network.use).toEqual({ allowed: 1, refused: 1, refused_targets: ['127.0.0.3:80'] })
    const lines = (await first.rest('GET', '/fetch/logs')).body as HostedLogLine[]
    expect(lines).toContainEqual(
      expect.objectContaining({ source: 'engine', text: 'Network: 127.0.0.3:80 is not on its list of hosts.' }),
    )

    first.child.kill('SIGKILL')
    await first.outcome
    const second = await serving()
    const isRunning = async () => ((await second.rest('GET', '/fetch')).body as HostedServer).status
    await expect.poll(isRunning, { timeout: 60_000 }).toBe('running')
    expect(await second.fetched(`http://${address}/`)).toBe('it works')
    const { id } = (await second.rest('GET', '/fetch')).body as HostedServer
    const containers = async () => {
      const all = await rawDocker().listContainers({ all: true })
      return all.filter(({ Labels }) => Object.values(Labels).includes(id)).length
    }
    await expect.poll(containers).toBe(1)
    expect(await second.rest('DELETE', '/fetch')).toMatchObject({ status: 200 })
    expect(await containers()).toBe(0)
    second.child.kill('SIGTERM')
    expect((await second.outcome).code).toBe(0)
    const relays = await rawDocker().listVolumes({ filters: { label: ['switchboard.relay'] } })
    expect(relays.Volumes).toEqual([])
  }, 120_000)
})
