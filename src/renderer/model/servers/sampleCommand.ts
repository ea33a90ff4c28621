import type { NewServerInput } from '#contract/servers/server'

const command = 'npx'
const args = ['-y', '@modelcontextprotocol/server-everything']

/** A harmless server with a tool of every kind. */
export const sampleCommand = [command, ...args].join(' ')

export function sampleServer(projectId: string): NewServerInput {
  return { name: 'Everything', projectId, launch: { transport: 'stdio', command, args } }
}
