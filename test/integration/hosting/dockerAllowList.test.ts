/** A list of allowed hosts on a real Engine. A server tries every way around the list, and must not find one. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import { megabyte, program, rawDocker, startIn, testProvider } from '#test/integration/hosting/docker'
import { hasPart } from '#test/support/parts/hasPart'
import { throughProxy } from '#test/support/hosting/networkPrograms'

const runtimes = [
  { name: 'plain', isThere: hasPart('docker') },
  { name: 'gvisor', isThere: hasPart('docker') && hasPart('gvisor') },
] as const

/** Returns the addresses of this machine that a container with an ordinary network can reach. */
function ownAddresses(family: 'IPv4' | 'IPv6'): string[] {
  const all = Object.values(networkInterfaces()).flat()
  return all.flatMap((one) => (one !== undefined && one.family === family && !one.internal ? [one.address] : []))
}

/**
 * Starts a web server and a name server on all addresses of this machine. Both record every request that reaches them.
 */
async function outside() {
  const heard: string[] = []
  const web = createServer((asked, answer) => {
    heard.push(`${asked.method} ${asked.url} ${asked.headers.host}`)
    if (asked.url === '/away') return answer.writeHead(302, { location: 'http://redirected.example/' }).end()
    let body = ''
    asked.on('data', (bytes) => (body += bytes)).on('end', () => answer.end(`it works ${body.length}`))
  }).listen(0)
  await once(web, 'listening')
  const names = createSocket('udp4', (bytes) => void heard.push(`datagram ${bytes.toString()}`))
  names.bind(0)
  await once(names, 'listening')
  onTestFinished(() => {
    web.closeAllConnections()
    web.close()
    names.close()
  })
  return { heard, port: (web.address() as AddressInfo).port, namesPort: names.address().port }
}

