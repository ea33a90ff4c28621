/** One server in two projects, each project with its own secrets. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openClient } from '#test/outside/driver/otherClients'
import { digestOf, report } from '#test/outside/driver/outsideClient'
import { openPlace, type Place } from '#test/outside/driver/place'
import { worker } from '#test/outside/driver/world'
import type { Json } from '#test/support/mcpClients'
import { patience } from '#test/support/patience'
import { isRunning } from '#test/support/processList'

const keyed = { ...worker('keyed', ['keyed_work']), env: { API_KEY: '${API_KEY}' } }
const plain = worker('plain', ['plain_work'])

interface Examined {
  readonly slug: string
  readonly healthy: boolean
}

/** Calls the tool with a client at the project's address. */
async function madeIn(place: Place, project: string, tool: string) {
  const client = await openClient({ ...place, project }, '/mcp/p', 'keyed')
  try {
    return await report(client, tool, { variables: ['API_KEY'] })
  } finally {
    await client.close()
  }
}

describe('one server launched by projects with their own secrets', () => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace('added', () => ({ servers: { keyed, plain } }))
    await place.rest('POST', '/projects', { name: 'Other' })
    await place.rest('PUT', '/secrets/API_KEY', { value: 'key-of-the-first' })
    for (const slug of ['keyed', 'plain']) await place.rest('PUT', `/projects/Other/servers/${slug}`, { enabled: true })
  })
  afterAll(() => place.close())

  test('[R4] without a value, the server fails only in that project, and the command says so; catches the use of another project’s secret', async () => {
    const examined = async (project: string) => {
      const { stdout } = await place.command('doctor', '--project', project, '--json')
      return (JSON.parse(stdout) as readonly Examined[]).map(({ slug, healthy }) => ({ slug, healthy }))
    }
    const [isWell, isIll] = [true, false].map((healthy) => ({ slug: 'keyed', healthy }))
    const plainIsWell = { slug: 'plain', healthy: true }
    expect(await examined('default')).toEqual([isWell, plainIsWell])
    expect(await examined('Other')).toEqual([isIll, plainIsWell])
    expect((await madeIn(place, 'default', 'keyed_work')).variables).toEqual([digestOf('key-of-the-first')])
    const listed = await place.command('list', '--project', 'Other')
    expect(listed.stderr).toContain('API_KEY')
    expect((await place.command('list', '--project', 'default')).stderr).toBe('')
  })

  test('[R4] [R8] each project gets its own value, in its own process, and a server without secrets is shared; catches a value that all projects share', async () => {
    await place.rest('PUT', '/secrets/API_KEY', { value: 'key-of-the-other', projectId: 'Other' })
    const made = [await madeIn(place, 'default', 'keyed_work'), await madeIn(place, 'Other', 'keyed_work')]
    expect(made.map(({ variables }) => variables)).toEqual([
      [digestOf('key-of-the-first')],
      [digestOf('key-of-the-other')],
    ])
    expect(new Set(made.map(({ pid }) => pid)).size).toBe(2)
    const shared = [await madeIn(place, 'default', 'plain_work'), await madeIn(place, 'Other', 'plain_work')]
    expect(new Set(shared.map(({ pid }) => pid)).size).toBe(1)
  })

  test('[R8] `sessions: project` gives each project its own process; catches a setting that only the page shows', async () => {
    await place.rest('PATCH', '/servers/plain', { sessions: 'project' })
    const made = [await madeIn(place, 'default', 'plain_work'), await madeIn(place, 'Other', 'plain_work')]
    expect(new Set(made.map(({ pid }) => pid)).size).toBe(2)
  })

  test('[R7] switching a server off in one project ends its process there, and the other project’s process continues; catches a stop of all', async () => {
    const [here, there] = [await madeIn(place, 'default', 'keyed_work'), await madeIn(place, 'Other', 'keyed_work')]
    await place.rest('PUT', '/projects/Other/servers/keyed', { enabled: false })
    await vi.waitFor(() => expect(isRunning(there.pid)).toBe(false), patience)
    expect((await madeIn(place, 'default', 'keyed_work')).pid).toBe(here.pid)
    const [pair] = await place.rest<readonly Json[]>('GET', '/projects/Other/servers')
    expect(pair).toMatchObject({ slug: 'keyed', enabled: false })
  })
})
