/** The sample server as a person adds it: each time under a free name. Pure. */
import { joinWords } from '#contract/pasted/commandWords'
import { sampleLaunch } from '#contract/servers/sample'
import type { NewServerInput, ServerSnapshot } from '#contract/servers/server'

const { command, args } = sampleLaunch

export const sampleCommand = joinWords([command, ...args])

const usualName = 'Sample'

export function newSample(servers: readonly Pick<ServerSnapshot, 'name'>[], projectId?: string): NewServerInput {
  const taken = new Set(servers.map(({ name }) => name))
  let name = usualName
  for (let number = 2; taken.has(name); number += 1) name = `${usualName} ${number}`
  return { name, launch: sampleLaunch, ...(projectId !== undefined && { projectId }) }
}
