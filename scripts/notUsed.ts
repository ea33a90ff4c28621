import type { Plugin } from 'vite'

const unused = new Set(['ssh2', '@grpc/grpc-js', '@grpc/proto-loader', 'protobufjs', 'tar-fs', '@balena/dockerignore'])
const emptyModule = '\0empty'

/**
 * Replaces the parts of dockerode that are not used here, for SSH and for building images, with an empty module. They
 * would add two megabytes.
 */
export const notUsed: Plugin = {
  name: 'not-used',
  enforce: 'pre',
  resolveId: (id) => (unused.has(id) ? emptyModule : null),
  load: (id) => (id === emptyModule ? 'export default {}' : null),
}
