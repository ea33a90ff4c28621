/**
 * An MCP server for the pictures. It claims the tools of a well-known server, and answers with fixed texts. Run as
 * `node sceneServer.ts NAME`.
 */
import { createInterface } from 'node:readline'
import { sceneServers, type SceneTool } from '#scripts/screenshots/sceneServers'

interface Message {
  readonly id?: number | string
  readonly method: string
  readonly params?: { readonly protocolVersion?: string; readonly name?: string }
}

const scene = sceneServers[process.argv[2] ?? '']
if (scene === undefined) throw new Error('The first argument is the name of a server of the scene.')
if (scene.fault !== undefined) {
  process.stderr.write(`${scene.fault}\n`)
  process.exit(1)
}
const { title, tools } = scene

function listed({ name, about, parameters, isReadOnly = false }: SceneTool): object {
  const properties = Object.fromEntries(
    Object.entries(parameters).map(([parameter, description]) => [parameter, { type: 'string', description }]),
  )
  return {
    name,
    description: about,
    inputSchema: { type: 'object', properties, required: Object.keys(properties).slice(0, 1) },
    annotations: { readOnlyHint: isReadOnly },
  }
}

function answer({ method, params }: Message): object {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: title, version: '2.4.0' },
      }
    case 'tools/list':
      return { tools: tools.map(listed) }
    case 'tools/call': {
      const { answer: text = 'Done.', refuses = false } = tools.find(({ name }) => name === params?.name) ?? {}
      return { content: [{ type: 'text', text }], isError: refuses }
    }
    default:
      return {}
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line) as Message
  if (message.id !== undefined)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) })}\n`)
})
