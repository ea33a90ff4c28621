/**
 * Starts one real Postgres on a free loopback port, for all test files of a run, because a cluster for each file would
 * cost seconds.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { commandPath } from '#test/support/parts/parts'

const run = promisify(execFile)

export interface PostgresServer {
  /** The server's address, without a database name. */
  readonly url: string
  stop(): Promise<void>
}

export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sb-'))
  const user = await clusterUser()
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid ?? user.uid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } }
  await run(commandPath('initdb'), ['--no-sync', '--auth=trust', '--username=owner', '--encoding=UTF8', data], options)

  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    // Several test files use the cluster at the same time, each with its own pools.
    max_connections: '300',
  }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(commandPath('postgres'), ['-D', data, '-p', String(port), ...given], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const endWithUs = () => void child.kill('SIGQUIT')
  process.once('exit', endWithUs)
  await untilReady(child)
  return {
    url: `postgresql://owner@127.0.0.1:${port}`,
    async stop() {
      process.off('exit', endWithUs)
      const gone = once(child, 'exit')
      // SIGINT is Postgres's fast shutdown: it does not wait for clients to leave.
      if (child.exitCode === null && child.kill('SIGINT')) await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves with the user to run the cluster as, because Postgres refuses to run as root. */
async function clusterUser(): Promise<{ readonly uid?: number; readonly gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (account === undefined) throw new Error('this machine has neither a user postgres nor a user nobody')
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
    // Keeps reading, because Postgres would block on a full pipe.
    child.stderr.resume()
    return
  }
  throw new Error(`postgres did not start:\n${lines.join('\n')}`)
}
