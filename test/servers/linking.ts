/**
 * A server that returns addresses, its own and those of other servers: `node test/servers/linking.ts [--lists URI]
 * [--template URI]`. The tool `link(uri)` and the prompt `show(uri)` both return a link and an embedded resource.
 */
import { option, serve, text, tool, type Beside } from '#test/servers/support'
import type { JsonObject } from '#test/servers/wire'

const [listed, template] = [option('lists'), option('template')]
const link = (uri: unknown) => ({ type: 'resource_link', uri, name: 'linked' })
const embedded = (uri: unknown) => ({ type: 'resource', resource: { uri, text: String(uri) } })
const said = (content: unknown) => ({ role: 'user', content })

const beside: Beside = {
  capabilities: { resources: {}, prompts: {} },
  answer({ method, params }): JsonObject | undefined {
    const { uri } = (params['arguments'] ?? params) as JsonObject
    switch (method) {
      case 'resources/list':
        return { resources: listed === undefined ? [] : [{ uri: listed, name: 'listed' }] }
      case 'resources/templates/list':
        return { resourceTemplates: template === undefined ? [] : [{ uriTemplate: template, name: 'template' }] }
      case 'resources/read':
        return { contents: [{ uri, text: `${process.pid} ${String(uri)}` }] }
      case 'prompts/list':
        return { prompts: [{ name: 'show', arguments: [{ name: 'uri', required: true }] }] }
      case 'prompts/get':
        return { messages: [said(link(uri)), said([embedded(uri)])] }
      default:
        return undefined
    }
  },
  listen: () => ({}),
  unlisten: () => undefined,
}

const links = tool('link', 'Hands out an address.', { uri: { type: 'string' } }, ({ uri }) => ({
  content: [link(uri), embedded(uri)],
}))
const pid = tool('pid', 'Says its process.', {}, () => text(String(process.pid)))
serve({ name: 'linking', tools: [links, pid], beside })
process.stdin.on('end', () => process.exit(0))
