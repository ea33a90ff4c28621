/** As many requests as fit into a packet, on many connections, without waiting for answers. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Attack } from '#bench/attack/attack'
import { letGo, openSockets } from '#bench/attack/rawSockets'

const connections = 20
const each = 1_000
const holdMs = 500

export const pipelinedFloods: Attack = {
  name: 'pipelined floods',
  as: 'stranger',
  async play({ port }) {
    const opened = await openSockets(port, connections)
    const text = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.repeat(each)
    for (const socket of opened) socket.resume().write(text)
    await delay(holdMs)
    letGo(opened)
    return []
  },
}
