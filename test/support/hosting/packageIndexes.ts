/** An npm and a PyPI registry with one package each. Containers of a Docker Engine reach them at its bridge. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type Dockerode from 'dockerode'
import { onTestFinished } from 'vitest'
import { pythonPlace } from '#test/support/hosting/packageImages'
import { commandPath } from '#test/support/parts/parts'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { serverFile, testServersFolder } from '#test/support/testServers'

const run = promisify(execFile)

/** Files by path. Any other path is a 404. */
interface File {
  readonly type: string
  readonly body: Buffer | string
}
type Files = ReadonlyMap<string, File>

/** `asked` is called with each path. If it returns a promise, the response waits for that promise. */
type Asked = (path: string) => void | Promise<void>

async function serve(docker: Dockerode, filesAt: (url: string) => Files, asked?: Asked): Promise<string> {
  const network = (await docker.getNetwork('bridge').inspect()) as {
    IPAM: { Config: { Gateway?: string; Subnet: string }[] }
  }
  const [config] = network.IPAM.Config
  const host = config?.Gateway ?? config?.Subnet.replace(/0\/\d+$/, '1') ?? '127.0.0.1'
  let files: Files = new Map()
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname)
    const file = files.get(path)
    void Promise.resolve(asked?.(path)).then(() => {
      response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.type ?? 'application/json' })
      response.end(file?.body ?? '{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://${host}:${(server.address() as AddressInfo).port}/`
  files = filesAt(url)
  return url
}

/**
 * Serves the package `@scope/echo` in these versions: the server `echo`, and an install script that leaves a file where
 * it ran.
 */
export async function npmIndex(docker: Dockerode, versions: readonly string[], asked?: Asked): Promise<string> {
  const name = '@scope/echo'
  const packed = await Promise.all(versions.map(async (version) => ({ version, body: await packNpm(name, version) })))
  const filesAt = (url: string): Files => {
    const manifests = packed.map(({ version, body }) => {
      const integrity = `sha512-${createHash('sha512').update(body).digest('base64')}`
      return { name, version, bin: { echo: 'server.js' }, dist: { tarball: `${url}echo-${version}.tgz`, integrity } }
    })
    const newest = manifests.at(-1)
    const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) })
    const packument = {
      name,
      'dist-tags': { latest: newest?.version },
      versions: Object.fromEntries(manifests.map((one) => [one.version, one])),
    }
    return new Map<string, File>([
      [`/${name}`, json(packument)],
      [`/${name}/latest`, json(newest)],
      ...manifests.map((one) => [`/${name}/${one.version}`, json(one)] as const),
      ...packed.map(
        ({ version, body }) => [`/echo-${version}.tgz`, { type: 'application/octet-stream', body }] as const,
      ),
    ])
  }
  return serve(docker, filesAt, asked)
}

async function packNpm(name: string, version: string): Promise<Buffer> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'package'))
  const manifest = {
    name,
    version,
    type: 'module',
    bin: { echo: 'server.js' },
    scripts: { postinstall: "node -e \"require('fs').writeFileSync('the-script-ran', '')\"" },
  }
  await writeFile(join(folder, 'package', 'package.json'), JSON.stringify(manifest))
  await cp(testServersFolder, join(folder, 'package'), { recursive: true })
  await copyFile(serverFile('echo'), join(folder, 'package', 'server.js'))
  await run(commandPath('tar'), ['-czf', join(folder, 'package.tgz'), '-C', folder, 'package'])
  return readFile(join(folder, 'package.tgz'))
}

const pythonServer = `
import json, os, sys

def answer(id, **given):
    print(json.dumps({'jsonrpc': '2.0', 'id': id, **given}), flush=True)

def main():
    for line in sys.stdin:
        message = json.loads(line)
        id, method = message.get('id'), message.get('method')
        if id is None:
            continue
        if method == 'initialize':
            answer(id, result={'protocolVersion': '2025-11-25', 'capabilities': {'tools': {}}, 'serverInfo': {'name': 'py', 'version': '1'}})
        elif method == 'ping':
            answer(id, result={})
        elif method == 'tools/list':
            answer(id, result={'tools': [{'name': name, 'inputSchema': {'type': 'object'}} for name in ('arguments', 'read', 'write')]})
        elif method == 'tools/call':
            answer(id, result={'content': [{'type': 'text', 'text': call(message['params'])}]})
        else:
            answer(id, error={'code': -32601, 'message': 'no ' + method})

def call(params):
    given = params.get('arguments') or {}
    try:
        if params['name'] == 'arguments':
            return ' '.join(sys.argv[1:])
        with open(given['path'], 'w' if params['name'] == 'write' else 'r') as file:
            return str(file.write('written')) if params['name'] == 'write' else file.read()
    except OSError as error:
        return error.strerror
`

const pack = `
import sys, zipfile
target, version, server = sys.argv[1:4]
info = 'mcp_files-%s.dist-info/' % version
with zipfile.ZipFile(target, 'w') as wheel:
    wheel.writestr('mcp_files/__init__.py', server)
    wheel.writestr(info + 'METADATA', 'Metadata-Version: 2.1\\nName: mcp-files\\nVersion: %s\\n' % version)
    wheel.writestr(info + 'WHEEL', 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr(info + 'entry_points.txt', '[console_scripts]\\nmcp-files = mcp_files:main\\n')
    wheel.writestr(info + 'RECORD', '')
`

/** Serves the package `mcp-files` in these versions: a server that reads and writes any file it can. */
export async function pythonIndex(docker: Dockerode, versions: readonly string[]): Promise<string> {
  const folder = await temporaryFolder()
  const { executable } = await pythonPlace()
  const wheels = await Promise.all(
    versions.map(async (version) => {
      const name = `mcp_files-${version}-py3-none-any.whl`
      await run(executable, ['-c', pack, join(folder, name), version, pythonServer])
      return { name, body: await readFile(join(folder, name)) }
    }),
  )
  const page = wheels.map(({ name }) => `<a href="/files/${name}">${name}</a>`).join('\n')
  return serve(docker, () => {
    return new Map<string, File>([
      ['/mcp-files/', { type: 'text/html', body: `<!DOCTYPE html><html><body>${page}</body></html>` }],
      ...wheels.map(({ name, body }) => [`/files/${name}`, { type: 'application/octet-stream', body }] as const),
    ])
  })
}
