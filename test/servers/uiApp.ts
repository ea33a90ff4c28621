/**
 * A server with its own pages (MCP Apps): `node test/servers/uiApp.ts [--evil URL]`. `show_counter` shows a
 * well-behaved page, and `show_hostile` a page that tries to escape and reports what it found. Other tools show pages
 * that send too much, send nothing, or request web access.
 */
import { counterPage, floodPage, hostilePage, silentPage } from '#test/servers/uiAppPages'
import { option, serve, text, tool, type ToolEntry } from '#test/servers/support'
import type { JsonObject } from '#test/servers/wire'

const evil = option('evil') ?? 'http://127.0.0.1:9'

interface Page {
  readonly html: string
  readonly meta?: JsonObject
}
const pages: Readonly<Record<string, Page>> = {
  'ui://pages/counter': { html: counterPage },
  'ui://pages/hostile': { html: hostilePage(evil) },
  'ui://pages/flood': { html: floodPage },
  'ui://pages/silent': { html: silentPage },
  'ui://pages/networked': {
    html: counterPage,
    meta: {
      ui: { csp: { connectDomains: ['https://api.example.com', 'http://127.0.0.1:9'], resourceDomains: ['*'] } },
    },
  },
}

const ofPage = (entry: ToolEntry, ui: JsonObject): ToolEntry => ({
  ...entry,
  definition: { ...entry.definition, _meta: { ui } },
})

let count = 0
const shows = ['counter', 'hostile', 'flood', 'silent', 'networked'].map((name) =>
  ofPage(
    tool(`show_${name}`, `Shows the page ${name}.`, { start: { type: 'number' } }, (input) => {
      count = Number(input['start'] ?? 0)
      return { ...text(`The count is ${count}.`), structuredContent: { count } }
    }),
    { resourceUri: `ui://pages/${name}` },
  ),
)
const bump = ofPage(
  tool('bump', 'Adds one to the count.', {}, () => {
    count += 1
    return { ...text(`The count is ${count}.`), structuredContent: { count } }
  }),
  { visibility: ['app'] },
)

serve({
  name: 'pages',
  tools: [...shows, bump],
  beside: {
    capabilities: { resources: {} },
    listen: () => ({}),
    unlisten: () => {},
    answer({ method, params }) {
      if (method === 'resources/list')
        return {
          resources: Object.keys(pages).map((uri) => ({ uri, name: uri, mimeType: 'text/html;profile=mcp-app' })),
        }
      if (method === 'resources/templates/list') return { resourceTemplates: [] }
      const uri = String(params['uri'])
      const page = pages[uri]
      if (method !== 'resources/read' || page === undefined) return undefined
      const content = { uri, mimeType: 'text/html;profile=mcp-app', text: page.html }
      return { contents: [page.meta === undefined ? content : { ...content, _meta: page.meta }] }
    },
  },
})
process.stdin.on('end', () => process.exit(0))
