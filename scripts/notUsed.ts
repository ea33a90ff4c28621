import type { Plugin } from 'vite'

const unused = new Set(['ssh2', '@grpc/grpc-js', '@grpc/proto-loader', 'protobufjs', 'tar-fs', '@balena/dockerignore'])
const emptyModule = '\0empty'

/** dockerode could speak through SSH, and build images: nothing here does, and it would be two megabytes more. */
export const notUsed: Plugin = {
  name: 'not-used',
  enforce: 'pre',
  resolveId: (id) => (unused.has(id) ? emptyModule : null),
  load: (id) => (id === emptyModule ? 'export default {}' : null),
}
