import { expect, test } from 'vitest'
import { isToolFor, showsPages } from '#engine/policies/toolVisibility'

test.each([
  [{}, true, true],
  [{ _meta: null }, true, true],
  [{ _meta: { ui: { visibility: 'app' } } }, true, true],
  [{ _meta: { ui: { visibility: ['app'] } } }, false, true],
  [{ _meta: { ui: { visibility: ['model'] } } }, true, false],
  [{ _meta: { ui: { visibility: [] } } }, false, false],
])("%j is for the model: %s, for its page: %s; a tool behind a page's button is not offered", (tool, model, app) => {
  expect([isToolFor(tool, 'model'), isToolFor(tool, 'app')]).toEqual([model, app])
})

test.each([
  [{}, false],
  [{ extensions: null }, false],
  [{ extensions: { 'io.modelcontextprotocol/ui': true } }, false],
  [{ extensions: { 'io.modelcontextprotocol/ui': {} } }, true],
  [{ extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }, true],
])('%j shows pages: %s; a client that does not declare it shows none', (capabilities, shows) => {
  expect(showsPages(capabilities)).toBe(shows)
})
