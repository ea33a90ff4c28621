/** A page from another site, or a host name that resolves to loopback, must not be able to request anything. */
import type { Attack } from '#bench/attack/attack'
import { answerOf, letGo, openSockets } from '#bench/attack/rawSockets'

const paths = ['/', '/mcp', '/sse', '/api/v1/servers', '/api/v1/app/token', '/metrics', '/api/openapi.json', '/readyz']
const deadlineMs = 1000
/** The paths that are open to everyone, because they only say that the engine is running. */
const open = new Set(['/readyz'])

export const foreignPages: Attack = {
  name: 'foreign pages',
  as: 'stranger',
  async play(target) {
    const { port } = target
    const places = [
      `Host: evil.example:${port}\r\n`,
      `Host: 127.0.0.1:${port}\r\nOrigin: https://evil.example\r\n`,
      `Host: 127.0.0.1:${port}\r\nOrigin: null\r\nAuthorization: Bearer guess-guess-guess-guess\r\n`,
    ]
    const asked = paths.flatMap((path) => places.map((place) => ({ path, place })))
    const sockets = await openSockets(port, asked.length)
    const answers = await Promise.all(
      asked.map(async ({ path, place }, index) => {
        const socket = sockets[index]
        if (socket === undefined) return ''
        const answer = answerOf(socket, deadlineMs)
        socket.write(`GET ${path} HTTP/1.1\r\n${place}Connection: close\r\n\r\n`)
        return answer
      }),
    )
    letGo(sockets)
    for (const answer of answers) target.heard(answer)
    return asked
      .filter(({ path }, index) => !open.has(path) && !/^HTTP\/1\.1 4\d\d/.test(answers[index] ?? ''))
      .map(({ path, place }) => `${path} was served to ${place.split('\r\n')[1] || place.trim()}`)
  },
}
