/** Base images for a fake runtime that install packages, and an npm registry on loopback that lists the packages. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { packageRoot } from '#engine/hosting/packages/installProgram'
import { behaving } from '#test/support/hosting/fakeImages'
import type { FakeImage } from '#test/support/hosting/fakeRuntime'

export interface FakeBase {
  readonly image: FakeImage
  /** The installed packages, in order. */
  readonly installed: string[]
  /** What an installation prints before it fails. Null if installations succeed. */
  failure: string | null
}

/** Behaves as an MCP server, unless its command is an installation. */
export function fakeBase(): FakeBase {
  const installed: string[] = []
  const base: FakeBase = {
    installed,
    failure: null,
    image: (body) => {
      const [interpreter, option] = body.command ?? []
      const isInstall = option === '-e' || option === '-c'
      if (!isInstall) return behaving(body)
      const spec = body.command?.at(-2) ?? ''
      queueMicrotask(() => {
        installed.push(spec)
        body.stderr(`fetching ${spec}\n`)
        const files = body.files(packageRoot)
        if (base.failure !== null) {
          files.set('half', 'made')
          body.stderr(base.failure)
          return body.exit(1)
        }
        files.set('installed.json', spec)
        body.stdout(`${JSON.stringify({ command: [interpreter, `${packageRoot}/run`] })}\n`)
        body.exit(0)
      })
      return { input: () => undefined }
    },
  }
  return base
}

/** `packages` has each package's versions, the newest last. A test may change it later. */
export async function fakeNpm(packages: Record<string, string[]>): Promise<string> {
  const server = createServer((request, response) => {
    const [name = '', wanted = ''] = (request.url ?? '').slice(1).split('/').map(decodeURIComponent)
    const versions = packages[name] ?? []
    const version = wanted === 'latest' ? versions.at(-1) : versions.find((one) => one === wanted)
    response.writeHead(version === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(version === undefined ? 'Not Found' : { name, version }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
