import { expect, test } from 'vitest'
import { isToolFor, showsPages } from '#engine/policies/toolVisibility'

test.each([
  [{}, true, true],
  [{ _meta: null }, true, true],
  [{ _meta: { ui: { visibility: 'app' } } }, true, true],
  [{ _meta: { ui: { visibility: ['app'] } } }, false, true],
  [{ _meta: { ui: { visibility: ['model'] } } }, true, false],
  [{ _meta: { ui: { visibility: [] } } }, false, false],
])('%j is for the model: %s, for its page: %s; a button of a page is no tool to offer', (tool, model, app) => {
  expect([isToolFor(tool, 'model'), isToolFor(tool, 'app')]).toEqual([model, app])
})

test.each([
  [{}, false],
  [{ extensions: null }, false],
  [{ extensions: { 'io.modelcontextprotocol/ui': true } }, false],
  [{ extensions: { 'io.modelcontextprotocol/ui': {} } }, true],
  [{ extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }, true],
])('%j shows pages: %s; who does not say so is no host of pages', (capabilities, shows) => {
  expect(showsPages(capabilities)).toBe(shows)
})