for (const { name, isThere } of runtimes)
  describe.skipIf(!isThere)(`a list of allowed hosts by ${name}`, () => {
    it('[R28] lets a server reach only the hosts on it, whichever way it tries', async () => {
      const { heard, port, namesPort } = await outside()
      const [own = '', ...others] = ownAddresses('IPv4')
      const refused = {
        unlisted: 'elsewhere.example:80',
        otherPort: `${own}:${namesPort}`,
        metadata: '169.254.169.254:80',
        privateName: `localhost:${port}`,
        loopback: `127.0.0.1:${port}`,
        loopback6: `[::1]:${port}`,
        number: `2130706433:${port}`,
        ...Object.fromEntries(others.map((address) => [address, `${address}:${port}`])),
      }
      const direct = [
        ...ownAddresses('IPv4'),
        ...ownAddresses('IPv6'),
        '127.0.0.1',
        '::1',
        '169.254.169.254',
        '1.1.1.1',
      ]
      const text = `${throughProxy}
        const tried = {}
        for (const [name, target] of Object.entries(${JSON.stringify(refused)})) tried[name] = await tunnel(target)
        for (const address of ${JSON.stringify(direct)}) tried['direct ' + address] = await direct(address, ${port})
        tried.lookup = await new Promise((done) => require('dns').lookup('elsewhere.example', (error) => done(error ? 'failed' : 'resolved')))
        for (const address of ${JSON.stringify(direct.filter((one) => !one.includes(':')))}) await datagram(address, ${namesPort})
        tried.listed = await tunnel('${own}:${port}')
        tried.plain = await plain('http://${own}:${port}/here', { host: 'elsewhere.example' })
        tried.fetched = await fetch('http://${own}:${port}/fetched', { method: 'POST', body: 'x'.repeat(3000) }).then((answer) => answer.text())
        tried.redirected = await fetch('http://${own}:${port}/away').then((answer) => String(answer.status), () => 'failed')
        console.log(JSON.stringify(tried))`
      const started = await startIn(testProvider(name), {
        command: program(`(async () => {${text}})()`),
        network: { mode: 'allow', hosts: [`${own}:${port}`, `localhost:${port}`] },
      })
      expect(await started.exited).toMatchObject({ code: 0 })
      const { listed, plain, fetched, ...rest } = JSON.parse(started.stdout()) as Record<string, string>
      expect({ listed, plain, fetched }).toEqual({ listed: '200', plain: '200 it works 0', fetched: 'it works 3000' })
      for (const [way, outcome] of Object.entries(rest)) expect(`${way}: ${outcome}`).toMatch(/: (403|failed|E[A-Z]+)$/)
      // Only the allowed requests arrived. `plain` is one of them: the address in the request decides, not its Host
      // header.
      const arrived = heard.filter((line) => !line.startsWith('POST /fetched'))
      expect(arrived).toEqual([`GET /here ${own}:${port}`, `GET /away ${own}:${port}`])
      const { allowed = 0, refused: count = 0, refusedTargets = [] } = started.container.network() ?? {}
      expect(allowed).toBeGreaterThanOrEqual(4)
      expect(count).toBeGreaterThanOrEqual(Object.keys(refused).length)
      expect(refusedTargets).toEqual(expect.arrayContaining(['elsewhere.example:80', 'redirected.example:80']))
      expect(started.notes).toContain('Network: elsewhere.example:80 is not on its list of hosts.')
      expect(started.notes.join()).toMatch(/localhost:\d+ leads to an address that is not public/)
    }, 60_000)

    it('restarts a relay that the server has killed, and leaves the server no way out until then', async () => {
      const { port } = await outside()
      const [own = ''] = ownAddresses('IPv4')
      const text = `${throughProxy}
        const fs = require('fs')
        // Process 1 is excluded, because its command line also contains the text of this program.
        const others = fs.readdirSync('/proc').filter((name) => Number(name) > 1 && name !== String(process.pid))
        const relays = others.filter((pid) => fs.readFileSync('/proc/' + pid + '/cmdline', 'latin1').includes('createServer'))
        console.log(await tunnel('${own}:${port}'))
        for (const pid of relays) process.kill(Number(pid), 'SIGKILL')
        console.log(await direct('${own}', ${port}))
        for (let last = ''; last !== '200';) last = await tunnel('${own}:${port}')
        console.log('again')
        setInterval(() => {}, 1000)`
      const started = await startIn(testProvider(name), {
        command: program(`(async () => {${text}})()`),
        network: { mode: 'allow', hosts: [`${own}:${port}`] },
      })
      await expect.poll(started.stdout, { timeout: 20_000 }).toMatch(/^200\nE[A-Z]+\nagain\n$/)
      await expect.poll(() => started.notes).toContain('Network: the relay exited and was restarted.')
    }, 60_000)

    it('keeps the streams, the exit code and the options of the server’s program', async () => {
      const text =
        "process.stdin.once('data', (bytes) => { console.log(String(bytes).trim(), process.env.NODE_OPTIONS, process.env.SWITCHBOARD_NODE_OPTIONS, process.execArgv.length); process.exit(7) })"
      const started = await startIn(testProvider(name), {
        command: program(text),
        environment: { NODE_OPTIONS: '--no-warnings' },
        limits: { cpu: 0.5, memoryBytes: 128 * megabyte, diskBytes: null },
        network: { mode: 'allow', hosts: ['api.example.com'] },
      })
      await started.container.write('hello\n')
      expect(await started.exited).toMatchObject({ code: 7 })
      expect(started.stdout()).toBe('hello --no-warnings undefined 2\n')
      const missing = await startIn(testProvider(name), {
        command: ['no-such-program'],
        network: { mode: 'allow', hosts: ['api.example.com'] },
      })
      expect(await missing.exited).toMatchObject({ code: 127 })
      expect(missing.stderr()).toMatch(/no-such-program could not be started/)
    }, 60_000)

    it('leaves no volume behind when the last engine that used it has ended', async () => {
      const provider = testProvider(name)
      const { container } = await startIn(provider, {
        command: program('setInterval(() => {}, 1000)'),
        network: { mode: 'allow', hosts: ['api.example.com'] },
      })
      const relays = async () => {
        const { Volumes } = await rawDocker().listVolumes({ filters: { label: ['switchboard.relay'] } })
        return Volumes.length
      }
      expect(await relays()).toBe(1)
      await testProvider(name).close()
      expect(await relays()).toBe(1)
      await container.stop(0)
      await provider.close()
      await expect.poll(relays).toBe(0)
    }, 60_000)
  })
