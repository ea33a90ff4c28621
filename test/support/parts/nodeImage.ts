/** An image that needs no registry: Node, its libraries, and the servers of test/servers. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { commandPath } from '#test/support/parts/parts'
import { testServersFolder } from '#test/support/testServers'

const run = promisify(execFile)

/** The image starts Node with the container's command as its arguments. */
export const nodeImage = 'switchboard-test/node:1'

export async function makeNodeImage(dockerUrl: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sbi-'))
  try {
    await fill(folder)
    await importFolder(dockerUrl, folder, nodeImage, ['ENTRYPOINT ["/usr/bin/node"]', 'ENV NODE_ENV=production'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Puts a program from this machine into the folder, with the libraries that it loads. */
export async function placeProgram(folder: string, program: string, path: string): Promise<void> {
  const place = async (source: string, at: string) => {
    await mkdir(join(folder, dirname(at)), { recursive: true })
    // A link is enough, because `tar -h` packs its target.
    await symlink(source, join(folder, at)).catch(() => undefined)
  }
  await place(program, path)
  const { stdout } = await run('ldd', [program])
  for (const [library] of stdout.matchAll(/\/\S+/g)) if (library !== program) await place(library, library)
}

async function fill(folder: string): Promise<void> {
  await placeProgram(folder, process.execPath, 'usr/bin/node')
  await mkdir(join(folder, 'tmp'))
  await mkdir(join(folder, 'servers'))
  await writeFile(join(folder, 'servers', 'package.json'), '{ "type": "module" }')
  if (existsSync(testServersFolder)) await cp(testServersFolder, join(folder, 'servers'), { recursive: true })
}

/** Imports a folder as the root of an image, as `docker import` does. */
export async function importFolder(
  dockerUrl: string,
  folder: string,
  image: string,
  instructions: readonly string[],
): Promise<void> {
  const tar = spawn(commandPath('tar'), ['-C', folder, '-ch', '.'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [, repo = '', tag = ''] = /^(.*):([^:/]*)$/.exec(image) ?? []
  const changes = instructions.map(encodeURIComponent).join('&changes=')
  const sent = request({
    socketPath: dockerUrl.replace('unix://', ''),
    method: 'POST',
    path: `/images/create?fromSrc=-&repo=${encodeURIComponent(repo)}&tag=${tag}&changes=${changes}`,
  })
  const answered = once(sent, 'response') as Promise<[AsyncIterable<Uint8Array> & { statusCode?: number }]>
  await pipeline(tar.stdout, sent)
  const [answer] = await answered
  let said = ''
  for await (const bytes of answer) said += String(bytes)
  if (answer.statusCode !== 200 || said.includes('"error"')) throw new Error(`no image could be made: ${said.trim()}`)
}
