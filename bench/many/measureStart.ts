/**
 * Measures how soon the tools of thirty servers are one list: from an empty folder, from stored listings, and while one
 * server never answers.
 */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ManyGateway } from '#bench/gateways/gateway'
import { switchboardOfMany } from '#bench/gateways/switchboard'
import type { McpClient } from '#bench/load/mcpClient'
import type { Workspace } from '#bench/machine/workspace'
import { manyServers, untilListed, type Listed } from '#bench/many/manyServers'
import { median } from '#bench/report/statistics'

export interface EmptyStartFigures {
  /** The time from the process's start, in an empty folder, to the answer that lists every tool. */
  readonly listedMs: number
}

export interface KeptStartFigures {
  /** The time from the process's start to the complete list, with the listings that an earlier run stored. */
  readonly listedMs: number
  /** The same time, while one of the servers never answers. */
  readonly listedWhileOneHangsMs: number
  /** The median latency of calls made one after another once the servers are up. */
  readonly callMs: number
  readonly callWhileOneHangsMs: number
}

const deadlineMs = 60_000
const calls = 300

export async function measureEmptyStart(gateway: ManyGateway, workspace: Workspace): Promise<EmptyStartFigures> {
  return started(gateway, workspace, await workspace.makeFolder(), async (_listed, listedMs) => ({ listedMs }))
}

export async function measureKeptStart(workspace: Workspace): Promise<KeptStartFigures> {
  const folder = await workspace.makeFolder()
  const hangFile = join(folder, 'hang')
  const start = <T>(use: (listed: Listed, listedMs: number) => Promise<T>): Promise<T> =>
    started(switchboardOfMany, workspace, folder, use, hangFile)
  const useIt = async (listed: Listed, listedMs: number) => ({ listedMs, callMs: await callsOfOthers(listed) })
  await start(callsOfOthers)
  const asUsual = await start(useIt)
  await writeFile(hangFile, '')
  const whileOneHangs = await start(useIt)
  await rm(hangFile)
  return {
    ...asUsual,
    listedWhileOneHangsMs: whileOneHangs.listedMs,
    callWhileOneHangsMs: whileOneHangs.callMs,
  }
}

async function started<T>(
  gateway: ManyGateway,
  workspace: Workspace,
  folder: string,
  use: (listed: Listed, listedMs: number) => Promise<T>,
  hangFile?: string,
): Promise<T> {
  const startedAt = performance.now()
  const { process, endpoint } = await gateway.start(workspace, manyServers(hangFile), folder)
  try {
    const listed = await untilListed(endpoint, deadlineMs)
    try {
      return await use(listed, performance.now() - startedAt)
    } finally {
      listed.client.close()
    }
  } finally {
    await process.end()
  }
}

/**
 * Measures calls to every server but the last, which may hang. Each server is called once before, so that it is
 * running.
 */
async function callsOfOthers({ client, names }: Listed): Promise<number> {
  const others = names.filter((name) => name.endsWith('_echo') && !name.endsWith('s30_echo'))
  for (const name of others) await call(client, name)
  const latencies: number[] = []
  for (let made = 0; made < calls; made += 1) {
    latencies.push(await call(client, others[made % others.length] ?? ''))
  }
  return median(latencies)
}

async function call(client: McpClient, name: string): Promise<number> {
  return (await client.request(0, 'tools/call', { name, arguments: { text: name } })).latencyMs
}
