/** An image without a registry: Node, the libraries that it loads, and the servers of test/servers. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { commandPath } from '#test/support/parts/parts'
import { testServersFolder } from '#test/support/testServers'

const run = promisify(execFile)

/** Starts Node: what is given as its command is what Node is given. */
export const nodeImage = 'switchboard-test/node:1'

export async function makeNodeImage(dockerUrl: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sbi-'))
  try {
    await fill(folder)
    await importFolder(dockerUrl, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fill(folder: string): Promise<void> {
  const place = async (source: string, path: string) => {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    // What is behind the link is what is packed.
    await symlink(source, join(folder, path)).catch(() => undefined)
  }
  await place(process.execPath, 'usr/bin/node')
  const { stdout } = await run('ldd', [process.execPath])
  for (const [path] of stdout.matchAll(/\/\S+/g)) if (basename(path) !== 'node') await place(path, path)
  await mkdir(join(folder, 'tmp'))
  await mkdir(join(folder, 'servers'))
  await writeFile(join(folder, 'servers', 'package.json'), '{ "type": "module" }')
  if (existsSync(testServersFolder)) await cp(testServersFolder, join(folder, 'servers'), { recursive: true })
}

async function importFolder(dockerUrl: string, folder: string): Promise<void> {
  const tar = spawn(commandPath('tar'), ['-C', folder, '-ch', '.'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [repo, tag] = nodeImage.split(':')
  const changes = ['ENTRYPOINT ["/usr/bin/node"]', 'ENV NODE_ENV=production'].map(encodeURIComponent).join('&changes=')
  const sent = request({
    socketPath: dockerUrl.replace('unix://', ''),
    method: 'POST',
    path: `/images/create?fromSrc=-&repo=${repo}&tag=${tag}&changes=${changes}`,
  })
  const answered = once(sent, 'response') as Promise<[AsyncIterable<Uint8Array> & { statusCode?: number }]>
  await pipeline(tar.stdout, sent)
  const [answer] = await answered
  let said = ''
  for await (const bytes of answer) said += String(bytes)
  if (answer.statusCode !== 200 || said.includes('"error"')) throw new Error(`no image could be made: ${said.trim()}`)
}
