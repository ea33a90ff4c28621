/**
 * Node's HTTP module, loaded without an `import`. An import would evaluate all exports, among them `WebSocket`, which
 * loads `fetch` with all its parts: a tenth of what a start has to load, and never used here.
 */
export const nodeHttp = process.getBuiltinModule('node:http')
