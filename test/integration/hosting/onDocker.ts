/** Runs the built command on a real Docker Engine, with images for its servers, and finds leftovers on the Engine. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, onTestFinished } from 'vitest'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { makePlace, type Place } from '#test/integration/cli/switchboard'
import { rawDocker } from '#test/integration/hosting/docker'
import { notesProgram, webProgram } from '#test/support/hosting/hostedPrograms'
import { makeImage, serverArguments } from '#test/support/hosting/testImages'
// This comment has the servers of test/servers built, which the images contain: they are built for files whose text
// contains `serverFile(`.

const patient = { timeout: 60_000 }

/**
 * Makes a place whose command uses the Engine of this test run, unless another one is named. `more` adds variables to
 * the command's environment.
 */
export async function placeWithDocker(
  more: Readonly<Record<string, string>> = {},
  url = inject('docker') ?? '',
): Promise<Place> {
  const place = await makePlace({ DOCKER_HOST: url, SWITCHBOARD_VAULT_KEY: 'a key of the test, long enough', ...more })
  const docker = rawDocker(url)
  await makeImage(docker, 'hosted-notes:1', { arguments: ['-e', notesProgram] })
  await makeImage(docker, 'hosted-web:1', { arguments: ['-e', webProgram] })
  await makeImage(docker, 'hosted-echo:1', { arguments: serverArguments('echo') })
  return place
}

export interface Answered {
  readonly status: number
  // Tests read the responses of REST field by field.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export type Serving = Awaited<ReturnType<typeof serving>>

/** Starts an engine in this place. Returns functions for REST requests to it. */
export async function serving(place: Place) {
  const { ready, child, outcome } = await place.serve()
  const rest = async (method: string, path: string, body?: unknown): Promise<Answered> => {
    const answer = await fetch(`${ready.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const register = async (given: object) => {
    const { status, body } = await rest('POST', '/mcp/servers', given)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body as HostedServer
  }
  const callTool = (id: string, name: string, args: object = {}) =>
    rest('POST', `/mcp/servers/${id}/call`, { method: 'tools/call', params: { name, arguments: args } })
  const call = async (id: string, name: string, args: object = {}) => {
    const { body } = await callTool(id, name, args)
    return body.result?.content?.[0]?.text ?? body
  }
  const get = async (id: string) => (await rest('GET', `/mcp/servers/${id}`)).body as HostedServer
  const isRunning = async (id: string) => await expect.poll(async () => (await get(id)).status, patient).toBe('running')
  return { ready, child, outcome, rest, register, callTool, call, get, isRunning }
}

/** Returns the containers of these servers on the Docker Engine. */
export async function containersOf(servers: readonly Pick<HostedServer, 'id'>[], url = inject('docker')) {
  const all = await rawDocker(url).listContainers({ all: true })
  const ids = new Set(servers.map(({ id }) => id))
  return all.filter(({ Labels }) => Object.values(Labels).some((value) => ids.has(value)))
}

/** Removes the servers and volumes that this place leaves behind, when the test is over. */
export function removeAfter(place: Place): void {
  onTestFinished(async () => {
    const { rest, child, outcome } = await serving(place)
    const { body } = await rest('GET', '/mcp/servers')
    for (const { slug } of body as HostedServer[]) await rest('DELETE', `/mcp/servers/${slug}?volumes=true`)
    // The test runner does not end a process that was started after the test, so this ends it.
    child.kill('SIGTERM')
    await outcome
  })
}

export async function filesIn(folder: string): Promise<{ name: string; text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async ({ parentPath, name }) => ({ name, text: await readFile(join(parentPath, name), 'latin1') })),
  )
}
