/**
 * [R31] A server prints its secret wherever it can. The secret reaches the tool's caller, and no record of it is kept.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { find, openSecretHost, serverLaunch, textOf, until } from '#test/integration/secrets/secretHost'
import { contentsOf } from '#test/integration/secrets/vaultProcess'

const leaking = fileURLToPath(new URL('leakingServer.ts', import.meta.url))
const secret = 'tr0ub4dor/&+3-secret'
const forms = [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  // The secret as it appears inside the base64 of `user:` and the secret.
  Buffer.from(`r:${secret}`).toString('base64').slice(4, -4),
]

function expectNoSecret(where: string, text: string): void {
  for (const form of forms) expect([where, text.includes(form)]).toEqual([where, false])
}

async function logOf({ client }: Awaited<ReturnType<typeof openSecretHost>>, slug: string): Promise<string> {
  let text = ''
  for await (const lines of await client.servers.log({ slug, follow: false }))
    text += lines.map((line) => `${line.text}\n`).join('')
  return text
}

test('[R31] a secret that its server prints is never in clear text in a log, a state or a file of the data folder', async () => {
  // The secret is set in an earlier run of the engine. This run knows the secret only from the launches that it fills
  // in.
  const earlier = await openSecretHost()
  await earlier.client.secrets.set({ name: 'TOKEN', value: secret })
  const launch = serverLaunch(leaking, { INNOCENT: '${TOKEN}' })
  await earlier.client.servers.add({ name: 'one', launch, enabled: false })
  await earlier.close()

  const host = await openSecretHost({ dataFolder: earlier.dataFolder })
  const { client, dataFolder, close } = host
  await client.servers.setEnabled({ slug: 'one', enabled: true })
  await until(client, 'one', 'ready')
  expect(await logOf(host, 'one')).toContain('started with [redacted]')
  await client.servers.add({ name: 'two', launch: serverLaunch(leaking, { LEAKED_TOKEN: secret }, '--die') })
  await client.servers.add({
    name: 'three',
    launch: { transport: 'stdio', command: '/nowhere/${TOKEN}', args: [], env: {} },
  })
  const down = [await until(client, 'two', 'backingOff'), await until(client, 'three', 'failed')]

  expect(await textOf(client, 'tell')).toBe(secret)
  await expect(client.tools.call({ name: 'refuse', arguments: {} })).rejects.toMatchObject({
    code: 'SERVER_ERROR',
    data: { message: `refused: ${secret}` },
  })
  const died = await client.tools.call({ name: 'die', arguments: {} }).catch((error: unknown) => String(error))

  const printed = `${await logOf(host, 'one')}${await logOf(host, 'two')}${await logOf(host, 'three')}`
  expect(printed).toContain('fatal: [redacted] was refused')
  expectNoSecret('the logs of the servers', printed)
  expectNoSecret('what is said of servers that are down', JSON.stringify([down, died]))
  for (const slug of ['one', 'two', 'three']) {
    const examined: unknown[] = []
    for await (const event of await client.doctor.run({ slug })) examined.push(event)
    expect(examined.length).toBeGreaterThan(1)
    expectNoSecret(`what the doctor says of ${slug}`, JSON.stringify(examined))
  }
  const told = [
    await client.servers.list(),
    await client.tools.list({}),
    await client.secrets.list({}),
    await find(client, 'two'),
  ]
  expectNoSecret('answers from the contract', JSON.stringify(told))
  const before = await contentsOf(dataFolder)
  await close()

  const files = [...before, ...(await contentsOf(dataFolder))]
  for (const [path, content] of files) expectNoSecret(path, content)
  const log = await readFile(join(dataFolder, 'logs', 'switchboard.log'), 'utf8')
  expect(log).toContain('[redacted]')
})
