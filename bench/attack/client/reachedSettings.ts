/** The owner's routes, requested with a client's token. */
import { ask } from '#bench/attack/ask'
import type { Attack } from '#bench/attack/attack'
import { asLimitedClient } from '#bench/attack/client/limitedClient'

const routes = [
  ['GET', '/api/v1/app/token'],
  ['GET', '/api/v1/secrets'],
  ['GET', '/api/v1/access/clients'],
  ['POST', '/api/v1/servers'],
  ['POST', '/api/v1/tickets'],
  ['GET', '/api/openapi.json'],
  ['GET', '/metrics'],
] as const

export const reachedSettings: Attack = {
  name: 'routes of the owner',
  as: 'client',
  async play(target) {
    const breaches: string[] = []
    await asLimitedClient(target, {}, async ({ endpoint: { port, token } }) => {
      for (const [method, path] of routes) {
        const response = await ask(`http://127.0.0.1:${port}${path}`, {
          method,
          headers: { authorization: `Bearer ${token}` },
        })
        target.heard(await response.text())
        if (response.status !== 401) breaches.push(`${method} ${path} was answered ${response.status} to a client`)
      }
    })
    return breaches
  },
}
