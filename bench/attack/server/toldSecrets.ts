/** A server writes its secrets into its log and its results in other encodings, as programs do. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Attack } from '#bench/attack/attack'
import type { Target } from '#bench/attack/target'

const printMs = 300

export const toldSecrets: Attack = {
  name: 'secrets in other encodings',
  as: 'server',
  async play(target) {
    const password = `pass&word-${randomUUID()}`
    const name = 'ATTACK_DATABASE_URL'
    const value = `postgres://user:${encodeURIComponent(password)}@127.0.0.1:1/kb`
    await target.rest('PUT', `/secrets/${name}`, { value })
    const breaches: string[] = []
    for (const [what, given, env] of [
      ['a secret', target.secret, { GIVEN_SECRET: `\${${target.secretName}}` }],
      ['the password in an address', password, { GIVEN_SECRET: password, DATABASE_URL: `\${${name}}` }],
    ] as const) {
      await target.withHostile(
        'tellsSecret',
        async (slug) => {
          await delay(printMs)
          await target.rest('POST', '/tools/call', { name: 'fine' })
          const log = String(await target.rest('GET', `/servers/${slug}/log?follow=false`))
          const record = await recordedResult(target, slug)
          const forms = formsOf(given)
          for (const [place, text] of [
            ['its log', log],
            ['its record', record],
          ] as const) {
            for (const [form, written] of forms)
              if (text.includes(written)) breaches.push(`${what} is readable in ${place}, ${form}`)
          }
        },
        env,
      )
    }
    await target.rest('DELETE', `/secrets/${name}`)
    return [...new Set(breaches)]
  },
}

/** Resolves with the result as JSON text. Reading records makes the engine file them. */
async function recordedResult(target: Target, server: string): Promise<string> {
  const { calls } = (await target.rest('GET', `/calls?server=${server}&limit=1`)) as { calls: { id: string }[] }
  const { result } = (await target.rest('GET', `/calls/${calls[0]?.id}`)) as { result: string | null }
  if (result === null) throw new Error('The call has no result.')
  return result
}

/**
 * Returns the value in the forms in which it appears in JSON text. Only the middle of its base64 is used, which is the
 * same wherever a line breaks.
 */
function formsOf(value: string): [string, string][] {
  const bytes = Buffer.from(value)
  const escaped = value.replaceAll(/./g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return [
    ['as it is', value],
    ['with escaped letters', JSON.stringify(escaped).slice(1, -1)],
    ['as in an address', encodeURIComponent(value)],
    ['in hex', bytes.toString('hex')],
    ['in base64', bytes.toString('base64').replace(/=+$/, '')],
    [
      'in base64 of something longer',
      Buffer.from(`${'x'.repeat(40)}${value}`)
        .toString('base64')
        .slice(66, 86),
    ],
  ]
}
