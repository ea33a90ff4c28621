/**
 * Tests every feature of MCP between clients of every era, connected in every way, and servers of every era, on every
 * transport. The result is the table in docs/matrix.md. `UPDATE_MATRIX=1` writes the table; otherwise the test checks
 * that it is up to date.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { messageOf } from '#contract/errors'
import { features } from '#test/integration/gateway/matrix/features'
import { type Line, lines, openClient, type Way, ways } from '#test/integration/gateway/matrix/matrixClients'
import {
  type MatrixPlace,
  openMatrix,
  type ServerKind,
  serverKinds,
  slugOf,
} from '#test/integration/gateway/matrix/matrixPlace'

const file = join(import.meta.dirname, '../../../../docs/matrix.md')

const impossible = (line: Line, way: Way) =>
  line === 'SDK v2 modern' && way === 'sse'
    ? 'not possible: the transport of 2024-11-05 (HTTP+SSE) is not one of 2026-07-28'
    : null

it(
  '[R5] [R10] [R14] [R16] [R22] every client reaches every server with every feature',
  { timeout: 120_000 },
  async () => {
    const place = await openMatrix()
    const faults: string[] = []
    const rows = []
    for (const [line, way] of lines.flatMap((one) => ways.map((other) => [one, other] as const))) {
      const reason = impossible(line, way)
      const cells = await Promise.all(
        serverKinds.map((kind) => (reason === null ? cell(place, line, way, kind, faults) : Promise.resolve('–'))),
      )
      rows.push(`| ${line}, ${way} | ${cells.join(' | ')} |`)
    }
    const text = page(rows)
    console.log(text)
    expect(faults).toEqual([])
    if (process.env['UPDATE_MATRIX'] === '1') await writeFile(file, text)
    expect(await readFile(file, 'utf8')).toSatisfy((kept: string) => bare(kept) === bare(text))
  },
)

/** Returns the text without the spaces and dashes by which the formatter aligns tables. */
const bare = (text: string) => text.replaceAll(/[-\s]+/g, ' ')

/** Returns how many features work, and how many there are. */
async function cell(place: MatrixPlace, line: Line, by: Way, kind: ServerKind, faults: string[]): Promise<string> {
  const client = await openClient(place, line, by, kind)
  const era = kind.startsWith('both') ? (client.isModern ? 'modern' : 'legacy') : kind
  const way = era.startsWith('modern') ? 'new' : 'old'
  const target = { client, watched: `resource://${slugOf(kind)}/test://watched-resource`, way } as const
  let working = 0
  for (const [name, proof] of Object.entries(features)) {
    try {
      await proof(target)
      working++
    } catch (thrown) {
      faults.push(`${line}, ${by}, over ${kind}: ${name}: ${messageOf(thrown)}`)
    }
  }
  await client.close()
  return `${working}/${Object.keys(features).length}`
}

function page(rows: readonly string[]): string {
  const head = `| client, by | ${serverKinds.join(' | ')} |`
  const rule = `| --- |${serverKinds.map(() => ' --- |').join('')}`
  return `# Which client reaches which server, with what

Written by \`test/integration/gateway/matrix\`: clients of both lines of the SDK, on all ways in, with servers of either era
and of both, on all ways out. Each cell says how many of the features below work. A client's \`stdio\` is the channel that
\`switchboard stdio\` carries; legacy is 2025-11-25 and older, modern is 2026-07-28.

${[head, rule, ...rows].join('\n')}

Not possible (–): clients and servers of 2026-07-28 over \`sse\`. The HTTP+SSE transport is the one of 2024-11-05;
2026-07-28 only has stdio and streamable HTTP, and neither sessions nor streams beside the answers.

A server of both eras is used in the era of its client. Its tools that ask in only one era's way can ask clients of that
era, just as without Switchboard: \`bothEras.test.ts\` compares the two, tool by tool, at every address.

## The features

${Object.keys(features)
  .map((name) => `- ${name}`)
  .join('\n')}
`
}
