import { expect, test } from 'vitest'
import { isToolFor, showsPages } from '#engine/policies/toolVisibility'

test.each([
  [{}, true, true],
  [{ _meta: null }, true, true],
  [{ _meta: { ui: { visibility: 'app' } } }, true, true],
  [{ _meta: { ui: { visibility: ['app'] } } }, false, true],
  [{ _meta: { ui: { visibility: ['model'] } } }, true, false],
  [{ _meta: { ui: { visibility: [] } } }, false, false],
])('%j is offered to the model: %s, to its page: %s', (tool, model, app) => {
  expect([isToolFor(tool, 'model'), isToolFor(tool, 'app')]).toEqual([model, app])
})

test.each([
  [{}, false],
  [{ extensions: null }, false],
  [{ extensions: { 'io.modelcontextprotocol/ui': true } }, false],
  [{ extensions: { 'io.modelcontextprotocol/ui': {} } }, true],
  [{ extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }, true],
])('a client that declares %j shows pages: %s', (capabilities, shows) => {
  expect(showsPages(capabilities)).toBe(shows)
})
