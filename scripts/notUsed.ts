import type { Plugin } from 'vite'

const unused = new Set(['ssh2', '@grpc/grpc-js', '@grpc/proto-loader', 'protobufjs', 'tar-fs', '@balena/dockerignore'])
const emptyModule = '\0empty'

/** Replaces parts of dockerode that are not used here, SSH and building images. They would add two megabytes. */
export const notUsed: Plugin = {
  name: 'not-used',
  enforce: 'pre',
  resolveId: (id) => (unused.has(id) ? emptyModule : null),
  load: (id) => (id === emptyModule ? 'export default {}' : null),
}
