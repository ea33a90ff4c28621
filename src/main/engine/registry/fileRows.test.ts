import { describe, expect, it } from 'vitest'
import { fileRows, type FileServer, withSettings } from '#engine/registry/fileRows'
import { newServer } from '#contract/server'

const named = (name: string, more: object = {}): FileServer => ({
  name,
  server: newServer.parse({ name, launch: { transport: 'stdio', command: 'x', env: { KEY: 'secret' } }, ...more }),
  disabledTools: [],
})

function read(servers: readonly FileServer[], rows: Parameters<typeof fileRows>[1]['rows'] = []) {
  let ids = 0
  return fileRows(servers, {
    projectId: 'file',
    rows,
    takenSlugs: new Set(['taken']),
    now: 7,
    makeId: () => `id-${(ids += 1)}`,
  })
}

describe('the rows of a file', () => {
  it('that are new have slugs and positions of their own, though they are made together', () => {
    const rows = read([named('Taken'), named('A b'), named('a-b')]).map(({ row }) => row)
    expect(rows.map(({ slug, position }) => [slug, position])).toEqual([
      ['taken-2', 1],
      ['a-b', 2],
      ['a-b-2', 3],
    ])
  })

  it('are the stored ones of this file by name, and of no other project', () => {
    const [first] = read([named('a')])
    if (first === undefined) throw new Error('There is a row.')
    const stored = { ...first.row, launch: { ...first.row.launch, env: {} } }
    const [again] = read([named('a')], [stored])
    expect(again?.row).toEqual({ ...stored, launch: first.row.launch })
    const [elsewhere] = read([named('a')], [{ ...stored, projectId: 'other' }])
    expect(elsewhere).toMatchObject({ stored: 'not', row: { slug: 'a-2' } })
  })

  it('are written again only when the file says something else: a value of the environment is never stored', () => {
    const [first] = read([named('a')])
    if (first === undefined) throw new Error('There is a row.')
    const stored = { ...first.row, launch: { ...first.row.launch, env: {} } }
    expect(read([named('a')], [stored])[0]?.stored).toBe('so')
    expect(read([named('a', { labels: ['new'] })], [stored])[0]).toMatchObject({
      stored: 'otherwise',
      row: withSettings(stored, named('a', { labels: ['new'] }).server),
    })
  })
})
