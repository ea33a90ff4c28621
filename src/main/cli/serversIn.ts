/**
 * Finds the servers that a command is about, by the names that people use: all servers, or one project's servers with
 * their state there.
 */
import { ORPCError } from '@orpc/client'
import { AppError } from '#contract/errors'
import type { ProjectServer } from '#contract/projectServers'
import type { ServerSnapshot } from '#contract/servers/server'
import { shellWord } from '#contract/servers/launchWords'
import type { ContractClient } from '#main/host/control/controlClient'
import { oneLine } from '#main/host/output/safeText'

/** All servers or, with a project, its servers with their switch, group, state and tools in that project. */
export async function serversIn(
  client: ContractClient,
  project: string | undefined,
  signal: AbortSignal,
): Promise<readonly ServerSnapshot[]> {
  if (project === undefined) return client.servers.list(undefined, { signal })
  const [pairs, servers] = await Promise.all([
    pairsOf(client, project, signal),
    client.servers.list(undefined, { signal }),
  ])
  return asInProject(pairs, servers)
}

/** Leaves out a server that was removed between the two reads. Pure. */
export function asInProject<S extends Pick<ServerSnapshot, keyof ProjectServer>>(
  pairs: readonly ProjectServer[],
  servers: readonly S[],
) {
  const bySlug = new Map(servers.map((server) => [server.slug, server]))
  return pairs.flatMap(({ tools, ...pair }) => {
    const server = bySlug.get(pair.slug)
    return server === undefined ? [] : [{ ...server, ...pair, tools: { ...server.tools, ...tools } }]
  })
}

/** Checks a project that a command only passes on. Rejects if it does not exist, and lists the existing ones. */
export async function checkProject(
  client: ContractClient,
  project: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (project !== undefined) await pairsOf(client, project, signal)
}

/** The engine also knows a project's former names and the path of its file. */
async function pairsOf(client: ContractClient, project: string, signal: AbortSignal): Promise<ProjectServer[]> {
  try {
    return await client.projects.servers({ id: project }, { signal })
  } catch (error) {
    if (!(error instanceof ORPCError && error.code === 'NOT_FOUND')) throw error
    const names = (await client.projects.list(undefined, { signal })).map(({ name }) => oneLine(name))
    throw new AppError('NOT_FOUND', `Project ${project} does not exist. Existing projects: ${names.join(', ')}.`, {
      cause: error,
    })
  }
}

/** Names by project id. */
export type ProjectNames = ReadonlyMap<string, string>

export async function projectNames(client: ContractClient, signal: AbortSignal): Promise<ProjectNames> {
  return new Map((await client.projects.list(undefined, { signal })).map(({ id, name }) => [id, name]))
}

/** Users name a server by its slug or by its name. Pure. */
export function serverNamed<S extends Pick<ServerSnapshot, 'slug' | 'name'>>(
  servers: readonly S[],
  name: string,
): S | undefined {
  const byName = servers.filter((server) => server.name === name)
  return servers.find((server) => server.slug === name) ?? (byName.length === 1 ? byName[0] : undefined)
}

/** Finds a server by its slug or name. With a project, only servers in that project count. */
export async function findServer(
  client: ContractClient,
  name: string,
  signal: AbortSignal,
  project?: string,
): Promise<ServerSnapshot> {
  const found = serverNamed(await serversIn(client, project, signal), name)
  if (found !== undefined) return found
  const servers = await client.servers.list(undefined, { signal })
  const elsewhere = serverNamed(servers, name)
  if (project !== undefined && elsewhere !== undefined) throw notIn(elsewhere.slug, project)
  const known =
    servers.length === 0 ? 'No server exists yet.' : `Existing servers: ${servers.map((each) => each.slug).join(', ')}.`
  throw new AppError('NOT_FOUND', `Server ${name} does not exist. ${known}`)
}

function notIn(slug: string, project: string): AppError {
  const advice = `switchboard enable ${slug} --project ${shellWord(project)}`
  return new AppError('NOT_FOUND', `Server ${slug} is not in project ${project}. Add it: ${advice}`)
}
