/** The set-up texts that a person copies for a client, each read as that client reads it. */
import { expect, test } from 'vitest'
import { wordsIn } from '#contract/pasted/commandWords'
import { clientKinds, type ClientKind, clientSetup } from '#contract/clients/setupText'
import { openServers } from '#test/integration/gateway/engineDoor'
import { connectV1, type Json } from '#test/support/mcpClients'
import { testServer } from '#test/support/testEngine'

const token = 'a-token-of-the-test'

/** Returns the words that follow this option. */
function given(words: readonly string[], option: string): string[] {
  return words.filter((_, place) => words[place - 1] === option)
}

async function namesOver(url: string, headers: Readonly<Record<string, string>>): Promise<string[]> {
  const client = await connectV1(url, {}, headers)
  try {
    return (await client.listTools()).tools.map(({ name }) => name)
  } finally {
    await client.close()
  }
}

const headerOf = (line: string): [name: string, value: string] => {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1).trim()]
}

const listed: Readonly<Record<ClientKind, (text: string) => Promise<string[]>>> = {
  json(text) {
    const { mcpServers } = JSON.parse(text) as {
      mcpServers: { switchboard: { url: string; headers: Record<string, string> } }
    }
    return namesOver(mcpServers.switchboard.url, mcpServers.switchboard.headers)
  },
  claudeCode(text) {
    const words = wordsIn(text)
    const [url = ''] = words.filter((word) => word.startsWith('http://'))
    return namesOver(url, Object.fromEntries(given(words, '--header').map(headerOf)))
  },
  async curl(text) {
    const words = wordsIn(text)
    const [url = ''] = words.filter((word) => word.startsWith('http://'))
    const headers = Object.fromEntries(given(words, '-H').map(headerOf))
    const answer = await fetch(url, { method: 'POST', headers, body: given(words, '-d').join('&') })
    expect(answer.status).toBe(200)
    const { result } = (await answer.json()) as { result: { tools: Json[] } }
    return result.tools.map(({ name }) => String(name))
  },
}

// Catches a copied command whose first request is answered with "initialize first".
test.each(clientKinds)('the set-up text for %s lists the tools, without any further step', async (kind) => {
  const { engine, url } = await openServers({ one: testServer('echo') })
  await engine.registry.use({ kind: 'all' })
  expect(await listed[kind](clientSetup(kind, url, token))).toContain('echo')
})
