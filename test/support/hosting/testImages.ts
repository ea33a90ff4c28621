/** A test's own images, based on the image that was made before the tests. */
import type Dockerode from 'dockerode'
import { nodeImage } from '#test/support/parts/nodeImage'

export interface ImageWish {
  /** Node's arguments. If absent, the container reads a program from stdin. */
  readonly arguments?: readonly string[]
  readonly user?: string
  readonly volumes?: readonly string[]
  readonly environment?: readonly string[]
  readonly base?: string
}

/** Makes an image. `name` includes a tag. This takes a tenth of a second, because no file is copied. */
export async function makeImage(docker: Dockerode, name: string, wish: ImageWish): Promise<void> {
  const container = await docker.createContainer({ Image: wish.base ?? nodeImage, Cmd: ['-v'] })
  const [repo, tag] = name.split(':')
  await container.commit({
    repo,
    tag,
    Entrypoint: ['/usr/bin/node', ...(wish.arguments ?? [])],
    Cmd: [],
    User: wish.user ?? '',
    Env: [...(wish.environment ?? [])],
    Volumes: Object.fromEntries((wish.volumes ?? []).map((path) => [path, {}])),
  })
  await container.remove()
}

/** Returns the arguments that run one of the servers in test/servers, followed by the server's own. */
export function serverArguments(name: string, ...given: readonly string[]): readonly string[] {
  return [`/servers/${name}.js`, ...given]
}
