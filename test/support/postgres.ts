/** A real Postgres of its own on a free loopback port, with empty databases on demand. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chown, readFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { hasPart } from '#test/support/parts/hasPart'
import { commandPath } from '#test/support/parts/parts'
import { makeTemporaryFolder } from '#test/support/temporaryFolder'

const run = promisify(execFile)

export interface TestPostgres {
  /** Makes an empty database and gives the address of it. */
  createDatabase(): Promise<string>
  /** Runs one statement as the owner of the cluster. */
  query(databaseUrl: string, text: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

/** Null where it is not installed. */
export async function startPostgres(): Promise<TestPostgres | null> {
  if (!hasPart('postgres')) return null
  const folder = await makeTemporaryFolder()
  const user = await clusterUser()
  if (user.uid !== undefined) await chown(folder.path, user.uid, user.gid ?? user.uid)
  const data = join(folder.path, 'data')
  const options = { ...user, cwd: folder.path, env: { ...process.env, LC_ALL: 'C.UTF-8' } }
  await run(commandPath('initdb'), ['--no-sync', '--auth=trust', '--username=owner', '--encoding=UTF8', data], options)

  const port = await freePort()
  const settings = [`listen_addresses=127.0.0.1`, `unix_socket_directories=${folder.path}`, 'fsync=off']
  const child = spawn(
    commandPath('postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const endWithUs = () => void child.kill('SIGQUIT')
  process.once('exit', endWithUs)
  await untilReady(child)

  const address = (database: string) => `postgresql://owner@127.0.0.1:${port}/${database}`
  let databases = 0
  return {
    query,
    async createDatabase() {
      databases += 1
      await query(address('postgres'), `create database test${databases}`)
      return address(`test${databases}`)
    },
    async stop() {
      process.off('exit', endWithUs)
      const gone = once(child, 'exit')
      // SIGINT is Postgres's fast shutdown: it does not wait for clients to leave.
      if (child.exitCode === null && child.kill('SIGINT')) await gone
      await folder.remove()
    },
  }
}

async function query(databaseUrl: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Postgres refuses to run as root. */
async function clusterUser(): Promise<{ readonly uid?: number; readonly gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (account === undefined) throw new Error('neither postgres nor nobody is a user of this machine')
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function untilReady(child: ChildProcess): Promise<void> {
  if (child.stderr === null) throw new Error('postgres was started without stderr')
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stderr })) {
    lines.push(line)
    if (!line.includes('ready to accept connections')) continue
    // An unread pipe would block it.
    child.stderr.resume()
    return
  }
  throw new Error(`postgres did not start:\n${lines.join('\n')}`)
}
