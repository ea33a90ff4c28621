/**
 * Node's HTTP module, loaded without an `import`: an import would evaluate all its exports, and `WebSocket` loads fetch with
 * everything that belongs to it, a tenth of what a start has to load, which is never used here.
 */
export const nodeHttp = process.getBuiltinModule('node:http')
