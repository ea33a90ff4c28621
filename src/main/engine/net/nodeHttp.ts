/**
 * Node's HTTP module, got without an `import`: that one reads all that the module exports, and behind its `WebSocket`
 * are fetch and everything that belongs to it, which is a tenth of what a start has to load and is never used here.
 */
export const nodeHttp = process.getBuiltinModule('node:http')
