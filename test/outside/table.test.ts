/**
 * The table that shows where each scenario from the sources is played. It has every address in both ways of
 * configuration, or the reason why not. The table is in docs/outside.md. `UPDATE_OUTSIDE=1` writes the table; otherwise
 * the test checks that it is up to date.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chapters } from '#test/outside/chapters/chapters'
import { addresses, impossible, ways, type Address, type Way } from '#test/outside/driver/addresses'
import { reasonAgainst, sources, type Scenario } from '#test/outside/driver/scenario'

const docs = join(import.meta.dirname, '..', '..', 'docs')
const file = join(docs, 'outside.md')
const all = chapters.flatMap(({ scenarios }) => scenarios)
const keyOf = ({ source, name }: Pick<Scenario, 'source' | 'name'>) => `${source} ${name}`

/**
 * Returns the scenarios in docs/scenarios.md, which has a section for each source and the scenario in the first column.
 */
function named(): string[] {
  const sections = readFileSync(join(docs, 'scenarios.md'), 'utf8').split(/^## /m).slice(1)
  return sections.flatMap((section) => {
    const names = [...section.matchAll(/^\| ([^|]+?) +\| `/gm)].map(([, name = '']) => name)
    return [...new Set(names)].map((name) => `${section.slice(0, 3)} ${name}`)
  })
}

test('every scenario of the sources is played from outside, each once', () => {
  expect(all.map(keyOf).sort()).toEqual(named().sort())
})

test('every chapter is played by a test, because a chapter that is only in the table would prove nothing', () => {
  const tests = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts') && name !== 'table.test.ts')
  const texts = tests.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('\n')
  const files = readdirSync(join(import.meta.dirname, 'chapters')).filter((name) => name !== 'chapters.ts')
  expect(files.filter((name) => !texts.includes(`chapters/${name.replace('.ts', '')}'`))).toEqual([])
})

test('a scenario without an address says why, and every other scenario has an address in each way of configuration', () => {
  for (const scenario of all) {
    const places = (way: Way) => addresses.filter((address) => reasonOf(scenario, address, way) === null)
    const counts = ways.map((way) => places(way).length)
    if ('once' in scenario.play) expect([keyOf(scenario), ...counts]).toEqual([keyOf(scenario), 0, 0])
    else for (const count of counts) expect([keyOf(scenario), count]).not.toEqual([keyOf(scenario), 0])
  }
})

test('docs/outside.md shows the current table', () => {
  const text = page()
  if (process.env['UPDATE_OUTSIDE'] === '1') writeFileSync(file, text)
  expect(bare(readFileSync(file, 'utf8'))).toBe(bare(text))
})

/** Returns the text without the spaces and dashes by which the formatter aligns tables. */
const bare = (text: string) => text.replaceAll(/[-\s]+/g, ' ')

function reasonOf(scenario: Scenario, address: Address, way: Way): string | null {
  return reasonAgainst(scenario, address) ?? impossible(address, way)
}

function page(): string {
  const letters = new Map<string, string>()
  const letterOf = (reason: string) => {
    const letter = letters.get(reason) ?? String.fromCharCode(97 + letters.size)
    letters.set(reason, letter)
    return letter
  }
  const cell = (scenario: Scenario, address: Address) => {
    const [added, fromFile] = ways.map((way) => reasonOf(scenario, address, way))
    if (added === null && fromFile === null) return '✓'
    if (fromFile === null) return 'file'
    return letterOf(fromFile ?? '')
  }
  const sections = sources.map((source) => {
    const rows = all
      .filter((scenario) => scenario.source === source)
      .map((scenario) => `| ${scenario.name} | ${addresses.map((address) => cell(scenario, address)).join(' | ')} |`)
    return `## ${source}\n\n| scenario | ${addresses.map((address) => `\`${address}\``).join(' | ')} |\n| --- |${' --- |'.repeat(addresses.length)}\n${rows.join('\n')}`
  })
  const reasons = [...letters].map(([reason, letter]) => `- ${letter}: ${reason}`)
  return `# Scenarios, driven from outside

Written by \`test/outside\`: each scenario of the sources, at each address, driven only through the built command, REST and MCP.
✓: once with servers added by command and by REST, and once with the servers in a file for \`--config\`. file: only with a file,
because this address needs one. A letter: not at this address, for the reason below. A scenario with one letter at all
addresses is played once in each way, hosted servers only in one: no file can name them.

${sections.join('\n\n')}

## Why not

${reasons.join('\n')}
`
}
